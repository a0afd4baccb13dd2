import { readVoucherMessage } from '../../chain/voucher-message.ts'
import type { Translate } from '../../i18n/translate.ts'
import { useT } from '../../i18n/use-t.ts'
import { Address } from '../../ui/address.tsx'
import { Amount } from '../../ui/amount.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { formatDate } from '../../ui/format.ts'
import { Icon } from '../../ui/icons.tsx'
import { Receipt, type ReceiptRow } from '../../ui/receipt.tsx'
import { ChangesNote } from './changes-note.tsx'
import type { FlowState } from './machine.ts'
import type { Plan } from './plan.ts'
import { comingRows, leavingRows, priceRows, signedRows } from './receipt-rows.tsx'

const gasRow = (t: Translate, { gas }: Plan): ReceiptRow => ({
  label: t('tx.row.fee'),
  value: <Amount value={gas.cost} token="BNB" size="sm" />,
})

/** What leaves, what comes, at which price, until when: before anything is signed. */
export function ReceiptView({ plan, state }: { readonly plan: Plan; readonly state: FlowState }) {
  const t = useT()
  if (plan.voucher === null) return <RevocationReceipt plan={plan} />
  const message = readVoucherMessage(plan.voucher.typedData)
  const until = formatDate(plan.voucher.deadline * 1_000, 'HMS')
  return (
    <div className="flex flex-col gap-3">
      <ChangesNote changes={state.changes} renewals={state.renewals} />
      <Section title={t('tx.leaves')} rows={leavingRows(t, message)} />
      <Section title={t('tx.comes')} rows={comingRows(t, message, plan.voucher)} />
      <Receipt
        rows={[...priceRows(t, plan.voucher), gasRow(t, plan), { label: t('tx.row.until'), value: until }]}
      />
      <p className="flex items-start gap-2 text-14 text-t2">
        <span className="mt-0.5 text-in">
          <Icon name="shield" size={18} />
        </span>
        {t('tx.verified', { block: String(plan.blockNumber) })}
      </p>
      {message.primaryType === 'BuyMachine' ? <Banner tone="off">{t('tx.risk.buy')}</Banner> : null}
      {message.primaryType === 'ActivateMachine' ? <Banner tone="off">{t('tx.risk.activate')}</Banner> : null}
      {message.primaryType === 'WithdrawDR' ? <Banner tone="off">{t('tx.hold', { until })}</Banner> : null}
      <Disclosure title={t('tx.signedFields')}>
        <Receipt rows={signedRows(plan.voucher)} />
      </Disclosure>
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

function RevocationReceipt({ plan }: { readonly plan: Plan }) {
  const t = useT()
  const { intent } = plan
  if (intent?.kind !== 'revokeApproval') return null
  return (
    <div className="flex flex-col gap-3">
      <p className="text-14 text-t2">{t('tx.revoke.lead')}</p>
      <Receipt
        rows={[
          { label: t('tx.row.token'), value: intent.token },
          { label: t('tx.row.spender'), value: <Address address={intent.spender} /> },
          gasRow(t, plan),
        ]}
      />
    </div>
  )
}
