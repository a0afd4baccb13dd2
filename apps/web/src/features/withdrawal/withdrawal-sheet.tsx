import type { Withdrawal } from '@dr/protocol/calls/withdrawal'
import { ExplorerLink } from '../../chain/explorer-link.tsx'
import type { Translate } from '../../i18n/translate.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Button } from '../../ui/form/button.tsx'
import { Receipt, type ReceiptRow } from '../../ui/lists/receipt.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { Address } from '../../ui/text/address.tsx'
import { formatDate } from '../../ui/text/format.ts'
import { openTransaction } from '../transaction/intents.ts'
import { shownStatus, statusTones } from './withdrawal-row.tsx'

type WithdrawalSheetProps = {
  readonly withdrawal: Withdrawal
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/**
 * Burn of a withdrawal: part of the DR; for USDT out of the wallet, at most this until its event is known.
 */
const burnRows = (
  t: Translate,
  { token, burnAmount, burned, burnFree }: Withdrawal,
): readonly ReceiptRow[] => {
  const row = (label: string, value: string): ReceiptRow => ({
    label,
    value: <Amount value={-BigInt(value)} token="DR" size="sm" />,
    tone: 'out',
  })
  return [
    ...(burnFree === '0'
      ? []
      : [
          {
            label: t('assets.part.burnFree'),
            value: <Amount value={BigInt(burnFree)} token={token} size="sm" tone="in" />,
          },
        ]),
    ...(burned === null
      ? [row(t('withdrawal.burnMax'), burnAmount)]
      : [row(t('withdrawal.burnedSoFar'), burned)]),
  ]
}

/** Details of one withdrawal; an open one can be continued. */
export const WithdrawalSheet = ({ withdrawal, open, onOpenChange }: WithdrawalSheetProps) => {
  const t = useT()
  const status = shownStatus(withdrawal)
  const { orderId, token, txHash } = withdrawal
  const rows: ReceiptRow[] = [
    {
      label: t('tx.row.fromAccount', { account: t(`assets.account.${withdrawal.account}`) }),
      value: <Amount value={BigInt(withdrawal.amount)} token={token} size="sm" />,
    },
    ...burnRows(t, withdrawal),
    {
      label: t('withdrawal.received'),
      value: <Amount value={BigInt(withdrawal.received)} token={token} size="sm" />,
      tone: 'in',
      total: true,
    },
    { label: t('ledger.detail.time'), value: formatDate(withdrawal.createdAt, 'YMDHMS') },
    { label: t('withdrawal.deadline'), value: formatDate(withdrawal.deadline * 1_000, 'YMDHMS') },
    { label: t('ledger.detail.order'), value: <span className="break-all">{orderId}</span> },
    { label: t('withdrawal.contract'), value: <Address address={withdrawal.contract} /> },
    { label: t('withdrawal.digest'), value: <Address address={withdrawal.digest} /> },
  ]
  if (txHash) rows.push({ label: t('ledger.detail.tx'), value: <Address address={txHash} /> })
  const resume = (): void => {
    onOpenChange(false)
    void openTransaction({ kind: 'resume', orderId })
  }
  return (
    <Sheet
      name="withdrawal"
      open={open}
      onOpenChange={onOpenChange}
      title={t('withdrawal.title')}
      description={<Chip tone={statusTones[status]}>{t(`withdrawal.status.${status}`)}</Chip>}
      footer={
        status === 'open' ? (
          <Button variant="primary" onClick={resume}>
            {t('withdrawal.continue')}
          </Button>
        ) : null
      }
    >
      <Receipt rows={rows} />
      <ExplorerLink tx={txHash} />
    </Sheet>
  )
}
