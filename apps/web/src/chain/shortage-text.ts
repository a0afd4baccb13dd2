import { ceilingAt, formatAmount } from '@dr/protocol/amounts'
import type { MessageKey } from '../i18n/keys.ts'
import type { Translate } from '../i18n/translate.ts'
import type { Preparation } from './shortage.rules.ts'
import type { TokenAmount } from './voucher-tokens.ts'

const DECIMALS = 4
/** What is paid is cut upwards, what comes downwards: never better than it is. */
export const atMostText = (amount: bigint): string =>
  formatAmount(ceilingAt(amount, DECIMALS), { maxDecimals: DECIMALS })

export const PREPARE_KEYS = {
  swap: 'tx.step.swapFor',
  wrap: 'tx.step.wrapFor',
  unwrap: 'tx.step.unwrapFor',
} as const satisfies Record<Preparation['kind'], MessageKey>

/** `Swap 12.5 USDT for 20 DR`. */
export const prepareText = (
  t: Translate,
  step: { readonly kind: Preparation['kind']; readonly paid: TokenAmount; readonly given: TokenAmount },
): string =>
  t(PREPARE_KEYS[step.kind], {
    pays: `${atMostText(step.paid.amount)} ${step.paid.token}`,
    gives: `${formatAmount(step.given.amount, { maxDecimals: DECIMALS })} ${step.given.token}`,
  })

/** A step of a solution, in words. */
export const preparationText = (t: Translate, { kind, input, output, pays, gives }: Preparation): string =>
  prepareText(t, { kind, paid: { token: input, amount: pays }, given: { token: output, amount: gives } })

/** What a payment is for, where its button says what comes first. */
export type Goal = 'buy' | 'pay' | 'subscribe' | 'withdraw' | 'enter' | 'swap'

/**
 * The button's words where something comes first: `Swap 18.1 USDT, then buy`. Of several kinds of steps it names the
 * one that costs most to do: a swap, then wrapping. Null: nothing comes first.
 */
export function wayText(t: Translate, steps: readonly Preparation[], goal: Goal): string | null {
  const way = (['swap', 'wrap', 'unwrap'] as const).find((kind) => steps.some((step) => step.kind === kind))
  const named = steps.filter(({ kind }) => kind === way)
  const [first] = named
  if (way === undefined || first === undefined) return null
  const amount = named.reduce((sum, { pays }) => sum + pays, 0n)
  return t(`tx.way.${goal}`, { way, pays: `${atMostText(amount)} ${first.input}` })
}
