import { ceilingAt, formatAmount } from '@dr/protocol/amounts'
import type { MessageKey } from '../i18n/keys.ts'
import type { Translate } from '../i18n/translate.ts'
import { type Missing, missingText, type Preparation } from './shortage.rules.ts'
import type { TokenAmount } from './voucher-tokens.ts'

/** The words of a form's button: its own, or what is missing and nothing in the wallet can be turned into. */
export const payText = (t: Translate, missing: Missing | null, own: string): string =>
  missing === null ? own : t('tx.short.title', { amount: missingText(missing), token: missing.token })

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
