import { CENT } from '@dr/protocol/amounts'
import { VAULT_INDEXES, type VaultIndex } from '@dr/protocol/token-table'
import { type TokenPrices, tokenWorth } from '../../api/token-worth.ts'
import { type Balance, balancesOf, freeOf, partOf } from './balances.ts'

interface Holding {
  readonly token: string
  /** Base units. */
  readonly amount: bigint
}

export type PortfolioPart = VaultIndex | 'packages' | 'wallet'

export interface Portfolio {
  /** USD, 18 decimals: sum of the parts’ worth; less than a cent in all is not lost. */
  readonly total: bigint
  /** Worth by part, each rounded down to the cent, so that the shown parts add up to the shown total. */
  readonly worth: Readonly<Record<PortfolioPart, bigint>>
  /** Tokens that are held, have no price, and are missing from the total. */
  readonly unpriced: readonly string[]
  /** Collectable DR, base units: not in the total, since the ledger books it on collection. */
  readonly pending: bigint
}

const sum = (holdings: readonly Holding[], prices: TokenPrices): bigint =>
  holdings.reduce((total, { token, amount }) => total + (tokenWorth(token, amount, prices) ?? 0n), 0n)

/** Sums accounts, packages and wallet. POD power has no market price and is not valued. */
export const portfolioOf = (input: {
  readonly balances: readonly Balance[]
  readonly wallet: readonly Holding[]
  readonly pod: bigint
  readonly prices: TokenPrices
}): Portfolio => {
  const { balances, wallet, pod, prices } = input
  const inVault = (vault: VaultIndex): Holding[] =>
    balancesOf(balances, vault).map((balance) => ({ token: balance.token, amount: freeOf(balance) }))
  const inPackages = balances.map((balance) => ({ token: balance.token, amount: partOf(balance, 'locked') }))
  const exact = {
    0: sum(inVault(0), prices),
    1: sum(inVault(1), prices),
    2: sum(inVault(2), prices),
    packages: sum(inPackages, prices),
    wallet: sum(wallet, prices),
  }
  const toCent = (amount: bigint): bigint => (amount / CENT) * CENT
  const worth = {
    0: toCent(exact[0]),
    1: toCent(exact[1]),
    2: toCent(exact[2]),
    packages: toCent(exact.packages),
    wallet: toCent(exact.wallet),
  }
  const total = Object.values(worth).reduce((all, one) => all + one, 0n)
  const anything = Object.values(exact).some((one) => one > 0n)
  const all = [...VAULT_INDEXES.flatMap(inVault), ...inPackages, ...wallet, { token: 'POD', amount: pod }]
  const unpriced = all.filter(
    ({ token, amount }) => amount > 0n && tokenWorth(token, amount, prices) === null,
  )
  return {
    total: total === 0n && anything ? 1n : total,
    worth,
    unpriced: [...new Set(unpriced.map(({ token }) => token))],
    pending: balancesOf(balances, 0).reduce((all, balance) => all + partOf(balance, 'pending'), 0n),
  }
}

/** Total to the cent; a smaller one is shown as below one cent, not as zero. */
export const shownTotal = (total: bigint): { readonly value: bigint; readonly isBelow: boolean } => {
  const isBelow = total > 0n && total < CENT
  return { value: isBelow ? CENT : total, isBelow }
}
