/** Error of a promise that did not settle in time. */
export class TooLate extends Error {
  override readonly name = 'TooLate'
}

/** Outcome of the promise, or `TooLate` after `ms`. */
export const within = <Value>(promise: Promise<Value>, ms: number): Promise<Value> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TooLate(`not within ${ms} ms`)), ms)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
