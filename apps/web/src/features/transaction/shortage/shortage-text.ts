import { ceilingAt, formatAmount, type Token } from '@dr/protocol/amounts'
import type { Preparation } from '../../../chain/shortage/shortage.rules.ts'
import type { TokenAmount } from '../../../chain/vouchers/voucher-tokens.ts'
import type { MessageKey } from '../../../i18n/keys.ts'
import type { Translate } from '../../../i18n/translate.ts'

const DECIMALS = 4
/** Rounds a paid amount up, so that it is never shown lower than it is. */
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

/** Text of a step of a solution. */
export const preparationText = (t: Translate, { kind, input, output, pays, gives }: Preparation): string =>
  prepareText(t, { kind, paid: { token: input, amount: pays }, given: { token: output, amount: gives } })

/** Purpose of a payment, named on its button after the step that comes first. */
export type PayAction = 'buy' | 'pay' | 'subscribe' | 'withdraw' | 'enter' | 'swap'

/**
 * Label with the steps that come first: `Swap 18.1 USDT, then buy`. Of several kinds it names a swap before
 * wrapping; of swaps, tokens that the wallet has, not those that another swap gives. Null: no step comes
 * first.
 */
export const wayText = (t: Translate, steps: readonly Preparation[], goal: PayAction): string | null => {
  const way = (['swap', 'wrap', 'unwrap'] as const).find((kind) => steps.some((step) => step.kind === kind))
  if (way === undefined) return null
  const paid = new Map<Token, bigint>()
  const given = new Map<Token, bigint>()
  const add = (sums: Map<Token, bigint>, token: Token, amount: bigint): void => {
    sums.set(token, (sums.get(token) ?? 0n) + amount)
  }
  for (const { kind, input, output, pays, gives } of steps) {
    if (kind !== way) continue
    const before = given.get(input) ?? 0n
    const own = pays > before ? pays - before : 0n
    if (own > 0n) add(paid, input, own)
    add(given, input, own - pays)
    add(given, output, gives)
  }
  const pays = [...paid].map(([token, amount]) => `${atMostText(amount)} ${token}`).join(' + ')
  return t(`tx.way.${goal}`, { way, pays })
}
