/** What did not come in time. */
export class TooLate extends Error {
  override readonly name = 'TooLate'
}

/** The promise's outcome, or `TooLate` after `ms`. */
export const within = <Value>(promise: Promise<Value>, ms: number): Promise<Value> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TooLate(`not within ${ms} ms`)), ms)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
