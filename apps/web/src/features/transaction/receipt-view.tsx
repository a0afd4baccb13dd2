import type { Translate } from '../../i18n/translate.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amount.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { formatDate } from '../../ui/format.ts'
import { Icon } from '../../ui/icons.tsx'
import { Receipt, type ReceiptRow } from '../../ui/receipt.tsx'
import { ChangesNote } from './changes-note.tsx'
import type { FlowState } from './machine.ts'
import type { Plan } from './plan.ts'
import { priceRows, receiptParts, signedRows } from './receipt-rows.tsx'

const gasRow = (t: Translate, { gas }: Plan): ReceiptRow => ({
  label: t('tx.row.fee'),
  value: <Amount value={gas.cost} token="BNB" size="sm" />,
})

/** What leaves, what comes, at which price, until when: before anything is signed. */
export function ReceiptView({ plan, state }: { readonly plan: Plan; readonly state: FlowState }) {
  const t = useT()
  const { voucher, intent } = plan
  const { leaving, coming, note } = receiptParts(t, plan)
  const terms =
    voucher === null
      ? [gasRow(t, plan)]
      : [
          ...priceRows(t, voucher),
          gasRow(t, plan),
          { label: t('tx.row.until'), value: formatDate(voucher.deadline * 1_000, 'HMS') },
        ]
  const revokes = intent?.kind === 'revokeApproval'
  return (
    <div className="flex flex-col gap-3">
      <ChangesNote changes={state.changes} renewals={state.renewals} />
      {revokes ? <p className="text-14 text-t2">{t('tx.revoke.lead')}</p> : null}
      {leaving.length > 0 ? <Section title={t('tx.leaves')} rows={leaving} /> : null}
      {revokes ? <Receipt rows={coming} /> : <Section title={t('tx.comes')} rows={coming} />}
      <Receipt rows={terms} />
      {voucher === null ? null : (
        <p className="flex items-start gap-2 text-14 text-t2">
          <span className="mt-0.5 text-in">
            <Icon name="shield" size={18} />
          </span>
          {t('tx.verified', { block: String(plan.blockNumber) })}
        </p>
      )}
      {note === undefined ? null : <Banner tone="off">{note}</Banner>}
      {voucher === null ? null : (
        <Disclosure title={t('tx.signedFields')}>
          <Receipt rows={signedRows(voucher)} />
        </Disclosure>
      )}
    </div>
  )
}

function Section({ title, rows }: { readonly title: string; readonly rows: readonly ReceiptRow[] }) {
  return (
    <section>
      <h3 className="mb-1.5 text-12 text-t2">{title}</h3>
      <Receipt rows={rows} />
    </section>
  )
}
