import type { Translate } from '../../../i18n/translate.ts'
import { Chip } from '../../../ui/chip.tsx'
import type { ReceiptRow } from '../../../ui/lists/receipt.tsx'
import { TransactionLink } from './transaction-link.tsx'

export const finalRow = (t: Translate, hash: string | null): ReceiptRow => ({
  label: t('tx.row.transaction'),
  value: (
    <span className="flex flex-wrap items-center justify-end gap-x-2">
      {hash === null ? null : <TransactionLink hash={hash} />}
      <Chip tone="in">{t('tx.final')}</Chip>
    </span>
  ),
})
