/** Memoizes by block: values that many requests read at the same block are read once. */
interface At {
  readonly number: bigint
  /** Unix seconds: distinguishes two blocks of one number (a reorganisation). Absent for finalized blocks. */
  readonly timestamp?: bigint
}

/** Blocks whose answers are cached: requests of the last ones may still be running. */
const BLOCKS_KEPT = 3n

/** Caches the answers of `read` by block and further names. Failures are not cached. */
export const keepByBlock = <Block extends At, Names extends readonly string[], Answer>(
  read: (block: Block, ...names: Names) => Promise<Answer>,
): ((block: Block, ...names: Names) => Promise<Answer>) => {
  const kept = new Map<string, { readonly number: bigint; readonly answer: Promise<Answer> }>()
  return (block, ...names) => {
    const key = [block.number, block.timestamp, ...names].join(':')
    const known = kept.get(key)
    if (known) return known.answer
    const entry = { number: block.number, answer: read(block, ...names) }
    kept.set(key, entry)
    for (const [other, { number }] of kept) if (number + BLOCKS_KEPT < block.number) kept.delete(other)
    entry.answer.catch(() => {
      if (kept.get(key) === entry) kept.delete(key)
    })
    return entry.answer
  }
}
