/**
 * The ledger of the property test: the chart of accounts with its rules. Names:
 * `<vault>:<token>:<kind>[:<owner>]`.
 */
export type Move = readonly [from: string, to: string, amount: bigint]

const placeOf = (account: string) => account.split(':').slice(0, 2).join(':')
const isChain = (account: string) => account.endsWith(':chain')

export class TestBook {
  readonly balances = new Map<string, bigint>()

  balance(account: string): bigint {
    return this.balances.get(account) ?? 0n
  }

  /**
   * Like `postJournal`: one vault and token, nothing overdrawn; the chain account is minus the balance on
   * chain.
   */
  post(...moves: readonly Move[]): void {
    for (const [from, to, amount] of moves) {
      if (amount === 0n) continue
      if (amount < 0n || from === to || placeOf(from) !== placeOf(to)) {
        throw new RangeError(`not a posting: ${from} > ${to}: ${amount}`)
      }
      this.#add(from, -amount)
      this.#add(to, amount)
    }
    for (const [from, to] of moves) {
      this.#requireCovered(from)
      this.#requireCovered(to)
    }
  }

  #requireCovered(account: string): void {
    const balance = this.balance(account)
    if (isChain(account) ? balance > 0n : balance < 0n)
      throw new RangeError(`${account} is overdrawn: ${balance}`)
  }

  #add(account: string, amount: bigint): void {
    const balance = this.balance(account) + amount
    if (balance === 0n) this.balances.delete(account)
    else this.balances.set(account, balance)
  }
}

export const available = (vault: number, token: string, user: number): string =>
  `${vault}:${token}:user-available:${user}`

/** Vaults and tokens that pay users. */
export const ACCOUNTS = [
  [0, 'DR'],
  [1, 'USDT'],
  [1, 'DR'],
  [2, 'USDT'],
  [2, 'DR'],
] as const
