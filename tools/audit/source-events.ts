/** Events that bound what dividends, prizes, packages, nodes and referrals can have paid. */
import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { drAbi } from '@dr/contracts/abi/dr'
import { priceOracleAbi } from '@dr/contracts/abi/price-oracle'
import { mulDivDown, WAD } from '@dr/protocol/amounts'
import { BPS, ORACLE_SHORT_WINDOW_SECONDS, POD_POWER_BPS, PRICE_TOLERANCE_BPS } from '@dr/protocol/constants'
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

export interface Amount {
  readonly token: PayoutToken
  readonly amount: bigint
  /** Unix seconds. */
  readonly at: bigint
}

/** By the events; accounts in lower case, base units, prices in USDT for one DR with 18 decimals. */
export interface SourceFacts {
  /** Maximum of POD power that each account bought, in units of a dollar. */
  readonly bought: ReadonlyMap<string, bigint>
  readonly powerPurchases: bigint
  /** Part of POD power's price in USDR, as last set. */
  readonly usdrShareBps: bigint
  /** Changes by account of what it put into the node vault less what left it, in their order on chain. */
  readonly moves: ReadonlyMap<string, readonly Amount[]>
  /** Lowest and highest average of DR, with a margin; 1 where there is none. */
  readonly price: { readonly lowest: bigint; readonly highest: bigint }
  /** Maximum of what reached the node vault for its pool and for inviters. */
  readonly toNodes: readonly Amount[]
  /** By `bookKey`: what came in by transfer, and USDT of claims that stayed. */
  readonly received: ReadonlyMap<string, bigint>
}

const Q112 = 2n ** 112n
const MODULUS = 2n ** 224n
const WINDOW = BigInt(ORACLE_SHORT_WINDOW_SECONDS)

interface Observed {
  readonly timestamp: bigint
  readonly cumulative: bigint
}

/**
 * Averages between observations of at least the oracle's short window. Its own averages end between two observations,
 * so that they can lie a little outside.
 */
const findPrices = (observed: readonly Observed[]): SourceFacts['price'] => {
  let start = 0
  const prices = observed.flatMap(({ timestamp, cumulative }) => {
    while (timestamp - (observed[start + 1]?.timestamp ?? timestamp) >= WINDOW) start += 1
    const from = observed[start] as Observed
    const seconds = timestamp - from.timestamp
    if (seconds < WINDOW) return []
    const price = mulDivDown(((cumulative - from.cumulative + MODULUS) % MODULUS) / seconds, WAD, Q112)
    return price > 0n ? [price] : []
  })
  const [first] = prices
  if (first === undefined) return { lowest: WAD, highest: WAD }
  const lowest = prices.reduce((a, b) => (a < b ? a : b), first)
  const highest = prices.reduce((a, b) => (a > b ? a : b), first)
  return {
    lowest: (lowest * (BPS - PRICE_TOLERANCE_BPS)) / BPS,
    highest: (highest * (BPS + PRICE_TOLERANCE_BPS)) / BPS,
  }
}

/** Node vault's parts of a funding of the pools and of a flush, in 1/10,000. */
const [FUNDING_BPS, FLUSH_BPS] = [2_000n, 3_600n]

interface Received extends Amount {
  readonly isNode: boolean
}
const isPart = (node: bigint, deflation: bigint, bps: bigint): boolean =>
  node === ((node + deflation) * bps) / BPS

/**
 * Transfers for the node pool and for inviters, of a payer's transfers of a token to both vaults in one transaction: a
 * funding pays the deflation vault and then its part to the node vault, a flush the other way about; a budget comes
 * alone. So what passes as pool money costs at least as much again.
 */
const forNodes = (transfers: readonly Received[]): readonly Received[] => {
  const found: Received[] = []
  const rest: Received[] = []
  for (const one of transfers) {
    const last = rest.at(-1)
    const isFunding = last && !last.isNode && one.isNode && isPart(one.amount, last.amount, FUNDING_BPS)
    if (isFunding) rest.pop()
    ;(isFunding ? found : rest).push(one)
  }
  const flushed = rest.filter((one, index) => {
    const next = rest[index + 1]
    return next && one.isNode && !next.isNode && isPart(one.amount, next.amount, FLUSH_BPS)
  })
  return [...found, ...flushed]
}

type SourceInput = (SourceEvent | VaultEvent) & { readonly at: bigint }
interface Places {
  readonly vaults: readonly Address[]
  readonly tokens: Record<PayoutToken, Address>
}
const tokenIn = ({ tokens }: Places, address: string): PayoutToken =>
  address.toLowerCase() === tokens.DR.toLowerCase() ? 'DR' : 'USDT'

/** Accounts whose money in the vault an event changes, and by how much. */
const movesOf = ({ eventName, args }: SourceInput, places: Places): [string, PayoutToken, bigint][] => {
  if (eventName === 'WithdrawnDR') return [[args.account, 'DR', -args.amount]]
  if (eventName === 'WithdrawnUSDT') return [[args.account, 'USDT', -args.amount]]
  if (eventName === 'Claimed') return [[args.account, tokenIn(places, args.token), -args.amount]]
  if (eventName === 'DepositRecorded') return [[args.account, tokenIn(places, args.token), args.amount]]
  if (eventName !== 'TransferredWithin') return []
  const token = tokenIn(places, args.token)
  return [
    [args.from, token, -args.amount],
    [args.to, token, args.amount],
  ]
}

const addTo = <Value>(lists: Map<string, Value[]>, key: string, value: Value): void => {
  const known = lists.get(key)
  if (known) known.push(value)
  else lists.set(key, [value])
}

const readMoney = (events: readonly SourceInput[], places: Places) => {
  const [deflation, node] = [places.vaults[1]?.toLowerCase(), places.vaults[2]?.toLowerCase()]
  const received = new Map<string, bigint>()
  const receive = (vault: string, token: PayoutToken, amount: bigint): void => {
    const key = bookKey(vault, places.tokens[token])
    received.set(key, (received.get(key) ?? 0n) + amount)
  }
  const moves = new Map<string, Amount[]>()
  const payments = new Map<string, Received[]>()
  const withheld: Amount[] = []
  for (const event of events) {
    const { address, eventName, args, at, transactionHash } = event
    const isNode = address.toLowerCase() === node
    if (isNode)
      for (const [account, token, amount] of movesOf(event, places))
        addTo(moves, account.toLowerCase(), { token, amount, at })
    if (eventName === 'Claimed' && tokenIn(places, args.token) === 'USDT') {
      receive(address, 'USDT', args.withheld)
      if (isNode) withheld.push({ token: 'USDT', amount: args.withheld, at })
    }
    if (eventName === 'Transfer') {
      const token = tokenIn(places, address)
      receive(args.to, token, args.value)
      const one = { token, amount: args.value, at, isNode: args.to.toLowerCase() !== deflation }
      addTo(payments, `${transactionHash}:${token}:${args.from}`, one)
    }
  }
  return { moves, received, toNodes: [...withheld, ...[...payments.values()].flatMap(forNodes)] }
}

export const readSourceEvents = (events: readonly SourceInput[], places: Places): SourceFacts => {
  const bought = new Map<string, bigint>()
  const observed: Observed[] = []
  let usdrShareBps = 0n // set by the contract's event when it is deployed
  let powerPurchases = 0n
  for (const { eventName, args } of events) {
    if (eventName === 'USDRShareSet') usdrShareBps = args.bps
    if (eventName === 'PODpowerBought') {
      const account = args.account.toLowerCase()
      const { max } = podPowerBounds({ usdrAmount: args.USDRAmount, usdrShareBps }, POD_POWER_BPS)
      bought.set(account, (bought.get(account) ?? 0n) + max)
      powerPurchases += 1n
    }
    if (eventName === 'Observed' && tokenIn(places, args.token) === 'DR') observed.push(args)
  }
  const price = findPrices(observed)
  return { bought, powerPurchases, usdrShareBps, price, ...readMoney(events, places) }
}
