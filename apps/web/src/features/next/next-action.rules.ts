/** Next action of an account: one, chosen from an ordered list; never one that would be refused. */
import { mulDivDown, mulDivUp, WAD } from '@dr/protocol/amounts'
import type { MachineState } from '@dr/protocol/calls/user-mining'
import { BPS } from '@dr/protocol/constants'
import { electricityFee } from '@dr/protocol/rules/machine-cost'

/** Balances of the wallet, base units. */
interface Funds {
  readonly BNB: bigint
  readonly USDT: bigint
  readonly USDR: bigint
  readonly DRGV: bigint
  readonly DR: bigint
}

export interface AccountFacts {
  readonly wrongNetwork: boolean
  /** An inviter is bound (10014 without one). */
  readonly activated: boolean
  /** Machines: never powered; powered before and could be again; paid for and about to start; producing. */
  readonly machines: {
    readonly idle: number
    readonly paused: number
    readonly starting: number
    readonly producing: number
  }
  /** Every idle and paused machine was read, and one order can take them all. */
  readonly stillListed: boolean
  /** Released DR that collecting would move, base units. */
  readonly accrued: bigint
  readonly collectedTotal: bigint
  /** Null: unknown, which is not zero. */
  readonly wallet: Funds | null
  /** Cost of the cheapest machine on sale. Null: none is on sale, or there is no price. */
  readonly cheapest: { readonly USDT: bigint; readonly DRGV: bigint } | null
  /** USDT for one DRGV, 18 decimals; null: no price, and nothing can be swapped. */
  readonly drgvPrice: bigint | null
  /** USDT for one DR, 18 decimals; null: no price, and none can be swapped. */
  readonly drPrice: bigint | null
  /** Electricity that ends within the reminder period: its end (Unix seconds), and the number of machines. */
  readonly ending: { readonly at: number; readonly count: number } | null
  /** POD power that is neither pledged nor joining, POD units. */
  readonly unpledged: bigint
  /** Matured principal and income that could be reinvested, base units. */
  readonly matured: { readonly USDT: bigint; readonly DR: bigint }
}

type Lack = 'tokens' | 'gas'

export type NextAction =
  | { readonly kind: 'switch-network' }
  /** Get the tokens that a purchase or electricity needs; `gas`: only the network fee. */
  | { readonly kind: 'fund'; readonly reason: 'buy'; readonly lacks: Lack }
  /** `count`: the machines whose electricity it is for. */
  | { readonly kind: 'fund'; readonly reason: 'power'; readonly lacks: Lack; readonly count: number }
  | { readonly kind: 'bind' }
  | { readonly kind: 'buy' }
  | { readonly kind: 'power'; readonly state: 'not-activated' | 'paused' | 'both'; readonly count: number }
  | { readonly kind: 'renew'; readonly at: number; readonly count: number }
  | { readonly kind: 'pledge'; readonly amount: bigint }
  | { readonly kind: 'reinvest'; readonly USDT: bigint; readonly DR: bigint }
  /** Everything runs; the figure above has its own collect button. */
  | { readonly kind: 'wait' }

/** Margin for a swap's fee and price move, in 1/10,000. */
const SWAP_MARGIN_BPS = 200n

const withMargin = (value: bigint): bigint => mulDivUp(value, BPS + SWAP_MARGIN_BPS, BPS)

/**
 * Token that the wallet lacks for this price, even after the swaps that a plan would make: USDT unwrapped
 * from USDR, and USDT or DR swapped for the rest. Null: none.
 */
const lacks = (
  { wallet, drgvPrice, drPrice }: Pick<AccountFacts, 'wallet' | 'drgvPrice' | 'drPrice'>,
  price: { readonly USDT: bigint; readonly DRGV: bigint },
): Lack | null => {
  if (wallet === null) return null
  const covered = wallet.BNB === 0n ? 'gas' : null
  const lacking = price.DRGV > wallet.DRGV ? price.DRGV - wallet.DRGV : 0n
  if (lacking > 0n && drgvPrice === null) return 'tokens'
  const need = price.USDT + withMargin(mulDivUp(lacking, drgvPrice ?? 0n, WAD))
  const short = need - wallet.USDT - wallet.USDR
  if (short <= 0n) return covered
  return mulDivDown(wallet.DR, drPrice ?? 0n, WAD) >= withMargin(short) ? covered : 'tokens'
}

/** Action that gets the missing tokens for the electricity of `count` machines; null: none is missing. */
const fundPower = (facts: AccountFacts, count: number): NextAction | null => {
  const lack = lacks(facts, { USDT: 0n, DRGV: electricityFee({ machines: count, periods: 1 }) })
  return lack === null ? null : { kind: 'fund', reason: 'power', lacks: lack, count }
}

const owned = ({ machines }: AccountFacts): number =>
  machines.idle + machines.paused + machines.starting + machines.producing

/** Purchase of the first machine, or the action that it needs first. */
const start = (facts: AccountFacts): NextAction | null => {
  if (owned(facts) > 0 || facts.cheapest === null) return null
  const lack = lacks(facts, facts.cheapest)
  if (lack !== null) return { kind: 'fund', reason: 'buy', lacks: lack }
  return facts.activated ? { kind: 'buy' } : null
}

/**
 * Electricity for machines that do not produce: all if one order takes them, otherwise those that never ran
 * first.
 */
const power = (facts: AccountFacts): NextAction | null => {
  const { idle, paused } = facts.machines
  if (idle + paused === 0 || !facts.activated) return null
  const both = idle > 0 && paused > 0 && facts.stillListed
  const count = both ? idle + paused : idle > 0 ? idle : paused
  const state = both ? 'both' : idle > 0 ? 'not-activated' : 'paused'
  return fundPower(facts, count) ?? { kind: 'power', state, count }
}

const renew = (facts: AccountFacts): NextAction | null => {
  const { ending, activated } = facts
  if (ending === null || !activated) return null
  return fundPower(facts, ending.count) ?? { kind: 'renew', ...ending }
}

/** First action of the list that applies. Collecting is not included, since it has its own button. */
export const nextAction = (facts: AccountFacts): NextAction => {
  const { activated, matured, unpledged } = facts
  if (facts.wrongNetwork) return { kind: 'switch-network' }
  const first = start(facts)
  if (first?.kind === 'fund') return first
  if (!activated) return { kind: 'bind' }
  const paid = first ?? power(facts) ?? renew(facts)
  if (paid !== null) return paid
  if (unpledged > 0n) return { kind: 'pledge', amount: unpledged }
  if (matured.USDT > 0n || matured.DR > 0n) return { kind: 'reinvest', ...matured }
  return { kind: 'wait' }
}

/** Steps from an empty wallet to the first collected DR. */
const START_STEPS = ['fund', 'bind', 'buy', 'power', 'collect'] as const
export type StartStep = (typeof START_STEPS)[number]
export interface StartState {
  readonly step: StartStep
  readonly state: 'done' | 'now' | 'later'
}

/** Number of machines by state, from a reading. */
export const countsOf = (
  machines: Readonly<Partial<Record<MachineState, number>>>,
): AccountFacts['machines'] => ({
  idle: machines['not-activated'] ?? 0,
  paused: machines.paused ?? 0,
  starting: machines.activated ?? 0,
  producing: machines.producing ?? 0,
})

/** Number of paused machines that can be powered again: neither ended ones nor unread ones count. */
export const payableOf = (
  count: number,
  read:
    | { readonly machines: readonly { readonly periodsLeft: number }[]; readonly complete: boolean }
    | undefined,
): number => {
  if (read === undefined) return 0
  return read.complete ? read.machines.filter(({ periodsLeft }) => periodsLeft > 0).length : count
}

/** Whether nothing was ever mined: the account then sees the first steps instead of a 0. */
export const isStarting = ({
  machines,
  accrued,
  collectedTotal,
}: Pick<AccountFacts, 'machines' | 'accrued' | 'collectedTotal'>): boolean =>
  accrued === 0n && collectedTotal === 0n && machines.producing === 0 && machines.paused === 0

/** Steps of a new account; `bind` only if no inviter is bound. */
export const startSteps = (facts: AccountFacts): readonly StartState[] => {
  const { machines, activated, cheapest } = facts
  const done: Record<StartStep, boolean> = {
    fund: owned(facts) > 0 || (cheapest !== null && lacks(facts, cheapest) === null),
    bind: activated,
    buy: owned(facts) > 0,
    power: machines.producing + machines.starting > 0,
    collect: false,
  }
  const steps = START_STEPS.filter((step) => step !== 'bind' || !activated)
  const now = steps.find((step) => !done[step])
  return steps.map((step) => ({ step, state: done[step] ? 'done' : step === now ? 'now' : 'later' }))
}
