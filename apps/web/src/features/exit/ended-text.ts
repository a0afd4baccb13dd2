import { formatAmount } from '@dr/protocol/amounts'
import type { BookReport } from '../../../exit/report.ts'
import type { UserBalance } from '../../api/queries/user-money.ts'
import type { Translate } from '../../i18n/translate.ts'
import { endedFor } from './exit-sums.ts'

/** Packages that end when all that the book pays is claimed; null: none. */
export const endedText = (
  t: Translate,
  book: BookReport,
  balances: readonly UserBalance[] | undefined,
): string | null => {
  const ended = book.claim && endedFor(book, book.claim.amount, balances)
  if (book.claim === null || ended === 0n) return null
  if (ended === null) return t('tx.note.leaveMay')
  return t('tx.note.leavePackages', {
    amount: `${formatAmount(ended, { maxDecimals: 2 })} ${book.name.token}`,
  })
}
