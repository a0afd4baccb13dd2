import type { VaultDay } from '@dr/protocol/rules/recent-deposits'
import { type BurnSplit, splitBurnFree } from '@dr/protocol/rules/unreturned'
import { burnShare, usdtVoucherBurn } from '@dr/protocol/rules/withdrawal-burn'
import { AppError } from '../../platform/app-error.ts'
import { requireBooked } from '../ledger/index.ts'
import { requireRunning } from '../parameters/index.ts'
import { isUnpriced, type Price, priceAnswer } from '../prices/index.ts'
import { type Order, type OrderKind, type QuoteBase, requireWalletCanPay } from '../vouchers/index.ts'
import type { WithdrawalDeps, WithdrawalRequest } from './deps.ts'
import { limitPrice } from './limit-price.ts'
import { askVault, type VaultAnswer } from './read-vault.ts'
import { isCovered, type ReadReserves } from './reserves.ts'
import { usdValueOf } from './withdrawal.rules.ts'

/** All inputs of a withdrawal that are read before the database is written. */
export interface WithdrawalTerms {
  readonly base: QuoteBase
  /** Value against the daily limit, USD with 18 decimals; 0 for DR that never had a price. */
  readonly usdValue: bigint
  readonly prices: Order['prices']
  /** The voucher's burn for the burnable part. Throws NO_PRICE if it needs a price and there is none. */
  burnOf(burnable: bigint): bigint
  /** The parts that leave without burn and that burn, by the vault's own count at the newest block. */
  readonly split: BurnSplit
  /** Total that the vault has paid the account in the token, at the newest block. */
  readonly paidOnChain: bigint
  /** Amount of the token that the vault may pay within a day, to all users. */
  readonly vaultDay: VaultDay
}

export const VOUCHER_KIND = { DR: 'withdraw-dr', USDT: 'withdraw-usdt' } as const satisfies Record<
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

/** USDT burns DR at the 30-minute average. Without one, withdrawals that burn nothing still work. */
const burnPrice = (
  { prices }: WithdrawalDeps,
  block: QuoteBase['block'],
): Promise<Price | { readonly refusal: AppError }> =>
  prices.quotePrice('DR', block).catch((error: unknown) => {
    if (isUnpriced(error)) return { refusal: error }
    throw error
  })

type Pricing = Pick<WithdrawalTerms, 'usdValue' | 'prices' | 'burnOf'>
type Priced = (amount: bigint, burnBps: bigint) => Pricing

/** DR burns a share of itself; its price only serves the limit. */
const priceDr = async (deps: WithdrawalDeps, block: QuoteBase['block']): Promise<Priced> => {
  const price = await limitPrice(deps, block)
  return (amount, burnBps) => ({
    usdValue: price ? usdValueOf(amount, price.price) : 0n,
    prices: price ? { DR: priceAnswer(price) } : {},
    burnOf: (burnable) => burnShare({ burnable, burnBps }),
  })
}

const priceUsdt = async (deps: WithdrawalDeps, block: QuoteBase['block']): Promise<Priced> => {
  const price = await burnPrice(deps, block)
  const known = 'refusal' in price ? {} : { DR: priceAnswer(price) }
  return (amount, burnBps) => ({
    usdValue: amount,
    prices: known,
    burnOf: (burnable) => {
      if (burnable === 0n) return 0n
      if ('refusal' in price) throw price.refusal
      return usdtVoucherBurn({ burnable, burnBps, drPrice: price.price })
    },
  })
}

/**
 * Reads reserve and books, the vault's own caps, price, nonce, and the DR in the wallet that a withdrawal of
 * USDT burns. Throws WITHDRAWALS_STOPPED (1017), WITHDRAWAL_LIMIT_REACHED (1042), NO_PRICE (30002: USDT would
 * burn and DR has no price, the chain cannot be asked, or the ledger has not booked all that the vault paid the
 * account), WALLET_BALANCE_TOO_LOW (20004).
 */
export const readTerms = async (
  deps: WithdrawalDeps,
  readReserves: ReadReserves,
  request: WithdrawalRequest,
): Promise<WithdrawalTerms> => {
  const { client, contracts, prices, vouchers, database } = deps
  const { account, vault, token, amount } = request
  const block = await prices.newestBlock()
  const tokenAddress = token === 'DR' ? contracts.DR : contracts.USDT
  const [base, priced, answer] = await Promise.all([
    vouchers.openQuote(VOUCHER_KIND[token], { account, block, vault }),
    token === 'DR' ? priceDr(deps, block) : priceUsdt(deps, block),
    askVault(client, {
      vault: contracts.withdrawalVaults[vault],
      token: tokenAddress,
      account,
      blockNumber: block.number,
    }),
    requireCovered(readReserves, deps, request),
  ])
  await requireBooked(database.read, request, answer.paid)
  requireWithinCaps(request, answer)
  const pricing = priced(amount, answer.burnBps)
  const split = splitBurnFree({ amount, unreturned: answer.unreturned })
  if (token === 'USDT') {
    const needed = { token: 'DR', address: contracts.DR, amount: pricing.burnOf(split.burnable) } as const
    await requireWalletCanPay(client, { account, blockNumber: block.number, needs: [needed] })
  }
  return { base, ...pricing, split, paidOnChain: answer.paid, vaultDay: answer.vaultDay }
}
