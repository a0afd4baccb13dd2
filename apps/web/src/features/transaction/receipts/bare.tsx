import type { Translate } from '../../../i18n/translate.ts'
import { Address } from '../../../ui/address.tsx'
import type { BareIntent } from '../bare-call.ts'
import { at, inRow, outRow, type ReceiptParts } from './rows.tsx'

/** Receipts of what needs no voucher. */
export function bareReceipt(t: Translate, intent: BareIntent): ReceiptParts {
  switch (intent.kind) {
    case 'deposit': {
      const { token, amount, shown } = intent
      return {
        leaving: [outRow(t('tx.row.toNodeVault'), amount, token)],
        coming: [
          { label: t('tx.row.term'), value: t('common.days', { count: shown.termDays }) },
          inRow(t('tx.row.income'), shown.income, shown.incomeToken),
          inRow(t('tx.row.principalBack'), amount, token),
        ],
        note: t('tx.risk.deposit'),
      }
    }
    case 'wrapUSDR':
    case 'unwrapUSDR': {
      const [from, to] =
        intent.kind === 'wrapUSDR' ? (['USDT', 'USDR'] as const) : (['USDR', 'USDT'] as const)
      return {
        leaving: [outRow(t('tx.row.fromWallet'), intent.amount, from)],
        coming: [inRow(t('tx.row.toWallet'), intent.amount, to)],
        note: t('tx.note.wrap'),
      }
    }
    case 'enterDraw': {
      const { round, digit, amount, prize, closesAt } = intent
      return {
        leaving: [outRow(t('tx.row.burnedForEver'), amount, 'DR')],
        coming: [
          { label: t('tx.row.draw'), value: t('tx.row.drawDigit', { round: String(round), digit }) },
          inRow(t('tx.row.prizeIfDrawn'), prize, 'DR'),
          { label: t('tx.row.drawCloses'), value: at(closesAt) },
        ],
        note: t('tx.risk.draw'),
      }
    }
    case 'claimDraw':
      return {
        leaving: [],
        coming: [
          { label: t('tx.row.draw'), value: String(intent.round) },
          inRow(t('tx.row.toWallet'), intent.amount, 'DR'),
        ],
      }
    case 'revokeApproval':
      return {
        leaving: [],
        coming: [
          { label: t('tx.row.token'), value: intent.token },
          { label: t('tx.row.spender'), value: <Address address={intent.spender} /> },
        ],
      }
  }
}
