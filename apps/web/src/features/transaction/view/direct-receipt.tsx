import { formatAmount, shownBetween } from '@dr/protocol/amounts'
import { MACHINE_BATCH_MAX } from '@dr/protocol/constants'
import { electricityFee } from '@dr/protocol/rules/machine-cost'
import { getAddress } from 'viem'
import type { MessageKey } from '../../../i18n/keys.ts'
import { formatWorthBeside } from '../../../i18n/rate-text.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { NotedAmount } from '../../../ui/amounts/noted-amount.tsx'
import { amountRow, at, inRow, outRow } from '../../../ui/lists/receipt-rows.tsx'
import { Identicon } from '../../../ui/pictures/identicon.tsx'
import { Address } from '../../../ui/text/address.tsx'
import { formatBps, formatPercent } from '../../../ui/text/format.ts'
import { day } from '../../../ui/text/moment.ts'
import { sentences } from '../../../ui/text/sentences.ts'
import type { NoVoucher } from '../intents.ts'
import type { ReceiptParts } from '../kinds/kind.ts'
import type { DirectIntent } from '../plan/direct-call.ts'

const short = (value: bigint): string => formatAmount(value, { maxDecimals: 2 })

/**
 * Offer of a deposit, with the rest after everything is withdrawn: the whole principal, and the income less
 * its burn.
 */
const depositReceipt = (t: Translate, intent: Extract<DirectIntent, { kind: 'deposit' }>): ReceiptParts => {
  const { token, amount, shown } = intent
  const { termDays, incomeToken, yearlyRate, burnBps, result, funding } = shown
  const { income, burn, burnDr, net, worth } = result
  const fromWallet =
    incomeToken === 'DR' || burnDr === null ? null : t('packages.burnDr', { amount: short(burnDr) })
  const usd =
    incomeToken === 'USDT' || worth === null
      ? null
      : t('packages.worth', { amount: formatWorthBeside(worth) })
  const term = { label: t('tx.row.term'), value: t('common.days', { count: termDays }) }
  const paid = [
    inRow(t('tx.row.income'), income, incomeToken),
    inRow(t('tx.row.principalBack'), amount, token),
  ]
  return {
    leaving: [outRow(t('tx.row.toNodeVault'), amount, token)],
    done: [term, ...paid],
    coming: [
      term,
      { label: t('packages.row.yearly'), value: formatPercent(yearlyRate) },
      ...paid,
      {
        label: t('packages.row.burn', { percent: formatBps(burnBps) }),
        value: <NotedAmount value={-burn} token={incomeToken} tone="out" note={fromWallet} />,
      },
      {
        label: t('packages.row.net'),
        value: <NotedAmount value={net} token={incomeToken} signed tone="in" note={usd} />,
        total: true,
      },
      ...(funding === undefined
        ? []
        : [
            { label: t('packages.row.funded'), value: day(funding.until) },
            { label: t('packages.row.left'), value: `${short(funding.left)} ${incomeToken}` },
          ]),
    ],
    note: t('tx.risk.deposit'),
  }
}

const noVoucherKeys = {
  silent: 'tx.renew.silent',
  stopped: 'tx.renew.stopped',
  'no-price': 'tx.renew.noPrice',
  blocked: 'tx.renew.blocked',
} as const satisfies Record<NoVoucher, MessageKey>

/** Electricity without a voucher: the same rows as with one, and the reason. */
const renewalReceipt = (
  t: Translate,
  intent: Extract<DirectIntent, { kind: 'renewMachine' }>,
): ReceiptParts => {
  const { machineIDs, Period, because, paidUntil } = intent
  const count = Math.min(machineIDs.length, MACHINE_BATCH_MAX)
  return {
    leaving: [outRow(t('tx.row.burned'), electricityFee({ machines: count, periods: Period }), 'DRGV')],
    coming: [
      { label: t('tx.row.machines'), value: t('tx.machineCount', { count }), tone: 'in' },
      { label: t('tx.row.electricity'), value: t('tx.periods', { count: Period }) },
      { label: t('tx.row.paidUntil'), value: at(paidUntil) },
    ],
    note: sentences(t(noVoucherKeys[because]), t('tx.renew.note')),
  }
}

/** Receipt of a claim: what leaves and what arrives, with the packages that end for it. */
const claimReceipt = (t: Translate, intent: Extract<DirectIntent, { kind: 'claim' }>): ReceiptParts => {
  const { vault, token, amount, shown } = intent
  const { withheld, fromPackages } = shown
  const ends =
    fromPackages === null
      ? t('tx.note.leaveMay')
      : fromPackages === 0n
        ? null
        : t('tx.note.leavePackages', { amount: `${short(fromPackages)} ${token}` })
  const kept = t(token === 'DR' ? 'tx.row.burnShare' : 'tx.row.stays')
  return {
    leaving: [
      outRow(t('tx.row.fromAccount', { account: t(`assets.account.${vault}`) }), amount, token),
      // Of the amount above, so without a sign.
      ...(withheld === 0n ? [] : [amountRow(kept, shownBetween(amount, amount - withheld), token)]),
    ],
    coming: [inRow(t('tx.row.toWallet'), amount - withheld, token)],
    note: sentences(t('tx.note.leave'), ends),
  }
}

/** A transfer: the whole address of the receiver, to compare, and what ends with it. */
const transferReceipt = (
  t: Translate,
  intent: Extract<DirectIntent, { kind: 'transferWithin' }>,
): ReceiptParts => {
  const { vault, token, to, amount, isUser } = intent
  const account = t(`assets.account.${vault}`)
  return {
    leaving: [outRow(t('transfer.amount'), amount, token)],
    coming: [
      {
        label: t('transfer.receiver'),
        value: (
          <span className="inline-flex max-w-full items-center gap-1.5">
            <Identicon address={to} />
            <span className="num min-w-0 text-left break-all">{getAddress(to)}</span>
          </span>
        ),
      },
      inRow(t('transfer.comes', { account }), amount, token),
    ],
    note: sentences(t('transfer.note'), ...(isUser ? [] : [t('transfer.stranger')])),
  }
}

/** Receipt of a call without a voucher. */
export const directReceipt = (t: Translate, intent: DirectIntent): ReceiptParts => {
  switch (intent.kind) {
    case 'renewMachine':
      return renewalReceipt(t, intent)
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
        leaving: [outRow(t('tx.row.burnedPermanently'), amount, 'DR')],
        coming: [
          { label: t('tx.row.draw'), value: t('tx.row.drawDigit', { round: String(round), digit }) },
          inRow(t('tx.row.prizeIfDrawn'), prize, 'DR'),
          { label: t('tx.row.drawCloses'), value: at(closesAt) },
        ],
        note: t('tx.risk.draw'),
      }
    }
    case 'transferWithin':
      return transferReceipt(t, intent)
    case 'claimDraw':
      return {
        leaving: [],
        coming: [
          { label: t('tx.row.draw'), value: String(intent.round) },
          inRow(t('tx.row.toWallet'), intent.amount, 'DR'),
        ],
      }
    case 'claim':
      return claimReceipt(t, intent)
    case 'lockClaims':
    case 'unlockClaims':
      return {
        leaving: [],
        coming: [
          {
            label: t('tx.row.claims'),
            value: intent.kind === 'lockClaims' ? t('tx.row.claimsShut') : at(intent.reopensAt),
          },
        ],
        note: t(intent.kind === 'lockClaims' ? 'tx.note.lock' : 'tx.note.unlock'),
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
