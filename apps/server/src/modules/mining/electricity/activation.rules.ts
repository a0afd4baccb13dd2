/**
 * The effect of an electricity payment on a machine and on the pool's power (docs/product.md 6). Pure; Unix
 * seconds.
 */
import { ceilHour, PERIOD_SECONDS } from '@dr/protocol/rules/paid-until'
import type { PowerChange } from '../pool/accumulator.rules.ts'

export interface MachinePaid {
  /** In T. */
  readonly power: bigint
  readonly lifeEnd: bigint
  /** Value of the contract, which does not know the machine's life; null: never paid. */
  readonly chainPaidUntil: bigint | null
}

/** End of the machine's production: the contract's time, limited by the machine's life. Null: never paid. */
export const paidUntilOf = (machine: MachinePaid): bigint | null => {
  const { chainPaidUntil, lifeEnd } = machine
  if (chainPaidUntil === null || chainPaidUntil < lifeEnd) return chainPaidUntil
  return lifeEnd
}

/** New `paidUntil` of `activateMachine` on chain, for a payment in a block of time `at`. */
export const extendPaidUntil = (input: {
  readonly chainPaidUntil: bigint | null
  readonly at: bigint
  readonly periods: number
}): bigint => {
  const now = BigInt(ceilHour(Number(input.at)))
  const from = input.chainPaidUntil !== null && input.chainPaidUntil > now ? input.chainPaidUntil : now
  return from + BigInt(input.periods * PERIOD_SECONDS)
}

/**
 * Changes of power by a payment that is final at `at`. The leaving of a machine that still produces moves to
 * the new end (an equal joining cancels the former leaving); another machine joins at `at`. Power leaves
 * exactly at the end.
 */
export const powerChangesOf = (
  machine: MachinePaid,
  payment: { readonly at: bigint; readonly chainPaidUntil: bigint },
): readonly PowerChange[] => {
  const before = paidUntilOf(machine)
  const after = paidUntilOf({ ...machine, chainPaidUntil: payment.chainPaidUntil }) ?? 0n
  const producing = before !== null && before > payment.at
  const joins = producing ? before : payment.at
  if (after <= joins) return []
  return [
    { at: joins, delta: machine.power },
    { at: after, delta: -machine.power },
  ]
}

/** Adds up changes of the same moment, in order of time. */
export const sumChanges = (changes: readonly PowerChange[]): readonly PowerChange[] => {
  const sums = new Map<bigint, bigint>()
  for (const { at, delta } of changes) sums.set(at, (sums.get(at) ?? 0n) + delta)
  return [...sums].map(([at, delta]) => ({ at, delta })).sort((a, b) => (a.at < b.at ? -1 : 1))
}
