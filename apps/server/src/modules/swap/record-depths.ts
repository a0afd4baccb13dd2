import { randomInt } from 'node:crypto'
import { exchangeAbi } from '@dr/contracts/abi/exchange'
import { priceOracleAbi } from '@dr/contracts/abi/price-oracle'
import { HOUR_SECONDS } from '@dr/protocol/constants'
import { allByToken, PRICED_TOKENS, type PricedToken, SWAP_TOKENS, type SwapToken } from '@dr/protocol/tokens'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { PublicClient } from 'viem'
import { chainNow } from '../../platform/chain/chain-clock.ts'
import type { ContractAddresses } from '../../platform/chain/contract-addresses.ts'
import type { Keeper } from '../../platform/chain/keeper.ts'
import type { Database } from '../../platform/database/database.ts'
import { createLeaderGauge } from '../../platform/gauges/leader-gauges.ts'
import type { Tick } from '../../platform/tick.ts'
import { DEPTH_PARTS, poolLiquidity, usdtAt } from './quote/available.rules.ts'
import { noDepthWithoutPrice } from './quote/exchange-state.ts'

/** Often, since a local chain's days can pass in seconds; the chain is asked when something is due. */
const LOOK_INTERVAL_SECONDS = 2
/**
 * A record of each hour keeps liquidity that was there for a moment from counting a day later, and what left
 * the pools from being paid for (IExchange). So no one else's record puts this one off.
 */
const RECORD_INTERVAL_SECONDS = HOUR_SECONDS
/** Earlier by up to a quarter of an hour: who brings liquidity for a moment cannot know when. */
const RECORD_JITTER_SECONDS = 900
/** After a call that did not record all tokens: a pool has a price half an hour after it is deep again. */
const RETRY_INTERVAL_SECONDS = 300
/**
 * After hours without any record pools may have no prices only since no one observed them either: their
 * averages are waited for so long, since pools that none saw for hours count as the shallowest. By the time
 * of the newest block: the indexer may be as far behind.
 */
const PRICES_RETURN_SECONDS = 2_700
const GAP_SECONDS = 3 * HOUR_SECONDS
/**
 * The pools' liquidity is looked at so often. One that has less than `KEPT_PERCENT` of what it had at the
 * last record, or of what the contract's limit rests on, is recorded at once: until then its old limits are
 * good, at a price that half an hour can push (ADR 0060).
 */
const LIQUIDITY_INTERVAL_SECONDS = 60
const KEPT_PERCENT = 90n

/** By token: Unix seconds of its newest record, 0 before the first that gives it a limit. */
type Records = ReadonlyMap<SwapToken, number>

const recordReader = (client: PublicClient, contracts: ContractAddresses): (() => Promise<Records>) => {
  const at = { address: contracts.Exchange, abi: exchangeAbi, functionName: 'depthLimitOf' } as const
  const read = async (token: SwapToken) => {
    const [limit, recordedAt] = await client.readContract({ ...at, args: [contracts[token]] })
    return [token, limit > 0n ? Number(recordedAt) : 0] as const
  }
  return async () => new Map(await Promise.all(SWAP_TOKENS.map(read)))
}

type Liquidity = Readonly<Record<PricedToken, bigint>>

/** Of each pool, in the newest block; what a trade changes of it is the fee. */
const liquidityReader = (client: PublicClient, contracts: ContractAddresses): (() => Promise<Liquidity>) => {
  const read = async (token: PricedToken, blockNumber: bigint): Promise<bigint> => {
    const at = { address: contracts.PriceOracle, abi: priceOracleAbi, blockNumber } as const
    const args = [contracts[token]] as const
    const [usdt, spot] = await Promise.all([
      client.readContract({ ...at, functionName: 'depthOf', args }),
      client.readContract({ ...at, functionName: 'spotPrice', args }),
    ])
    return poolLiquidity(usdt, spot)
  }
  return async () => {
    const blockNumber = await client.getBlockNumber()
    return allByToken(PRICED_TOKENS, (token) => read(token, blockNumber).catch(noDepthWithoutPrice))
  }
}

/**
 * The pools that hold less than the contract's limit of USDT assumes, by the product of their reserves at the
 * lower average, or at the last that was seen. Compared after each record too: liquidity may have been there
 * for that record alone.
 */
const excessReader = (client: PublicClient, contracts: ContractAddresses) => {
  const lowers = new Map<PricedToken, bigint>()
  const readLower = async (token: PricedToken): Promise<void> => {
    const at = { address: contracts.PriceOracle, abi: priceOracleAbi, functionName: 'lowerPrice' } as const
    const lower = await client.readContract({ ...at, args: [contracts[token]] }).catch(noDepthWithoutPrice)
    if (lower > 0n) lowers.set(token, lower)
  }
  return async (liquidity: Liquidity): Promise<readonly PricedToken[]> => {
    const at = { address: contracts.Exchange, abi: exchangeAbi, functionName: 'depthLimitOf' } as const
    const [[limit]] = await Promise.all([
      client.readContract({ ...at, args: [contracts.USDT] }),
      ...PRICED_TOKENS.map(readLower),
    ])
    return PRICED_TOKENS.filter((token) => {
      const lower = lowers.get(token)
      if (lower === undefined) return false
      return usdtAt(liquidity[token], lower) * 100n < limit * DEPTH_PARTS * KEPT_PERCENT
    })
  }
}

const pricesReader = (client: PublicClient, contracts: ContractAddresses): (() => Promise<boolean>) => {
  const at = { address: contracts.PriceOracle, abi: priceOracleAbi, functionName: 'lowerPrice' } as const
  const read = (token: PricedToken) =>
    client.readContract({ ...at, args: [contracts[token]] }).catch(noDepthWithoutPrice)
  return async () => (await Promise.all(PRICED_TOKENS.map(read))).every((lower) => lower > 0n)
}

const fallenOf = (now: Liquidity, before: Liquidity): readonly PricedToken[] =>
  PRICED_TOKENS.filter((token) => now[token] * 100n < before[token] * KEPT_PERCENT)

interface RecordDepthsDeps {
  readonly database: Pick<Database, 'read'>
  readonly client: PublicClient
  readonly contracts: ContractAddresses
  readonly registry: Registry
  readonly logger: Logger
}

/** The keeper's records of the pools' depth, and when the next one is due. Seconds, by the chain's time. */
class DepthKeeper {
  readonly #deps: RecordDepthsDeps
  readonly #keeper: Keeper
  readonly #readRecords: () => Promise<Records>
  readonly #readLiquidity: () => Promise<Liquidity>
  readonly #readExcess: ReturnType<typeof excessReader>
  readonly #haveAllPrices: () => Promise<boolean>
  /** By token: Unix seconds of the last record of this process; at first, when it began to look. */
  readonly #recorded = new Map<SwapToken, number>()
  #dueAt: number | undefined
  /** Since when prices are waited for. */
  #waitingSince: number | undefined
  #checkedAt = 0
  /** Liquidity left since the last record: no price is waited for. */
  #liquidityFell = false
  /** As it was just before the last record; until then, at the first look. */
  #liquidity: Liquidity | undefined

  constructor(deps: RecordDepthsDeps, keeper: Keeper) {
    const { client, contracts } = deps
    this.#deps = deps
    this.#keeper = keeper
    this.#readRecords = recordReader(client, contracts)
    this.#readLiquidity = liquidityReader(client, contracts)
    this.#readExcess = excessReader(client, contracts)
    this.#haveAllPrices = pricesReader(client, contracts)
  }

  /** By token, the seconds since its last record. */
  *ages(now: number): Generator<readonly [SwapToken, number]> {
    for (const [token, at] of this.#recorded) yield [token, Math.max(now - at, 0)]
  }

  /** Records the depths when that is due. */
  async run(now: number): Promise<void> {
    this.#dueAt ??= await this.#begin(now)
    if (await this.#checkLiquidity(now)) this.#dueAt = Math.min(this.#dueAt, now)
    if (this.#dueAt <= now && !(await this.#waitsForPrices())) this.#dueAt = now + (await this.#record(now))
  }

  /**
   * A process that begins goes on from the last record, of anyone, but waits no longer than for the jitter:
   * no one's record may put its own off.
   */
  async #begin(now: number): Promise<number> {
    const records = await this.#readRecords()
    for (const token of SWAP_TOKENS) this.#recorded.set(token, now)
    const next = Math.min(...records.values()) + RECORD_INTERVAL_SECONDS
    return Math.min(next, now + 1 + randomInt(RECORD_JITTER_SECONDS))
  }

  /** Whether liquidity is found to have left since the last record, or not to be there for the limit. */
  async #checkLiquidity(now: number): Promise<boolean> {
    if (this.#liquidityFell || now < this.#checkedAt + LIQUIDITY_INTERVAL_SECONDS) return false
    const seen = await this.#orUndefined(this.#readLiquidity())
    this.#checkedAt = now
    if (seen === undefined) return false
    this.#liquidity ??= seen
    const fallen = fallenOf(seen, this.#liquidity)
    const excess = (await this.#orUndefined(this.#readExcess(seen))) ?? []
    if (fallen.length + excess.length === 0) return false
    this.#deps.logger.warn({ fallen, excess }, 'a pool holds less than was recorded: its depth is recorded')
    this.#liquidityFell = fallen.length > 0
    return true
  }

  async #waitsForPrices(): Promise<boolean> {
    if (this.#liquidityFell) return false
    const [{ timestamp }, records, haveAll] = await Promise.all([
      this.#deps.client.getBlock(),
      this.#readRecords(),
      this.#haveAllPrices(),
    ])
    if (haveAll) this.#waitingSince = undefined
    if (haveAll || Number(timestamp) - Number(records.get('USDT')) <= GAP_SECONDS) return false
    this.#waitingSince ??= Number(timestamp)
    return Number(timestamp) < this.#waitingSince + PRICES_RETURN_SECONDS
  }

  /** Seconds until the next record is due. */
  async #record(now: number): Promise<number> {
    const seen = await this.#orUndefined(this.#readLiquidity())
    const { contracts, logger } = this.#deps
    const call = { address: contracts.Exchange, abi: exchangeAbi, functionName: 'recordDepths' }
    const { outcome } = await this.#keeper.call(call)
    if (outcome !== 'sent') {
      logger.warn({ outcome }, 'the depth of the pools could not be recorded')
      return this.#liquidityFell ? LIQUIDITY_INTERVAL_SECONDS : RETRY_INTERVAL_SECONDS
    }
    this.#liquidity = seen ?? this.#liquidity
    this.#liquidityFell = false
    for (const [token, at] of await this.#readRecords()) if (at >= now) this.#recorded.set(token, at)
    const isComplete = SWAP_TOKENS.every((token) => Number(this.#recorded.get(token)) >= now)
    return isComplete ? RECORD_INTERVAL_SECONDS - randomInt(RECORD_JITTER_SECONDS) : RETRY_INTERVAL_SECONDS
  }

  /** A value that cannot be read holds up no record. */
  #orUndefined<Value>(read: Promise<Value>): Promise<Value | undefined> {
    return read.catch((error: unknown) => {
      const { logger } = this.#deps
      logger.warn({ err: error }, 'what the pools hold, and what their limit assumes, could not be read')
      return undefined
    })
  }
}

/** Records how deep the pools are. Anyone may; the keeper does. */
export const recordDepthsTick = (deps: RecordDepthsDeps, keeper: Keeper): Tick => {
  const depths = new DepthKeeper(deps, keeper)
  const age = createLeaderGauge(deps.registry, 'worker', {
    name: 'exchange_depth_age_seconds',
    help: 'Since this worker recorded the depth of the pools for a token, or began to look; three hours are an alarm, after two days without any record no swap gives it',
    labelNames: ['token'] as const,
  })
  return {
    name: 'swap.record-depths',
    schedule: LOOK_INTERVAL_SECONDS,
    run: async () => {
      const now = Number((await chainNow(deps.database.read)).timestamp)
      try {
        await depths.run(now)
      } finally {
        for (const [token, seconds] of depths.ages(now)) age.set({ token }, seconds)
      }
    },
  }
}
