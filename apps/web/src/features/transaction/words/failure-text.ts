import { formatAmount } from '@dr/protocol/amounts'
import type { ApiError } from '../../../api/errors.ts'
import type { Revert } from '../../../chain/calls/decode-failure.ts'
import type { MismatchName } from '../../../chain/vouchers/mismatches.ts'
import { errorText } from '../../../i18n/error-text.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { formatCount, formatDate } from '../../../ui/text/format.ts'
import { sentences } from '../../../ui/text/sentences.ts'
import { type Failure, shortfallOf } from '../flow/failure.ts'
import { blockedText } from './blocked-text.ts'
import { noPriceText } from './no-price-text.ts'
import { OUT_OF_GAS } from './revert-reason.ts'

const amount = (value: unknown): string => (typeof value === 'bigint' ? formatAmount(value) : String(value))
const time = (seconds: unknown): string => formatDate(Number(seconds) * 1_000, 'YMDHMS')

type RevertWords = (t: Translate, args: readonly unknown[]) => string

/** Texts of the contracts' errors that a user may meet; every other one is shown by its name. */
const revertWords: Readonly<Record<string, RevertWords>> = {
  VoucherExpired: (t, [deadline]) => t('tx.revert.expired', { time: time(deadline) }),
  [OUT_OF_GAS]: (t, [limit]) => t('tx.revert.outOfGas', { limit: formatCount(Number(limit)) }),
  VoucherInvalid: (t) => t('tx.revert.invalid'),
  SignerRevoked: (t) => t('tx.fail.signerRevoked'),
  VouchersPaused: (t) => t('tx.revert.paused'),
  OrderIdNotAscending: (t) => t('tx.revert.orderUsed'),
  PriceOutOfRange: (t, [given, average]) =>
    t('tx.revert.price', { given: amount(given), average: amount(average) }),
  USDRAmountOutOfRange: (t, [given, average]) =>
    t('tx.revert.price', { given: amount(given), average: amount(average) }),
  OutputOutOfRange: (t, [given, average]) =>
    t('tx.revert.price', { given: amount(given), average: amount(average) }),
  InventoryTooSmall: (t, [, need, have]) =>
    t('tx.revert.inventory', { have: amount(have), need: amount(need) }),
  DailyCapExceeded: (t, [, , used, limit]) =>
    t('tx.revert.dailyCap', { used: amount(used), limit: amount(limit) }),
  WindowNotFull: (t) => t('tx.revert.noPrice'),
  PoolTooShallow: (t) => t('tx.revert.noPrice'),
  MachineNotOwned: (t, [id]) => t('tx.revert.notOwned', { id: String(id) }),
  MachineIDsInvalid: (t) => t('tx.revert.machineIds'),
  BurnAmountWrong: (t, [given, expected]) =>
    t('tx.revert.burn', { given: amount(given), expected: amount(expected) }),
  VaultDailyCapExceeded: (t, [, used, limit]) =>
    t('tx.revert.vaultCap', { used: amount(used), limit: amount(limit) }),
  AccountDailyCapExceeded: (t, [, used, limit]) =>
    t('tx.revert.accountCap', { used: amount(used), limit: amount(limit) }),
  ClaimableExceeded: (t, [, claimable]) => t('transfer.claimable', { amount: amount(claimable) }),
  ClaimsAreLocked: (t) => t('transfer.locked'),
  ERC20InsufficientBalance: (t, [, have, need]) =>
    t('tx.revert.tokenBalance', { have: amount(have), need: amount(need) }),
  ERC20InsufficientAllowance: (t, [, have, need]) =>
    t('tx.revert.allowance', { have: amount(have), need: amount(need) }),
}

const revertText = (t: Translate, { name, args, reason }: Revert): string => {
  if (name !== null) return revertWords[name]?.(t, args) ?? t('tx.revert.named', { name })
  return reason === null ? t('tx.revert.unknown') : t('tx.revert.named', { name: reason })
}

const mismatchKeys = {
  unreadable: 'tx.mismatch.unreadable',
  types: 'tx.mismatch.types',
  domain: 'tx.mismatch.domain',
  contract: 'tx.mismatch.contract',
  account: 'tx.mismatch.account',
  digest: 'tx.mismatch.digest',
  signer: 'tx.mismatch.signer',
  header: 'tx.mismatch.header',
  request: 'tx.mismatch.request',
  amounts: 'tx.mismatch.amounts',
  price: 'tx.mismatch.price',
  receipt: 'tx.mismatch.receipt',
} as const satisfies Record<MismatchName, string>

/** Text of a failure, in one or two sentences. */
export const failureText = (t: Translate, failure: Failure): string => {
  switch (failure.code) {
    case 'api':
      return (
        shortBalanceText(t, failure.error) ??
        noPriceText(t, failure.error) ??
        blockedText(t, failure.error) ??
        errorText(failure.error) ??
        t('error.10013')
      )
    case 'mismatch':
      return t('tx.fail.mismatch', {
        what: [...new Set(failure.mismatches.map(({ name }) => t(mismatchKeys[name])))].join(
          t('tx.listComma'),
        ),
      })
    case 'balance':
      return sentences(
        ...(failure.plain ?? [failure]).map(({ token, have, need }) =>
          t('tx.fail.balance', { token, have: amount(have), need: amount(need) }),
        ),
      )
    case 'gas':
      return t('tx.fail.gas', { have: amount(failure.have), need: amount(failure.need) })
    case 'revert':
      return revertText(t, failure.revert)
    case 'approval-too-low':
      return t('tx.fail.approvalTooLow', {
        token: failure.token,
        have: amount(failure.have),
        need: amount(failure.need),
      })
    case 'approval-failed':
      return t('tx.fail.approvalFailed', { token: failure.token })
    case 'wallet-failed':
      return t('tx.fail.walletFailed', { message: failure.message })
    default:
      return t(plainKeys[failure.code])
  }
}

/** Text of error 20004: the token, the balance, and the needed amount. */
const shortBalanceText = (t: Translate, error: ApiError): string | null => {
  const short = shortfallOf({ code: 'api', error })
  if (short === null) return null
  return t('tx.fail.balance', { token: short.token, have: amount(short.have), need: amount(short.need) })
}

const plainKeys = {
  'wallet-gone': 'tx.fail.walletGone',
  'wallet-changed': 'tx.fail.walletChanged',
  'wallet-silent': 'tx.fail.walletSilent',
  'approval-pending': 'tx.fail.approvalPending',
  'batch-failed': 'tx.fail.batchFailed',
  'batch-unseen': 'tx.fail.batchUnseen',
  refused: 'message.unsigned',
  'wrong-network': 'wallet.network.wrong',
  'approval-other': 'tx.fail.approvalOther',
  cancelled: 'tx.fail.cancelled',
  superseded: 'tx.fail.superseded',
  expired: 'tx.fail.expired',
  'life-over': 'tx.fail.lifeOver',
  'signer-revoked': 'tx.fail.signerRevoked',
  busy: 'tx.fail.busy',
  'other-tab': 'tx.fail.otherTab',
  'no-answer': 'tx.fail.noAnswer',
  offline: 'tx.fail.offline',
} as const
