/**
 * Amounts that machines have mined, from purchases and payments of electricity on chain (docs/product.md 6). Pure.
 * Power is in T, times are Unix seconds, amounts base units of DR.
 */
import { WAD } from '@dr/protocol/amounts'
import { POWER_PER_USD_MAX } from '@dr/protocol/constants'
import type { PowerFact } from '@dr/protocol/roots/facts-file'
import { emittedAt } from '@dr/protocol/rules/emission'
import { ceilHour, PERIOD_SECONDS } from '@dr/protocol/rules/paid-until'

/** Accrued amounts are scaled by this, so that rounding falls below a base unit. */
const SCALE = 10n ** 27n
const OFFSET_BITS = 7n

export interface Purchase {
  readonly account: string
  readonly machineCount: bigint
  /** USD of all its machines, 18 decimals, at the price of its voucher. */
  readonly value: bigint
}
/** Electricity of `periods` for each machine. */
export interface Payment {
  readonly machineIds: readonly bigint[]
  readonly periods: bigint
  readonly at: bigint
}
/** Terms of each machine of a purchase. */
export interface MachineTerms {
  readonly power: bigint
  readonly lifeEnd: bigint
}
/** Time in which power of an account produces. */
interface Stretch {
  readonly account: string
  readonly power: bigint
  readonly from: bigint
  readonly until: bigint
}

/** Power of a machine at most, for its price; rounded up, since the price is known to base units alone. */
export const mostPower = ({ value, machineCount }: Purchase): bigint => {
  const divisor = machineCount * WAD
  return (value * POWER_PER_USD_MAX + divisor - 1n) / divisor
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** When which power produces: from a payment, or the end of the time paid before it, at most to a life's end. */
export const findStretches = (
  purchases: ReadonlyMap<bigint, Purchase>,
  payments: readonly Payment[],
  termsOf: (purchaseId: bigint, purchase: Purchase) => MachineTerms,
): Stretch[] => {
  const paidUntil = new Map<bigint, bigint>()
  return payments.flatMap(({ machineIds, periods, at }) =>
    machineIds.flatMap((id) => {
      const purchase = purchases.get(id >> OFFSET_BITS)
      if (!purchase) return [] // its event is missing, which the contract's count shows
      const { power, lifeEnd } = termsOf(id >> OFFSET_BITS, purchase)
      const before = paidUntil.get(id) ?? 0n
      const paid = larger(before, BigInt(ceilHour(Number(at)))) + periods * BigInt(PERIOD_SECONDS)
      paidUntil.set(id, paid)
      const [from, until] = [larger(at, smaller(before, lifeEnd)), smaller(paid, lifeEnd)]
      return until > from ? [{ account: purchase.account, power, from, until }] : []
    }),
  )
}

/** Amounts by account that stretches mined until `until`; each T earns emission / `divisorOf(network power)`. */
export const minedBy = (
  stretches: readonly Stretch[],
  input: {
    readonly startTime: bigint
    readonly until: bigint
    readonly divisorOf: (networkPower: bigint) => bigint
  },
): ReadonlyMap<string, bigint> => {
  const { startTime, until, divisorOf } = input
  const counted = stretches.filter(({ from }) => from < until)
  const changes = new Map<bigint, bigint>([[until, 0n]])
  const change = (at: bigint, by: bigint) => changes.set(at, (changes.get(at) ?? 0n) + by)
  for (const { power, from, until: end } of counted) {
    change(from, power)
    change(smaller(end, until), -power)
  }
  let [time, power, acc, carry] = [startTime, 0n, 0n, 0n]
  /** Scaled amount that each T has earned at each moment. */
  const earnedAt = new Map<bigint, bigint>()
  for (const [at, by] of [...changes].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (power > 0n) {
      const sum = (emittedAt(startTime, at) - emittedAt(startTime, time)) * SCALE + carry
      acc += sum / divisorOf(power)
      carry = sum % divisorOf(power)
    }
    if (by !== 0n) carry = 0n
    ;[time, power] = [at, power + by]
    earnedAt.set(at, acc)
  }
  const mined = new Map<string, bigint>()
  for (const { account, power: own, from, until: end } of counted) {
    const each = (earnedAt.get(smaller(end, until)) ?? 0n) - (earnedAt.get(from) ?? 0n)
    mined.set(account, (mined.get(account) ?? 0n) + own * each)
  }
  return new Map([...mined].map(([account, scaled]) => [account, scaled / SCALE]))
}

/** Stretches of power that joins and leaves as the facts say, until `until`. */
export const stretchesOf = (facts: readonly PowerFact[], until: bigint): Stretch[] =>
  [...Map.groupBy(facts, ({ account }) => account)].flatMap(([account, changes]) => {
    let power = 0n
    return changes.flatMap(({ at, delta }, index): Stretch[] => {
      power += delta
      const end = smaller(changes[index + 1]?.at ?? until, until)
      return power !== 0n && end > at ? [{ account, power, from: at, until: end }] : []
    })
  })

/** Accounts that are counted with more or less power than their machines give, at any time before `until`. */
export const comparePower = (input: {
  readonly counted: readonly Stretch[]
  readonly machines: readonly Stretch[]
  readonly until: bigint
}): { readonly above: readonly string[]; readonly below: readonly string[] } => {
  const { counted, machines, until } = input
  const changes = new Map<string, { at: bigint; by: bigint }[]>()
  const add = ({ account, from, until: end, power }: Stretch, sign: bigint): void => {
    const own = changes.get(account) ?? []
    own.push({ at: from, by: sign * power }, { at: end, by: -sign * power })
    changes.set(account, own)
  }
  for (const stretch of counted) add(stretch, 1n)
  for (const stretch of machines) add(stretch, -1n)
  const [above, below] = [new Set<string>(), new Set<string>()]
  for (const [account, own] of changes) {
    let difference = 0n
    own.sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)))
    for (const [index, { at, by }] of own.entries()) {
      difference += by
      const isLastOfMoment = own[index + 1]?.at !== at
      if (at >= until || !isLastOfMoment) continue
      if (difference > 0n) above.add(account)
      if (difference < 0n) below.add(account)
    }
  }
  return { above: [...above], below: [...below] }
}
