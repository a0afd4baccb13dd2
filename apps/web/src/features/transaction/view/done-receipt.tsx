import type { TokenAmount } from '../../../chain/vouchers/voucher-tokens.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { useT } from '../../../i18n/use-t.ts'
import { Receipt, type ReceiptRow } from '../../../ui/lists/receipt.tsx'
import { outRow } from '../../../ui/lists/receipt-rows.tsx'
import type { FlowState } from '../flow/flow-state.ts'
import { sumsOf } from '../plan/outline.ts'
import { kindOfPlan, takesFromAccount } from '../plan/plan-kind.ts'
import { goalRows } from './outline-view.tsx'
import { useTotalRows } from './payer-rows.tsx'
import { receiptParts } from './receipt-rows.tsx'
import { ReceiptSection } from './receipt-view.tsx'

type Done = Pick<FlowState, 'plan' | 'outline' | 'done'>

/** Total that the calls took out of the wallet, less what earlier ones brought; a withdrawal pays nothing. */
export const paidIn = ({ plan, done }: Done): readonly TokenAmount[] =>
  plan === null || takesFromAccount(kindOfPlan(plan))
    ? []
    : sumsOf([
        ...done.flatMap(({ paid }) => paid),
        ...done.flatMap(({ came }) => came.map(({ token, amount }) => ({ token, amount: -amount }))),
        ...plan.spends,
      ])

/** Receipt rows of what left: of one call by purpose, of several by token. */
export const leftRows = (t: Translate, state: Done): readonly ReceiptRow[] => {
  const { plan, done } = state
  if (plan === null) return []
  if (done.length === 0 || takesFromAccount(kindOfPlan(plan))) return receiptParts(t, plan).leaving
  return paidIn(state).map(({ token, amount }) => outRow(token, amount, token))
}

/** Receipt rows of what came, with its times; for a purchase also its electricity. */
export const cameRows = (t: Translate, { plan, outline, done }: Done): readonly ReceiptRow[] => {
  if (plan === null) return []
  const parts = receiptParts(t, plan)
  const last = parts.done ?? parts.coming
  if (outline === null || !done.some(({ leg }) => leg.isGoal)) return last
  const goal = goalRows(t, outline)
  return [...goal, ...last.filter(({ label }) => goal.every((row) => row.label !== label))]
}

/** Rows of what left, with the total in dollars. */
export const useLeftRows = (state: Done): readonly ReceiptRow[] => {
  const t = useT()
  const total = useTotalRows(t, paidIn(state), state.plan?.voucher?.prices)
  return [...leftRows(t, state), ...total]
}

/** Receipt of a finished transaction, with its link. */
export const DoneReceipt = ({ state, at }: { readonly state: Done; readonly at: readonly ReceiptRow[] }) => {
  const t = useT()
  const left = useLeftRows(state)
  const came = cameRows(t, state)
  return (
    <>
      {left.length === 0 ? null : <ReceiptSection title={t('tx.done.paid')} rows={left} />}
      {came.length === 0 ? null : <ReceiptSection title={t('tx.done.got')} rows={came} />}
      {at.length === 0 ? null : <Receipt rows={at} />}
    </>
  )
}
