import { mulDivDown, WAD } from '@dr/protocol/amounts'
import type { VaultIndex } from '@dr/protocol/token-table'
import type { UserBalance } from '../../api/queries/user-money.ts'

export type Balance = UserBalance

/** USDT for one DR, 18 decimals; undefined while it is not known. */
export type DrPrice = bigint | undefined

/** Parts of a balance that the account already owns; pending amounts are added when credited. */
const OWNED = ['available', 'held', 'locked'] as const
export type Part = (typeof OWNED)[number] | 'pending'

/** Name of a part: pending income of the node account accrues until maturity and cannot be collected. */
export const partName = <P extends Part>(vault: VaultIndex, part: P): P | 'accruing' =>
  part === 'pending' && vault === 2 ? 'accruing' : part

/** Base units of a part; 0 for an unknown pending amount. */
export const partOf = (balance: Balance, part: Part): bigint => BigInt(balance[part] ?? 0)

/** Sum of the account's available, held and locked amounts. */
export const ownedOf = (balance: Balance): bigint =>
  OWNED.reduce((total, part) => total + partOf(balance, part), 0n)

/** Amount outside packages: available and held. Package principal is locked and has its own row. */
export const freeOf = (balance: Balance): bigint => partOf(balance, 'available') + partOf(balance, 'held')

/** Whether an amount can be withdrawn now: at least the minimum, or any amount of deposits. */
export const canWithdraw = (
  balance: Pick<Balance, 'token' | 'available' | 'unreturned'>,
  minimum: Readonly<Record<Balance['token'], string>>,
): boolean =>
  BigInt(balance.available) >= BigInt(minimum[balance.token]) ||
  (balance.available !== '0' && balance.unreturned !== '0')

/** Value of an amount in USDT, rounded down; undefined for DR without a price. */
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

export const balancesOf = (balances: readonly Balance[], vault: VaultIndex): readonly Balance[] =>
  balances.filter((balance) => balance.account === vault)
