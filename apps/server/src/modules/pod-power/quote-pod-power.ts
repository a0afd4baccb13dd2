import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { isNear } from '@dr/protocol/amounts'
import { ZERO_ADDRESS } from '@dr/protocol/constants'
import { weekEnd, weekOf } from '@dr/protocol/rules/weeks'
import { allInOrder } from '../../platform/all-in-order.ts'
import { AppError } from '../../platform/app-error.ts'
import { chainUnavailable } from '../../platform/chain/chain-unavailable.ts'
import { addressOfWord, selectorOf, viewsOf } from '../../platform/chain/chain-views.ts'
import { FatalError } from '../../platform/errors.ts'
import type { LowerHex } from '../../platform/hex.ts'
import type { UserId } from '../../platform/ids.ts'
import { type Averages, priceAnswer, type ReadBlock } from '../prices/index.ts'
import { type Order, PRICE_REUSE_BPS, readBalances, requireBalances } from '../vouchers/index.ts'
import type { PodPowerDeps } from './deps.ts'
import { POD_POWER_CONFIG, type PodPowerConfig, type PodPowerQuote, quotePodPower } from './quote.rules.ts'

type TermsDeps = Pick<PodPowerDeps, 'client' | 'contracts' | 'settings'>

const USDR_SHARE_BPS = selectorOf(digitalRightsAbi, 'usdrShareBps')
const REFERRER_OF = selectorOf(digitalRightsAbi, 'referrerOf')

/**
 * The terms at `block`: the split of the price is a setting on chain. Throws NO_PRICE (30002) when the chain
 * cannot be asked.
 */
export const readTerms = async (
  { client, contracts, settings }: TermsDeps,
  block: ReadBlock,
): Promise<PodPowerConfig> => {
  const view = { address: contracts.DigitalRights, selector: USDR_SHARE_BPS, blockNumber: block.number }
  const [[usdrShareBps], minimumDr] = await Promise.all([
    viewsOf(client)(view).catch(chainUnavailable),
    settings.parameter('pod-power-minimum-dr'),
  ])
  return { ...POD_POWER_CONFIG, usdrShareBps, minimumDr }
}

export interface Calculated {
  readonly quote: PodPowerQuote
  readonly averages: Averages
}

/**
 * USDR required for `drAmount`, and the resulting power, at `block`, the newest one. Throws 10002 below the
 * minimum, 30002.
 */
export const calculatePodPower = async (
  deps: TermsDeps & Pick<PodPowerDeps, 'prices'>,
  { drAmount, block }: { readonly drAmount: bigint; readonly block: ReadBlock },
): Promise<Calculated> => {
  const [config, averages] = await Promise.all([readTerms(deps, block), deps.prices.averages('DR', block)])
  return { quote: quotePodPower(config, { drAmount, ...averages }), averages }
}

interface QuoteRequest {
  readonly userId: UserId
  readonly account: LowerHex
  readonly block: ReadBlock
}

/**
 * The call that accepts the voucher, and its referrer. The contract stores the first purchase's referrer and
 * accepts no other one afterwards, so a wallet that bought before, by this server or not, buys again with
 * that one.
 */
const referralOf = async (
  { client, contracts, findInviter }: Pick<PodPowerDeps, 'client' | 'contracts' | 'findInviter'>,
  { userId, account, block }: QuoteRequest,
): Promise<{ readonly kind: 'buy-pod-power' | 'buy-pod-power-again'; readonly referrer: LowerHex }> => {
  const view = { address: contracts.DigitalRights, selector: REFERRER_OF, argument: account }
  const [[referrer, bought], inviter] = await allInOrder([
    viewsOf(client)({ ...view, blockNumber: block.number }).catch(chainUnavailable),
    findInviter(userId),
  ])
  if (inviter === undefined) throw new FatalError(`user ${userId} does not exist`)
  const again = bought !== 0n
  const named = again ? addressOfWord(referrer) : (inviter ?? ZERO_ADDRESS)
  if (named === account) {
    throw new AppError('FORBIDDEN', { details: { reason: 'referrer-is-account' } })
  }
  return { kind: again ? 'buy-pod-power-again' : 'buy-pod-power', referrer: named }
}

const pricedLike = (order: Order, usdrAmount: bigint): boolean =>
  isNear(BigInt(String(order.typedData.message.USDRAmount)), usdrAmount, PRICE_REUSE_BPS)

const receiptOf = ({ drAmount, usdrAmount, power }: PodPowerQuote, block: ReadBlock) => ({
  outgoing: [
    { token: 'DR', amount: drAmount.toString(), from: 'wallet', to: 'burned' } as const,
    { token: 'USDR', amount: usdrAmount.toString(), from: 'wallet', to: 'treasury' } as const,
  ],
  incoming: [
    {
      kind: 'pod-power' as const,
      power: power.toString(),
      pledgedFrom: Number(weekEnd(weekOf(block.timestamp))),
    },
  ],
})

/**
 * Quotes POD power for a wallet that can pay (20004): a voucher for buyPODpower the first time, for
 * buyPODpowerAgain after that. Not refundable, not transferable (docs/product.md 7).
 */
export const issuePodPower = async (
  deps: PodPowerDeps,
  request: { readonly userId: UserId; readonly account: LowerHex; readonly drAmount: bigint },
): Promise<Order> => {
  const { prices, client, contracts, vouchers } = deps
  const { userId, account, drAmount } = request
  const block = await prices.newestBlock()
  const tokens = [contracts.DR, contracts.USDR]
  // All are read concurrently at one block; refusals are thrown in this order. Both kinds have one contract
  // and one stop.
  const [{ quote, averages }, { kind, referrer }, base, balances] = await allInOrder([
    calculatePodPower(deps, { drAmount, block }),
    referralOf(deps, { userId, account, block }),
    vouchers.openQuote('buy-pod-power', { account, block }),
    readBalances(client, { account, blockNumber: block.number, tokens }),
  ])
  requireBalances(
    [
      { token: 'DR', amount: quote.drAmount },
      { token: 'USDR', amount: quote.usdrAmount },
    ],
    balances,
  )
  const details = { power: quote.power.toString(), drPrice: quote.drPrice.toString() }
  const { order } = await vouchers.issueAlone({
    kind,
    userId,
    account,
    base,
    details,
    fields: () => ({ drAmount, USDRAmount: quote.usdrAmount, referrer }),
    requestKey: `pod:${drAmount}:${referrer}`,
    isReusable: (open) => open.kind === kind && pricedLike(open, quote.usdrAmount),
    prices: { DR: priceAnswer({ ...averages, price: averages.lower }) },
    ...receiptOf(quote, block),
    remaining: 0,
  })
  return order
}
