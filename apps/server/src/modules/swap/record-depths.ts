import { exchangeAbi } from '@dr/contracts/abi/exchange'
import { SWAP_TOKENS, type SwapToken } from '@dr/protocol/tokens'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { PublicClient } from 'viem'
import { chainNow } from '../../platform/chain/chain-clock.ts'
import { type ContractAddresses, tokenAddresses } from '../../platform/chain/contract-addresses.ts'
import type { Keeper } from '../../platform/chain/keeper.ts'
import type { Database } from '../../platform/database/database.ts'
import { createLeaderGauge } from '../../platform/gauges/leader-gauges.ts'
import type { Tick } from '../../platform/tick.ts'

/** Often, since a local chain's days can pass in seconds; the chain is asked when a record is due. */
const LOOK_INTERVAL_SECONDS = 2
/**
 * A record of each hour keeps liquidity that stood for a moment from counting a day later, and what left the
 * pools from being paid for (IExchange).
 */
const RECORD_INTERVAL_SECONDS = 3_600
/** After a call that recorded nothing: a pool without a price has one half an hour after it is deep again. */
const RETRY_INTERVAL_SECONDS = 300

/** By token: Unix seconds of its record, 0 before the first. */
type Records = ReadonlyMap<SwapToken, number>

const recordReader = (client: PublicClient, contracts: ContractAddresses): (() => Promise<Records>) => {
  const addresses = tokenAddresses(contracts)
  const at = { address: contracts.exchange, abi: exchangeAbi, functionName: 'depthLimitOf' } as const
  const read = async (token: SwapToken) => {
    const [, recordedAt] = await client.readContract({ ...at, args: [addresses[token]] })
    return [token, Number(recordedAt)] as const
  }
  return async () => new Map(await Promise.all(SWAP_TOKENS.map(read)))
}

/** Anyone may record how deep the pools are; the keeper does. By the chain's time. */
export const recordDepthsTick = (
  deps: {
    readonly database: Pick<Database, 'read'>
    readonly client: PublicClient
    readonly contracts: ContractAddresses
    readonly registry: Registry
    readonly logger: Logger
  },
  keeper: Keeper,
): Tick => {
  const { database, client, contracts, registry, logger } = deps
  const readRecords = recordReader(client, contracts)
  const age = createLeaderGauge(registry, 'worker', {
    name: 'exchange_depth_age_seconds',
    help: 'Since the depth of the pools was recorded for a token; three hours are an alarm, after two days no swap gives it',
    labelNames: ['token'] as const,
  })
  let records: Records = new Map()
  let dueAt = 0

  const newest = () => Math.max(...records.values())

  const record = async (now: number): Promise<void> => {
    records = await readRecords()
    if (newest() + RECORD_INTERVAL_SECONDS <= now) {
      const call = { address: contracts.exchange, abi: exchangeAbi, functionName: 'recordDepths' }
      const { outcome } = await keeper.call(call)
      if (outcome !== 'sent') logger.warn({ outcome }, 'the depth of the pools could not be recorded')
      records = await readRecords()
    }
    dueAt = Math.max(newest() + RECORD_INTERVAL_SECONDS, now + RETRY_INTERVAL_SECONDS)
  }

  return {
    name: 'swap.record-depths',
    schedule: LOOK_INTERVAL_SECONDS,
    run: async () => {
      const now = Number((await chainNow(database.read)).timestamp)
      if (dueAt <= now) await record(now)
      for (const [token, recordedAt] of records)
        if (recordedAt > 0) age.set({ token }, Math.max(now - recordedAt, 0))
    },
  }
}
