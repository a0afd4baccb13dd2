/**
 * Awaits concurrent work. If several fail, throws the error of the first in order, not in time, so that the
 * same request always gets the same error.
 */
export const allInOrder = async <T extends readonly unknown[]>(
  work: readonly [...{ [K in keyof T]: Promise<T[K]> }],
): Promise<T> => {
  const outcomes = await Promise.allSettled(work)
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  }) as readonly unknown[] as T
}
