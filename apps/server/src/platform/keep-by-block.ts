/** What everybody reads at the same block is asked of the chain once. */
interface At {
  readonly number: bigint
  /** Unix seconds: two blocks of one number (a reorganisation) are two. */
  readonly timestamp: bigint
}

/** Answers of a few blocks are kept: requests of the last ones are still under way. */
const BLOCKS_KEPT = 3n

/** `read`, its answers kept by name and block. A failure is not kept. */
export const keepByBlock = <Name extends string, Block extends At, Answer>(
  read: (name: Name, block: Block) => Promise<Answer>,
): ((name: Name, block: Block) => Promise<Answer>) => {
  const kept = new Map<string, { readonly number: bigint; readonly answer: Promise<Answer> }>()
  return (name, block) => {
    const key = `${name}:${block.number}:${block.timestamp}`
    const known = kept.get(key)
    if (known) return known.answer
    const answer = read(name, block)
    kept.set(key, { number: block.number, answer })
    for (const [other, { number }] of kept) if (number + BLOCKS_KEPT < block.number) kept.delete(other)
    answer.catch(() => kept.delete(key))
    return answer
  }
}
