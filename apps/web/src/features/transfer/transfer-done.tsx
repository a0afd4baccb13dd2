import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Button } from '../../ui/form/button.tsx'
import { Receipt } from '../../ui/lists/receipt.tsx'
import { Icon } from '../../ui/pictures/icons.tsx'
import { Address } from '../../ui/text/address.tsx'
import { moment } from '../../ui/text/moment.ts'
import type { FinishedTransfer } from './types.ts'

type TransferDoneProps = { readonly result: FinishedTransfer; readonly onClose: () => void }

/** Result of a transfer, with its ledger line. */
export const TransferDone = ({ result, onClose }: TransferDoneProps) => {
  const t = useT()
  const { to, token, amount, journalId, availableAt } = result
  return (
    <div className="flex flex-col gap-4">
      <p className="flex items-center gap-2.5 text-16 font-semibold text-in" role="status">
        <Icon name="check" />
        {t('transfer.done')}
      </p>
      <Receipt
        rows={[
          { label: t('transfer.receiver'), value: <Address address={to} icon copyable={false} /> },
          {
            label: t('transfer.amount'),
            value: <Amount value={BigInt(amount)} token={token} size="sm" />,
          },
          { label: t('transfer.journal'), value: `#${journalId}` },
          { label: t('transfer.usable'), value: moment(availableAt) },
        ]}
      />
      <Button variant="primary" onClick={onClose}>
        {t('common.close')}
      </Button>
    </div>
  )
}
