import type { Voucher } from '@dr/protocol/calls/voucher'
import type { Translate } from '../../../i18n/translate.ts'
import { useT } from '../../../i18n/use-t.ts'
import { Amount } from '../../../ui/amounts/amount.tsx'
import { Banner } from '../../../ui/layout/banner.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { Receipt, type ReceiptRow } from '../../../ui/lists/receipt.tsx'
import { Icon } from '../../../ui/pictures/icons.tsx'
import { formatCount, formatDate } from '../../../ui/text/format.ts'
import type { FlowState } from '../flow/flow-state.ts'
import { paysAtMost, startsWithGoal } from '../plan/outline.ts'
import type { Plan } from '../plan/plan.ts'
import { kindOfPlan, takesFromAccount } from '../plan/plan-kind.ts'
import { ChangesNote } from './changes-note.tsx'
import { laterRows } from './outline-view.tsx'
import { signerRow, useTotalRows } from './payer-rows.tsx'
import { priceRows, receiptParts, signedRows } from './receipt-rows.tsx'

const gasRow = (t: Translate, { gas }: Pick<Plan, 'gas'>): ReceiptRow => ({
  label: t('tx.row.fee'),
  value: <Amount value={gas.cost} token="BNB" size="sm" />,
})

/** Receipt before signing: what leaves, what comes, the price, and the deadline. */
export const ReceiptView = ({ plan, state }: { readonly plan: Plan; readonly state: FlowState }) => {
  const t = useT()
  const { voucher, intent } = plan
  const { leaving, coming, note } = receiptParts(t, plan)
  const revokes = intent?.kind === 'revokeApproval'
  // A withdrawal takes from the user’s own account: nothing is paid.
  const withdraws = takesFromAccount(kindOfPlan(plan))
  // Electricity is shown with its purchase; legs before a purchase are shown alone.
  const whole = state.outline !== null && startsWithGoal(state.outline) ? state.outline : null
  const later = whole?.legs.slice(1) ?? []
  const signer = signerRow(t, { account: plan.account, receives: leaving.length === 0 || withdraws })
  const total = useTotalRows(t, withdraws ? [] : [...plan.spends, ...paysAtMost(later)], voucher?.prices)
  return (
    <div className="flex flex-col gap-3">
      <ChangesNote changes={state.changes} renewals={state.renewals} />
      {revokes ? <p className="text-14 text-t2">{t('tx.revoke.lead')}</p> : null}
      {leaving.length > 0 ? (
        <ReceiptSection
          title={t(withdraws ? 'tx.leaves.account' : 'tx.leaves')}
          rows={[signer, ...leaving, ...laterRows(later, t('tx.row.burnedForPower')), ...total]}
        />
      ) : (
        <Receipt rows={[signer]} />
      )}
      {revokes ? <Receipt rows={coming} /> : <ReceiptSection title={t('tx.comes')} rows={coming} />}
      <Receipt rows={[gasRow(t, whole ?? plan)]} />
      {note === undefined ? null : <Banner tone="off">{note}</Banner>}
      {voucher === null ? null : <Details plan={{ ...plan, voucher }} />}
    </div>
  )
}

/** Folded list of the checks that the device made before it asks for a signature. */
const Details = ({
  plan: { voucher, blockNumber },
}: {
  readonly plan: Plan & { readonly voucher: Voucher }
}) => {
  const t = useT()
  return (
    <>
      <p className="flex items-start gap-2 text-12 text-t2">
        <span className="text-in">
          <Icon name="shield" size={16} />
        </span>
        <span>{t('tx.verified', { block: formatCount(blockNumber) })}</span>
      </p>
      <Disclosure title={t('tx.details')}>
        <div className="flex flex-col gap-2">
          <Receipt
            rows={[
              ...priceRows(t, voucher),
              { label: t('tx.row.until'), value: formatDate(voucher.deadline * 1_000, 'HMS') },
            ]}
          />
          <p className="text-14 font-semibold text-t1">{t('tx.signedFields')}</p>
          <Receipt rows={signedRows(voucher)} />
        </div>
      </Disclosure>
    </>
  )
}

/** Rows under their heading. */
export const ReceiptSection = ({
  title,
  rows,
}: {
  readonly title: string
  readonly rows: readonly ReceiptRow[]
}) => (
  <section>
    <h3 className="mb-1.5 text-12 text-t2">{title}</h3>
    <Receipt rows={rows} />
  </section>
)
