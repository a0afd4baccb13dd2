import { orderIdToUint } from '@dr/protocol/order-id'
import { splitBurnFree } from '@dr/protocol/rules/unreturned'
import { AppError } from '../../platform/app-error.ts'
import { type ChainNow, chainNow, utcDayOf } from '../../platform/chain/chain-clock.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import {
  account as accountCode,
  balanceOf,
  hold,
  readAccountBook,
  requireBooked,
  unreturnedOf,
} from '../ledger/index.ts'
import { readParameter } from '../parameters/index.ts'
import type { Order } from '../vouchers/index.ts'
import { requireWithinDailyLimit } from './daily-limit.ts'
import type { WithdrawalDeps, WithdrawalRequest } from './deps.ts'
import { readTerms, VOUCHER_KIND, type WithdrawalTerms } from './read-terms.ts'
import { requireShare, type ShareRequest, takeShare } from './recent/recent-share.ts'
import type { ReadReserves } from './reserves.ts'
import { MINIMUM_NAME, requireMinimum, requirePaidToken } from './withdrawal.rules.ts'
import { receiptOf } from './withdrawal-receipt.ts'

const availableOf = (reader: Reader, { userId, vault, token }: WithdrawalRequest): Promise<bigint> =>
  balanceOf(reader, accountCode({ vault, token, kind: 'user-available', userId }))

/** Checks early what the hold decides under its lock. */
const requireBalance = async (reader: Reader, request: WithdrawalRequest): Promise<void> => {
  const available = await availableOf(reader, request)
  if (request.amount > available) {
    throw new AppError('LEDGER_BALANCE_TOO_LOW', { details: { available: available.toString() } })
  }
}

const shareRequest = (
  request: WithdrawalRequest,
  { base, vaultDay }: WithdrawalTerms,
  split: Pick<ShareRequest, 'burnFree' | 'available'>,
): ShareRequest => ({ ...request, ...split, vaultDay, now: base.block.timestamp })

/** Checks early, before anything is signed, what `takeShare` decides under its lock. */
const requireShareEarly = async (
  reader: Reader,
  request: WithdrawalRequest,
  terms: WithdrawalTerms,
): Promise<void> => {
  const { burnFree } = terms.split
  if (burnFree === 0n) return
  const available = await availableOf(reader, request)
  await requireShare(reader, shareRequest(request, terms, { burnFree, available }))
}

interface Burn {
  readonly burnAmount: bigint
  readonly burnFree: bigint
}

export const insertWithdrawal = async (
  tx: Tx,
  order: Order,
  row: WithdrawalRequest & Burn & { readonly usdValue: bigint; readonly day: string },
): Promise<void> => {
  await tx.query({
    name: 'withdrawal_insert',
    text: `INSERT INTO withdrawal (order_id, user_id, vault, token, amount, burn_amount, burn_free, usd_value, day)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9::date)`,
    values: [
      order.id,
      row.userId,
      row.vault,
      row.token,
      row.amount,
      row.burnAmount,
      row.burnFree,
      row.usdValue,
      row.day,
    ],
  })
}

export const holdFor = async (
  tx: Tx,
  order: Order,
  request: WithdrawalRequest,
  { at }: Pick<ChainNow, 'at'>,
): Promise<void> => {
  const { userId, vault, token, amount } = request
  const source = { kind: 'order', orderId: order.id }
  await hold(tx, {
    orderId: order.id,
    userId,
    vault,
    token,
    amount,
    reason: 'withdrawal.hold',
    at,
    source,
  })
}

const issue = async (
  deps: WithdrawalDeps,
  tx: Tx,
  { request, terms }: { request: WithdrawalRequest; terms: WithdrawalTerms },
): Promise<Order> => {
  const { userId, account, vault, token, amount } = request
  const { burnFree, burnable } = terms.split
  const burnAmount = terms.burnOf(burnable)
  const { order } = await deps.vouchers.issueVoucher(tx, {
    kind: VOUCHER_KIND[token],
    vault,
    userId,
    account,
    base: terms.base,
    fields: (orderId) => ({ amount, burnAmount, orderId: orderIdToUint(orderId) }),
    prices: terms.prices,
    ...receiptOf({ vault, token, amount, burnAmount }),
    remaining: 0,
    details: {
      vault,
      token,
      amount: amount.toString(),
      burnAmount: burnAmount.toString(),
      burnFree: burnFree.toString(),
    },
  })
  // Under the account's lock, which the booking of a claim takes too: what it booked meanwhile is seen here.
  await requireBooked(tx, request, terms.paidOnChain)
  const now = await chainNow(tx)
  const { usdValue } = terms
  const day = utcDayOf(now.timestamp)
  await requireWithinDailyLimit(tx, { userId, day, usdValue })
  await insertWithdrawal(tx, order, { ...request, burnAmount, burnFree, usdValue, day })
  await holdFor(tx, order, request, now)
  if (burnFree > 0n) {
    const available = amount + (await availableOf(tx, request))
    await takeShare(tx, order, shareRequest(request, terms, { burnFree, available }))
  }
  return order
}

/**
 * Holds the amount and signs the voucher that lets the wallet withdraw it from its account's vault; both or
 * neither. The burn-free part is the vault's own count at the newest block. Nothing is signed while the ledger has
 * not booked all that the vault paid the account (`requireBooked`).
 * Open vouchers of one vault share a nonce and only one of them can be used, so each is quoted as if it were
 * the only one. Recently deposited amounts are taken from the share of such deposits (`recent-share.ts`).
 * Throws LEDGER_BALANCE_TOO_LOW (1015), WITHDRAWAL_LIMIT_REACHED (1042), WITHDRAWALS_STOPPED (1017),
 * WALLET_BALANCE_TOO_LOW (20004: less DR in the wallet than a withdrawal of USDT burns), and BAD_PARAMETER
 * below the minimum (if any of it burns) or for a token that the account does not pay.
 */
export const createWithdrawal = async (
  deps: WithdrawalDeps,
  readReserves: ReadReserves,
  request: WithdrawalRequest,
): Promise<Order> => {
  requirePaidToken(request)
  const { read } = deps.database
  const { userId, account: address, vault } = request
  await deps.settle({ userId, address, vault })
  const minimum = await readParameter(read, MINIMUM_NAME[request.token])
  const unreturned = unreturnedOf(await readAccountBook(read, request))
  requireMinimum({ ...request, minimum, ...splitBurnFree({ ...request, unreturned }) })
  await requireBalance(read, request)
  const terms = await readTerms(deps, readReserves, request)
  requireMinimum({ ...request, minimum, burnable: terms.split.burnable })
  await requireShareEarly(read, request, terms)
  return deps.database.transaction((tx) => issue(deps, tx, { request, terms }))
}
