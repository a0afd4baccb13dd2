import type { ResponseOf } from '@dr/protocol/call'
import type { CallOf } from './endpoints.ts'

export type Overview = ResponseOf<CallOf<'overview'>>
export type Reserve = Overview['reserves'][number]

/** Liabilities of a vault in the ledger: amounts owed to users, and funded pools. */
const liability = ({ owed, pools }: Pick<Reserve, 'owed' | 'pools'>): bigint => BigInt(owed) + BigInt(pools)

export const isCovered = (line: Pick<Reserve, 'reserve' | 'owed' | 'pools'>): boolean =>
  BigInt(line.reserve) >= liability(line)

/**
 * Worst coverage in percent with one decimal, rounded down: `101.2%`; below 100 if anything is missing;
 * null without liabilities.
 */
export const worstPercentText = (
  lines: readonly Pick<Reserve, 'reserve' | 'owed' | 'pools'>[],
): string | null => {
  const shares = lines
    .filter((line) => liability(line) > 0n)
    .map((line) => (BigInt(line.reserve) * 1_000n) / liability(line))
  const [first, ...more] = shares
  if (first === undefined) return null
  const worst = more.reduce((low, share) => (share < low ? share : low), first)
  return `${worst / 10n}.${worst % 10n}%`
}

/** Amount held beyond the liabilities, at least 0. */
export const surplus = (line: Reserve): bigint =>
  isCovered(line) ? BigInt(line.reserve) - liability(line) : 0n

/** Missing amount, at least 0. */
export const missing = (line: Reserve): bigint =>
  isCovered(line) ? 0n : liability(line) - BigInt(line.reserve)

/** Whether the vault neither holds nor owes anything. */
export const isBlank = (line: Reserve): boolean => line.reserve === '0' && liability(line) === 0n

/** Base units of the tokens that vaults pay out. */
export type PaidOut = { readonly DR: bigint; readonly USDT: bigint }

/** Ledger account kinds that are owed to users, credited or not. */
const DUE_TO_USERS: readonly Reserve['parts'][number]['kind'][] = [
  'users',
  'dividends-payable',
  'package-committed',
  'suspense',
]

/** Base units of a line that are owed to users, and those in pools and budgets. */
export const splitLiability = ({ parts }: Pick<Reserve, 'parts'>): { due: bigint; pools: bigint } => {
  const split = { due: 0n, pools: 0n }
  for (const { kind, amount } of parts) split[DUE_TO_USERS.includes(kind) ? 'due' : 'pools'] += BigInt(amount)
  return split
}

/** Sums over all vaults: held, owed to users, and in pools and budgets. */
export const reserveTotals = (
  lines: readonly Pick<Reserve, 'token' | 'reserve' | 'parts'>[],
): { readonly held: PaidOut; readonly due: PaidOut; readonly pools: PaidOut } => {
  const sum = (amountOf: (line: (typeof lines)[number]) => bigint): PaidOut => {
    const of = (token: keyof PaidOut): bigint =>
      lines.reduce((total, line) => (line.token === token ? total + amountOf(line) : total), 0n)
    return { DR: of('DR'), USDT: of('USDT') }
  }
  return {
    held: sum(({ reserve }) => BigInt(reserve)),
    due: sum((line) => splitLiability(line).due),
    pools: sum((line) => splitLiability(line).pools),
  }
}
