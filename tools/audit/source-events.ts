/** Events that bound what dividends, prizes, packages, nodes and referrals can have paid. */
import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { drAbi } from '@dr/contracts/abi/dr'
import { priceOracleAbi } from '@dr/contracts/abi/price-oracle'
import { mulDivDown, WAD } from '@dr/protocol/amounts'
import { POD_POWER_BPS } from '@dr/protocol/constants'
import { podPowerBounds } from '@dr/protocol/rules/pod-power-cost'
import type { PayoutToken } from '@dr/protocol/tokens'
import { type Address, type ContractEventName, type GetContractEventsReturnType, getAbiItem } from 'viem'
import { bookKey, type VaultEvent } from './vault-counts.ts'

/** Token transfers to the deflation and node vaults are read apart, by their receiver. */
export const transferAbi = [getAbiItem({ abi: drAbi, name: 'Transfer' })] as const
export const sourceAbi = [
  getAbiItem({ abi: digitalRightsAbi, name: 'PODpowerBought' }),
  getAbiItem({ abi: digitalRightsAbi, name: 'USDRShareSet' }),
  getAbiItem({ abi: priceOracleAbi, name: 'Observed' }),
] as const
const allAbi = [...sourceAbi, ...transferAbi] as const

export type SourceEvent = GetContractEventsReturnType<
  typeof allAbi,
  ContractEventName<typeof allAbi>,
  true
>[number]

interface Deposit {
  readonly account: string
  readonly token: PayoutToken
  readonly amount: bigint
  /** Unix seconds. */
  readonly at: bigint
}

/** By the events; accounts in lower case, base units, prices in USDT for one DR with 18 decimals. */
export interface SourceFacts {
  /** POD power that each account bought at most, in units of a dollar. */
  readonly bought: ReadonlyMap<string, bigint>
  readonly deposits: readonly Deposit[]
  /** Lowest and highest average of DR between two of the oracle's observations; 1 where there is none. */
  readonly price: { readonly lowest: bigint; readonly highest: bigint }
  /** What reached the node vault for its pool and for inviters, at most. */
  readonly toNodes: Readonly<Record<PayoutToken, bigint>>
  /** By `bookKey`: what came in by transfer, and USDT of claims that stayed. */
  readonly received: ReadonlyMap<string, bigint>
}

const Q112 = 2n ** 112n
const MODULUS = 2n ** 224n
/** Of each two parts of a flush 36 % are the node vault's, and of a funding of the pools 20 %. */
const [NODE_PARTS, DEFLATION_PARTS] = [36n, 64n]

interface Observed {
  readonly timestamp: bigint
  readonly cumulative: bigint
}

const findPrices = (observed: readonly Observed[]): SourceFacts['price'] => {
  const prices = observed.slice(1).flatMap(({ timestamp, cumulative }, before) => {
    const from = observed[before] as Observed
    const seconds = timestamp - from.timestamp
    if (seconds <= 0n) return []
    const price = mulDivDown(((cumulative - from.cumulative + MODULUS) % MODULUS) / seconds, WAD, Q112)
    return price > 0n ? [price] : []
  })
  return prices.reduce(
    ({ lowest, highest }, price) => ({
      lowest: price < lowest ? price : lowest,
      highest: price > highest ? price : highest,
    }),
    { lowest: prices[0] ?? WAD, highest: prices[0] ?? WAD },
  )
}

/** A payer's transfers of a token to both vaults in one transaction. */
interface Payment {
  readonly token: PayoutToken
  deflation: bigint
  node: bigint
}

/**
 * Money for the node pool and for inviters comes with more for the dividend pool, from one payer in one transaction;
 * a budget comes alone. So what passes as pool money costs at least as much again.
 */
const nodesPartOf = ({ deflation, node }: Payment): bigint => {
  const most = (deflation * NODE_PARTS + DEFLATION_PARTS - 1n) / DEFLATION_PARTS
  return node < most ? node : most
}

export const readSourceEvents = (
  events: readonly ((SourceEvent | VaultEvent) & { readonly at: bigint })[],
  { vaults, tokens }: { readonly vaults: readonly Address[]; readonly tokens: Record<PayoutToken, Address> },
): SourceFacts => {
  const [deflation, node] = [vaults[1]?.toLowerCase(), vaults[2]?.toLowerCase()]
  const tokenOf = (address: string): PayoutToken =>
    address.toLowerCase() === tokens.DR.toLowerCase() ? 'DR' : 'USDT'
  const [bought, received, payments] = [
    new Map<string, bigint>(),
    new Map<string, bigint>(),
    new Map<string, Payment>(),
  ]
  const add = (sums: Map<string, bigint>, key: string, amount: bigint) =>
    sums.set(key, (sums.get(key) ?? 0n) + amount)
  const deposits: Deposit[] = []
  const observed: Observed[] = []
  const toNodes = { USDT: 0n, DR: 0n }
  let usdrShareBps = 0n // set by the contract's event when it is deployed
  for (const { address, eventName, args, at, transactionHash } of events) {
    const emitter = address.toLowerCase()
    if (eventName === 'USDRShareSet') usdrShareBps = args.bps
    if (eventName === 'PODpowerBought') {
      const cost = { usdrAmount: args.USDRAmount, usdrShareBps }
      add(bought, args.account.toLowerCase(), podPowerBounds(cost, POD_POWER_BPS).max)
    }
    if (eventName === 'Observed' && tokenOf(args.token) === 'DR') observed.push(args)
    if (eventName === 'DepositRecorded' && emitter === node)
      deposits.push({
        account: args.account.toLowerCase(),
        token: tokenOf(args.token),
        amount: args.amount,
        at,
      })
    if (eventName === 'Claimed' && tokenOf(args.token) === 'USDT') {
      add(received, bookKey(address, tokens.USDT), args.withheld)
      if (emitter === node) toNodes.USDT += args.withheld
    }
    if (eventName === 'Transfer') {
      const token = tokenOf(address)
      const to = args.to.toLowerCase()
      add(received, bookKey(to, tokens[token]), args.value)
      const key = `${transactionHash}:${token}:${args.from}`
      const payment = payments.get(key) ?? { token, deflation: 0n, node: 0n }
      payment[to === deflation ? 'deflation' : 'node'] += args.value
      payments.set(key, payment)
    }
  }
  for (const payment of payments.values()) toNodes[payment.token] += nodesPartOf(payment)
  return { bought, deposits, price: findPrices(observed), toNodes, received }
}
