/**
 * Work that is asked for at the same time: of several that fail the first in this order is thrown, whichever failed first,
 * so that the same request gets the same refusal every time.
 */
export const allInOrder = async <T extends readonly unknown[]>(
  work: readonly [...{ [K in keyof T]: Promise<T[K]> }],
): Promise<T> => {
  const outcomes = await Promise.allSettled(work)
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  }) as unknown as T
}
