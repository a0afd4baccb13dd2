import { mulDivDown, WAD } from '@dr/protocol/amounts'
import type { VaultIndex } from '@dr/protocol/token-table'
import type { UserBalance } from '../../api/queries/user-money.ts'

export type Balance = UserBalance

/** USDT for one DR, 18 decimals; undefined while it is not known. */
export type DrPrice = bigint | undefined

/**
 * The parts of a balance that are the account's already; what is pending comes on top when it is credited.
 */
const OWNED = ['available', 'held', 'locked'] as const
export type Part = (typeof OWNED)[number] | 'pending'

/** Word for a part: what is pending in the node account comes at maturity, and cannot be collected. */
export const partName = <P extends Part>(account: VaultIndex, part: P): P | 'accruing' =>
  part === 'pending' && account === 2 ? 'accruing' : part

/** Base units of a part; 0 for a pending amount that no one knows. */
export const partOf = (balance: Balance, part: Part): bigint => BigInt(balance[part] ?? 0)

/** All that is in the account: available, held and locked. */
export const ownedOf = (balance: Balance): bigint =>
  OWNED.reduce((total, part) => total + partOf(balance, part), 0n)

/** What is in the account itself: principal is locked in a package, which has a line of its own. */
export const freeOf = (balance: Balance): bigint => partOf(balance, 'available') + partOf(balance, 'held')

/** Some of it can be withdrawn now: from the minimum on, and of deposits in any amount. */
export const canWithdraw = (
  balance: Pick<Balance, 'token' | 'available' | 'unreturned'>,
  minimum: Readonly<Record<Balance['token'], string>>,
): boolean =>
  BigInt(balance.available) >= BigInt(minimum[balance.token]) ||
  (balance.available !== '0' && balance.unreturned !== '0')

/** Value of an amount in USDT, cut; undefined for DR without a price. */
export const worthOf = (token: Balance['token'], amount: bigint, drPrice: DrPrice): bigint | undefined => {
  if (token === 'USDT') return amount
  return drPrice === undefined ? undefined : mulDivDown(amount, drPrice, WAD)
}

/** Value of one part of several balances in USDT; undefined when some of it has no price. */
export const worthOfAll = (
  balances: readonly Balance[],
  amountOf: (balance: Balance) => bigint,
  drPrice: DrPrice,
): bigint | undefined => {
  let total = 0n
  for (const balance of balances) {
    const amount = amountOf(balance)
    const worth = amount === 0n ? 0n : worthOf(balance.token, amount, drPrice)
    if (worth === undefined) return undefined
    total += worth
  }
  return total
}

export const balancesOf = (balances: readonly Balance[], account: VaultIndex): readonly Balance[] =>
  balances.filter((balance) => balance.account === account)
