import { base } from '@dr/protocol/amounts'
import { WITHDRAWAL_MINIMUM_DR } from '@dr/protocol/constants'
import { orderIdToUint } from '@dr/protocol/order-id'
import type { PublicClient } from 'viem'
import { AppError } from '../../platform/app-error.ts'
import { chainNow } from '../../platform/chain-clock.ts'
import type { ContractAddresses } from '../../platform/contract-addresses.ts'
import type { Database } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { account as accountCode, balanceOf, hold } from '../ledger/index.ts'
import { type Price, type PriceReader, priceAnswer } from '../prices/index.ts'
import type { Order, QuoteBase, VouchersModule } from '../vouchers/index.ts'
import { requireWithinDailyLimit } from './daily-limit.ts'
import { limitPrice } from './limit-price.ts'
import { askVault, isCovered, readVaultReserve } from './read-vault.ts'
import { usdValueOf, utcDayOf } from './withdrawal.rules.ts'

type Hex = `0x${string}`

export interface WithdrawalDeps {
  readonly database: Database
  readonly client: PublicClient
  readonly contracts: ContractAddresses
  readonly prices: PriceReader
  readonly vouchers: VouchersModule
}

export interface WithdrawalRequest {
  readonly userId: UserId
  readonly account: Hex
  readonly vault: 0 | 1 | 2
  readonly token: 'DR' | 'USDT'
  /** Base units, gross. */
  readonly amount: bigint
}

interface Terms {
  readonly base: QuoteBase
  readonly price: Price
  readonly burnAmount: bigint
}

/** Reserve and books, the vault's own caps, price and nonce: everything that is read before the database is written. */
const readTerms = async (deps: WithdrawalDeps, request: WithdrawalRequest): Promise<Terms> => {
  const { client, contracts, prices, vouchers, database } = deps
  const { account, amount } = request
  const { withdrawalVault0: vault, dr: token } = contracts
  const block = await prices.newestBlock()
  const [base, price, answer, reserve] = await Promise.all([
    vouchers.openQuote('withdraw-dr', { account, block }),
    limitPrice(prices, block),
    askVault(client, { vault, token, account, amount, blockNumber: block.number }),
    readVaultReserve({ client, vault, token }, database.read),
  ])
  if (!isCovered(reserve)) throw new AppError('WITHDRAWALS_STOPPED', { details: { reason: 'reserve' } })
  if (amount > answer.accountLeft || amount > answer.vaultLeft) {
    const [reason, left] =
      amount > answer.accountLeft ? ['daily-account', answer.accountLeft] : ['daily-vault', answer.vaultLeft]
    throw new AppError('WITHDRAWAL_LIMIT_REACHED', { details: { reason, left: String(left) } })
  }
  return { base, price, burnAmount: answer.burnAmount }
}

const requireOffered = ({ vault, token, amount }: WithdrawalRequest): void => {
  if (vault !== 0 || token !== 'DR') throw new AppError('FEATURE_OFF', { details: { account: vault, token } })
  if (amount < WITHDRAWAL_MINIMUM_DR) {
    throw new AppError('BAD_PARAMETER', {
      details: { path: 'amount', reason: 'minimum', minimum: WITHDRAWAL_MINIMUM_DR.toString() },
    })
  }
}

/** Said before the chain is asked anything; the hold itself decides, under its lock. */
const requireBalance = async ({ read }: Database, { userId, amount }: WithdrawalRequest): Promise<void> => {
  const available = await balanceOf(
    read,
    accountCode({ vault: 0, token: 'DR', kind: 'user-available', userId }),
  )
  if (amount > available) throw new AppError('LEDGER_BALANCE_TOO_LOW')
}

const receiptOf = (amount: bigint, burnAmount: bigint) => ({
  outgoing: [
    { token: 'DR', amount: (amount - burnAmount).toString(), from: 'miner-account', to: 'wallet' } as const,
    { token: 'DR', amount: burnAmount.toString(), from: 'miner-account', to: 'burned' } as const,
  ].filter((line) => line.amount !== '0'),
  incoming: [{ kind: 'token', token: 'DR', amount: (amount - burnAmount).toString(), to: 'wallet' } as const],
})

/**
 * Holds the amount and signs the voucher that lets the wallet take it from the miner vault; both or neither. Throws
 * LEDGER_BALANCE_TOO_LOW (1015), WITHDRAWAL_LIMIT_REACHED (1042), WITHDRAWALS_STOPPED (1017), FEATURE_OFF (1023) for
 * accounts and tokens of later issues, BAD_PARAMETER below 100 DR.
 */
export const createWithdrawal = async (deps: WithdrawalDeps, request: WithdrawalRequest): Promise<Order> => {
  requireOffered(request)
  await requireBalance(deps.database, request)
  const { base: quote, price, burnAmount } = await readTerms(deps, request)
  const { userId, account, amount } = request
  const usdValue = usdValueOf(amount, price.price)

  return deps.database.transaction(async (tx) => {
    const { order } = await deps.vouchers.issueVoucher(tx, {
      kind: 'withdraw-dr',
      userId,
      account,
      base: quote,
      fields: (orderId) => ({ amount, burnAmount, orderId: orderIdToUint(orderId) }),
      prices: { DR: priceAnswer(price) },
      ...receiptOf(amount, burnAmount),
      remaining: 0,
      details: { account: 0, token: 'DR', amount: amount.toString(), burnAmount: burnAmount.toString() },
    })
    const now = await chainNow(tx)
    const day = utcDayOf(now.timestamp)
    await requireWithinDailyLimit(tx, { userId, day, usdValue })
    await tx.query({
      name: 'withdrawal_insert',
      text: `INSERT INTO withdrawal (order_id, user_id, vault, token, amount, burn_amount, usd_value, day)
        VALUES ($1, $2, 0, 'DR', $3, $4, $5, $6::date)`,
      values: [order.id, userId, amount, burnAmount, usdValue, day],
    })
    await hold(tx, {
      orderId: order.id,
      userId,
      vault: 0,
      token: 'DR',
      amount: base('DR', amount),
      reason: 'withdrawal.hold',
      at: now.at,
      source: { kind: 'order', orderId: order.id },
    })
    return order
  })
}
