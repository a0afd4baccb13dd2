import { AppError } from '../../src/platform/app-error.ts'

/** How often something happened in a history, so that one sees that it was no idle one. */
export class Tally {
  readonly counts: Record<string, number> = {}

  count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1
  }

  /** Whether the server did it; what a rule refuses is no fault. */
  async unlessRefused(what: string, work: () => Promise<unknown>): Promise<boolean> {
    return this.#unless(what, work, (error) => error instanceof AppError)
  }

  /** Whether the contract took a transaction; a revert is no fault. */
  async unlessReverted(what: string, work: () => Promise<unknown>): Promise<boolean> {
    return this.#unless(what, work, (error) => /revert/i.test(String(error)))
  }

  async #unless(what: string, work: () => Promise<unknown>, isRefusal: (error: unknown) => boolean) {
    try {
      await work()
    } catch (error) {
      if (!isRefusal(error)) throw error
      this.count(`${what} refused`)
      return false
    }
    this.count(what)
    return true
  }
}
