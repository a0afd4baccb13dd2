import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { ZERO_ADDRESS } from '@dr/protocol/constants'
import type { PublicClient } from 'viem'
import { AppError } from '../../platform/app-error.ts'
import type { ContractAddresses } from '../../platform/contract-addresses.ts'
import type { Database, Reader } from '../../platform/database/database.ts'
import { FatalError } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import { readParameter } from '../parameters/index.ts'
import { type Averages, type PriceReader, priceAnswer, type ReadBlock } from '../prices/index.ts'
import { findUserById } from '../users/index.ts'
import {
  chainUnavailable,
  type Order,
  type OrderKind,
  requireWalletCanPay,
  type VouchersModule,
} from '../vouchers/index.ts'
import { POD_POWER_CONFIG, type PodPowerConfig, type PodPowerQuote, quotePodPower } from './quote.rules.ts'
import type { PodPowerDetails } from './record-purchases.ts'
import { weekEnd, weekOf } from './week.rules.ts'

type Hex = `0x${string}`

export interface QuoteDeps {
  readonly database: Database
  readonly client: PublicClient
  readonly contracts: ContractAddresses
  readonly prices: PriceReader
  readonly vouchers: VouchersModule
}

/** The terms at `block`: the split of the price is a setting on chain. NO_PRICE (30002) when the chain can't be asked. */
export const readTerms = async (
  { client, contracts, database }: Pick<QuoteDeps, 'client' | 'contracts' | 'database'>,
  block: ReadBlock,
): Promise<PodPowerConfig> => {
  const [usdrShareBps, minimumDr] = await Promise.all([
    client
      .readContract({
        address: contracts.digitalRights,
        abi: digitalRightsAbi,
        functionName: 'usdrShareBps',
        blockNumber: block.number,
      })
      .catch(chainUnavailable),
    readParameter(database.read, 'pod-power-minimum-dr'),
  ])
  return { ...POD_POWER_CONFIG, usdrShareBps, minimumDr }
}

export interface Calculated {
  readonly quote: PodPowerQuote
  readonly averages: Averages
  readonly block: ReadBlock
}

/** What `drAmount` burned needs in USDR and gives in power, at the newest block. 10002 below the least, 30002. */
export const calculatePodPower = async (
  deps: Pick<QuoteDeps, 'client' | 'contracts' | 'prices' | 'database'>,
  drAmount: bigint,
): Promise<Calculated> => {
  const block = await deps.prices.newestBlock()
  const [config, averages] = await Promise.all([readTerms(deps, block), deps.prices.averages('DR', block)])
  return { quote: quotePodPower(config, { drAmount, ...averages }), averages, block }
}

/**
 * Which call takes the voucher, and whom it names. The contract decides: it keeps the first purchase's referrer and takes
 * no other one afterwards, so a wallet that bought before, known to us or not, buys again with that one.
 */
const referralOf = async (
  { client, contracts }: Pick<QuoteDeps, 'client' | 'contracts'>,
  reader: Reader,
  { userId, account, block }: { readonly userId: UserId; readonly account: Hex; readonly block: ReadBlock },
): Promise<{ readonly kind: OrderKind; readonly referrer: Hex }> => {
  const [referrer, bought] = await client
    .readContract({
      address: contracts.digitalRights,
      abi: digitalRightsAbi,
      functionName: 'referrerOf',
      args: [account],
      blockNumber: block.number,
    })
    .catch(chainUnavailable)
  if (bought) return { kind: 'buy-pod-power-again', referrer }
  const user = await findUserById(reader, userId)
  if (!user) throw new FatalError(`user ${userId} does not exist`)
  return { kind: 'buy-pod-power', referrer: user.inviterAddress ?? ZERO_ADDRESS }
}

/** The contract takes USDR within 5 % of its own figure: an order of the same request is given again within 1 %. */
const REUSE_TOLERANCE = 100n
const pricedLike = (order: Order, usdrAmount: bigint): boolean => {
  const drift = BigInt(String(order.typedData.message.USDRAmount)) - usdrAmount
  return drift * REUSE_TOLERANCE <= usdrAmount && -drift * REUSE_TOLERANCE <= usdrAmount
}

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
 * A quote for POD power, for a wallet that can pay (20004): a voucher for buyPODpower the first time, for buyPODpowerAgain
 * after that. Not refundable, not transferable (PRODUCT.md 7).
 */
export const issuePodPower = async (
  deps: QuoteDeps,
  request: { readonly userId: UserId; readonly account: Hex; readonly drAmount: bigint },
): Promise<Order> => {
  const { database, client, contracts, vouchers } = deps
  const { userId, account, drAmount } = request
  const { quote, averages, block } = await calculatePodPower(deps, drAmount)
  const { kind, referrer } = await referralOf(deps, database.read, { userId, account, block })
  if (referrer.toLowerCase() === account.toLowerCase()) {
    throw new AppError('FORBIDDEN', { details: { reason: 'referrer-is-account' } })
  }
  const base = await vouchers.openQuote(kind, { account, block })
  await requireWalletCanPay(client, {
    account,
    blockNumber: block.number,
    needs: [
      { token: 'DR', address: contracts.dr, amount: quote.drAmount },
      { token: 'USDR', address: contracts.usdr, amount: quote.usdrAmount },
    ],
  })
  const details: PodPowerDetails = { power: quote.power.toString(), drPrice: quote.drPrice.toString() }
  const { order } = await vouchers.issueAlone({
    ...{ kind, userId, account, base, details },
    fields: () => ({ drAmount, USDRAmount: quote.usdrAmount, referrer }),
    requestKey: `pod:${drAmount}:${referrer.toLowerCase()}`,
    stillRight: (open) => open.kind === kind && pricedLike(open, quote.usdrAmount),
    prices: { DR: priceAnswer({ ...averages, price: averages.lower }) },
    ...receiptOf(quote, block),
    remaining: 0,
  })
  return order
}
