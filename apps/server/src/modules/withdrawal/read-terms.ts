import { AppError } from '../../platform/app-error.ts'
import { readCounters, splitBurnFree } from '../packages/index.ts'
import { requireRunning } from '../parameters/index.ts'
import { type Price, priceAnswer } from '../prices/index.ts'
import { type Order, type OrderKind, type QuoteBase, requireWalletCanPay } from '../vouchers/index.ts'
import { limitPrice } from './limit-price.ts'
import { askVault, type VaultAnswer } from './read-vault.ts'
import { isCovered, type ReadReserves } from './reserves.ts'
import { burnAmountOf, usdValueOf } from './withdrawal.rules.ts'
import type { WithdrawalDeps, WithdrawalRequest } from './withdrawal-deps.ts'

/** What a withdrawal rests on: everything that is read before the database is written. */
export interface WithdrawalTerms {
  readonly base: QuoteBase
  /** What it counts for against the day's limit, USD with 18 decimals. */
  readonly usdValue: bigint
  readonly prices: Order['prices']
  /** The voucher's burn of the part that is burned upon. */
  burnOf(burnable: bigint): bigint
}

export const KIND_OF = { DR: 'withdraw-dr', USDT: 'withdraw-usdt' } as const satisfies Record<
  string,
  OrderKind
>

const requireCovered = async (
  readReserves: ReadReserves,
  { database }: WithdrawalDeps,
  { vault }: WithdrawalRequest,
): Promise<void> => {
  await requireRunning(database.read, `vault-${vault}`, 'WITHDRAWALS_STOPPED')
  const reserves = await readReserves(database.read)
  const short = reserves.find((one) => one.vault === vault && !isCovered(one))
  if (!short) return
  throw new AppError('WITHDRAWALS_STOPPED', {
    details: { reason: 'reserve', account: vault, token: short.token, shortfall: short.shortfall.toString() },
  })
}

const requireWithinCaps = (
  { amount, token }: WithdrawalRequest,
  { accountLeft, vaultLeft }: VaultAnswer,
): void => {
  if (amount <= accountLeft && amount <= vaultLeft) return
  const [reason, left] = amount > accountLeft ? ['daily-account', accountLeft] : ['daily-vault', vaultLeft]
  throw new AppError('WITHDRAWAL_LIMIT_REACHED', { details: { reason, token, left: String(left) } })
}

/** DR is valued at the lower average against the limit; what a USDT withdrawal burns, at the one of 30 minutes. */
const readPrice = (
  { prices }: WithdrawalDeps,
  { token }: WithdrawalRequest,
  block: QuoteBase['block'],
): Promise<Price> => (token === 'DR' ? limitPrice(prices, block) : prices.quotePrice('DR', block))

/**
 * Reserve and books, the vault's own caps, price, nonce, and the DR in the wallet that a withdrawal of USDT burns. Throws
 * WITHDRAWALS_STOPPED (1017), WITHDRAWAL_LIMIT_REACHED (1042), NO_PRICE (30002), WALLET_BALANCE_TOO_LOW (20004).
 */
export const readTerms = async (
  deps: WithdrawalDeps,
  readReserves: ReadReserves,
  request: WithdrawalRequest,
): Promise<WithdrawalTerms> => {
  const { client, contracts, prices, vouchers, database } = deps
  const { userId, account, vault, token, amount } = request
  const block = await prices.newestBlock()
  const tokenAddress = token === 'DR' ? contracts.dr : contracts.usdt
  const [base, price, answer, counters] = await Promise.all([
    vouchers.openQuote(KIND_OF[token], { account, block, vault }),
    readPrice(deps, request, block),
    askVault(client, {
      vault: contracts.withdrawalVaults[vault],
      token: tokenAddress,
      account,
      blockNumber: block.number,
    }),
    vault === 2 ? readCounters(database.read, { userId, token }) : undefined,
    requireCovered(readReserves, deps, request),
  ])
  requireWithinCaps(request, answer)
  const burnOf = (burnable: bigint): bigint =>
    burnAmountOf({ token, burnable, burnBps: answer.burnBps, drPrice: price.price })
  if (token === 'USDT') {
    const { burnable } = splitBurnFree({ amount, burnFree: counters?.burnFree ?? 0n })
    const needed = { token: 'DR', address: contracts.dr, amount: burnOf(burnable) } as const
    await requireWalletCanPay(client, { account, blockNumber: block.number, needs: [needed] })
  }
  const usdValue = token === 'DR' ? usdValueOf(amount, price.price) : amount
  return { base, usdValue, prices: { DR: priceAnswer(price) }, burnOf }
}
