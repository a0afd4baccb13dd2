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

/** Short, since a local chain's days can pass in seconds; the chain is asked only when a record is due. */
const LOOK_INTERVAL_SECONDS = 2
/**
 * With a record each hour, liquidity that was there for a moment does not count a day later, and outflow is
 * not granted for liquidity that has left the pools (IExchange). Records of other accounts do not postpone
 * this one.
 */
const RECORD_INTERVAL_SECONDS = HOUR_SECONDS
/** Each record is earlier by a random time up to a quarter of an hour, so that it cannot be predicted. */
const RECORD_JITTER_SECONDS = 900
/**
 * Interval after a call that did not record all tokens: a pool has a price half an hour after it is deep
 * again.
 */
const RETRY_INTERVAL_SECONDS = 300
/**
 * After hours without any record, pools may lack prices only because no one observed them. Their averages are
 * then waited for this long, since pools without records for hours count as the shallowest. Measured in the
 * newest block's time: the indexer may be as far behind.
 */
const PRICES_RETURN_SECONDS = 2_700
const GAP_SECONDS = 3 * HOUR_SECONDS
/**
 * Interval of reading the pools' liquidity. A pool below `KEPT_PERCENT` of its liquidity at the last record,
 * or of the liquidity that the contract's limit assumes, is recorded at once: until then its old limits hold,
 * at a price that can be manipulated within half an hour (ADR 0060).
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

/** Reads each pool's liquidity in the newest block. A trade changes it only by the fee. */
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
 * Finds pools that hold less USDT than the contract's limit assumes, by the product of their reserves at the
 * lower average, or at the last one read. Compared after each record too: liquidity may have been there for
 * that record only.
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

/** Records of the pools' depth by the keeper, and the time of the next one. Seconds, by the chain's time. */
class DepthKeeper {
  readonly #deps: RecordDepthsDeps
  readonly #keeper: Keeper
  readonly #readRecords: () => Promise<Records>
  readonly #readLiquidity: () => Promise<Liquidity>
  readonly #readExcess: ReturnType<typeof excessReader>
  readonly #haveAllPrices: () => Promise<boolean>
  /** By token: Unix seconds of this process's last record; initially, when it started to look. */
  readonly #recorded = new Map<SwapToken, number>()
  #dueAt: number | undefined
  /** Unix seconds since which it waits for prices; undefined if it does not wait. */
  #waitingSince: number | undefined
  #checkedAt = 0
  /** Liquidity left since the last record: record without waiting for prices. */
  #liquidityFell = false
  /** Liquidity just before the last record; until then, at the first reading. */
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

  /** Seconds since its last record, by token. */
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
   * Continues from the last record of any account after a restart, but waits no longer than the jitter:
   * records of other accounts must not postpone this process's own.
   */
  async #begin(now: number): Promise<number> {
    const records = await this.#readRecords()
    for (const token of SWAP_TOKENS) this.#recorded.set(token, now)
    const next = Math.min(...records.values()) + RECORD_INTERVAL_SECONDS
    return Math.min(next, now + 1 + randomInt(RECORD_JITTER_SECONDS))
  }

  /** Whether liquidity has left since the last record, or is below what the limit assumes. */
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

  /** Undefined on failure, so that a failed reading does not delay a record. */
  #orUndefined<Value>(read: Promise<Value>): Promise<Value | undefined> {
    return read.catch((error: unknown) => {
      const { logger } = this.#deps
      logger.warn({ err: error }, 'what the pools hold, and what their limit assumes, could not be read')
      return undefined
    })
  }
}

/** Records the depth of the pools, which any account may do. */
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
