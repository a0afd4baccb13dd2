/** Runs `work` for each of `items` in order, `atOnce` of them concurrently. */
export const forEach = async <T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> => {
  let next = 0
  const worker = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) await work(items[at] as T)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
