import { randomInt } from 'node:crypto'
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
 * pools from being paid for (IExchange). So no one else's record puts this one off.
 */
const RECORD_INTERVAL_SECONDS = 3_600
/** Earlier by up to a quarter of an hour: who brings liquidity for a moment cannot know when. */
const RECORD_JITTER_SECONDS = 900
/** After a call that did not record all tokens: a pool has a price half an hour after it is deep again. */
const RETRY_INTERVAL_SECONDS = 300

/** By token: Unix seconds of its newest record, 0 before the first that gives it a limit. */
type Records = ReadonlyMap<SwapToken, number>

const recordReader = (client: PublicClient, contracts: ContractAddresses): (() => Promise<Records>) => {
  const addresses = tokenAddresses(contracts)
  const at = { address: contracts.exchange, abi: exchangeAbi, functionName: 'depthLimitOf' } as const
  const read = async (token: SwapToken) => {
    const [limit, recordedAt] = await client.readContract({ ...at, args: [addresses[token]] })
    return [token, limit > 0n ? Number(recordedAt) : 0] as const
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
    help: 'Since this worker recorded the depth of the pools for a token, or began to look; three hours are an alarm, after two days without any record no swap gives it',
    labelNames: ['token'] as const,
  })
  /** By token: Unix seconds of the last record of this process; at first, when it began to look. */
  const recorded = new Map<SwapToken, number>()
  let dueAt: number | undefined

  const record = async (now: number): Promise<void> => {
    const call = { address: contracts.exchange, abi: exchangeAbi, functionName: 'recordDepths' }
    const { outcome } = await keeper.call(call)
    if (outcome === 'sent') {
      for (const [token, at] of await readRecords()) if (at >= now) recorded.set(token, at)
    } else logger.warn({ outcome }, 'the depth of the pools could not be recorded')
    const isComplete = SWAP_TOKENS.every((token) => Number(recorded.get(token)) >= now)
    dueAt =
      now + (isComplete ? RECORD_INTERVAL_SECONDS - randomInt(RECORD_JITTER_SECONDS) : RETRY_INTERVAL_SECONDS)
  }

  /**
   * A process that begins goes on from the last record, of anyone, but waits no longer than for the jitter:
   * no one's record may put its own off.
   */
  const begin = async (now: number): Promise<number> => {
    const records = await readRecords()
    for (const token of SWAP_TOKENS) recorded.set(token, now)
    const next = Math.min(...records.values()) + RECORD_INTERVAL_SECONDS
    return Math.min(next, now + 1 + randomInt(RECORD_JITTER_SECONDS))
  }

  return {
    name: 'swap.record-depths',
    schedule: LOOK_INTERVAL_SECONDS,
    run: async () => {
      const now = Number((await chainNow(database.read)).timestamp)
      dueAt ??= await begin(now)
      try {
        if (dueAt <= now) await record(now)
      } finally {
        for (const [token, at] of recorded) age.set({ token }, Math.max(now - at, 0))
      }
    },
  }
}
