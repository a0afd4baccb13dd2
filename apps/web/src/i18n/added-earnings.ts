import type { MachineEarnings } from '@dr/protocol/rules/mining-rate'
import { earningsText, formatRate } from './rate-text.ts'
import type { Translate } from './translate.ts'

/** What machines that are bought bring their owner a day; the buy sheet and the calculator say the same. */
export interface AddedEarnings {
  /** What they add to what the owner has. */
  readonly adds: string
  /** What they mine by themselves and why they add less; null where the owner has no other machines. */
  readonly less: { readonly mined: string; readonly why: string } | null
}

export const addedEarnings = (t: Translate, earnings: MachineEarnings): AddedEarnings => {
  const mined = earningsText(t, earnings)
  if (earnings.addsPerDay >= earnings.perDay) return { adds: mined, less: null }
  const amount = formatRate(earnings.addsPerDay)
  return {
    adds: t('earnings.adds', { amount }),
    less: { mined, why: t('earnings.addsToYours', { amount }) },
  }
}
