import { formatAmount } from '@dr/protocol/amounts'
import { getAddress } from 'viem'
import { formatWorthBeside } from '../../../i18n/rate-text.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { Address } from '../../../ui/address.tsx'
import { formatBps, formatPercent } from '../../../ui/format.ts'
import { NotedAmount } from '../../../ui/noted-amount.tsx'
import type { BareIntent } from '../bare-call.ts'
import { at, inRow, outRow, type ReceiptParts } from './rows.tsx'

const short = (value: bigint): string => formatAmount(value, { maxDecimals: 2 })

/** A deposit's offer, down to what is left when everything is withdrawn: the principal whole, the income less its burn. */
function depositReceipt(t: Translate, intent: Extract<BareIntent, { kind: 'deposit' }>): ReceiptParts {
  const { token, amount, shown } = intent
  const { termDays, incomeToken, yearlyRate, burnBps, result } = shown
  const { income, burn, burnDr, net, worth } = result
  const fromWallet =
    incomeToken === 'DR' || burnDr === null ? null : t('packages.burnDr', { amount: short(burnDr) })
  const usd =
    incomeToken === 'USDT' || worth === null
      ? null
      : t('packages.worth', { amount: formatWorthBeside(worth) })
  return {
    leaving: [outRow(t('tx.row.toNodeVault'), amount, token)],
    coming: [
      { label: t('tx.row.term'), value: t('common.days', { count: termDays }) },
      { label: t('packages.row.yearly'), value: formatPercent(yearlyRate) },
      inRow(t('tx.row.income'), income, incomeToken),
      inRow(t('tx.row.principalBack'), amount, token),
      {
        label: t('packages.row.burn', { percent: formatBps(burnBps) }),
        value: <NotedAmount value={-burn} token={incomeToken} tone="out" note={fromWallet} />,
      },
      {
        label: t('packages.row.net'),
        value: <NotedAmount value={net} token={incomeToken} signed tone="in" note={usd} />,
        total: true,
      },
    ],
    note: t('tx.risk.deposit'),
  }
}

/** Receipts of what needs no voucher. */
export function bareReceipt(t: Translate, intent: BareIntent): ReceiptParts {
  switch (intent.kind) {
    case 'deposit':
      return depositReceipt(t, intent)
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
          { label: t('tx.row.spender'), value: <Address address={getAddress(intent.spender)} /> },
        ],
      }
  }
}
