/** Calls of a check that are under way together: an endpoint's answer takes longer than its work. */
const AT_ONCE = 10

/** Results of `work` for each item, in their order; rejects with the first failure. */
export const atOnce = async <T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = []
  for (let at = 0; at < items.length; at += AT_ONCE)
    results.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(work))))
  return results
}
