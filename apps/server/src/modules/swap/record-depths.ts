import { exchangeAbi } from '@dr/contracts/abi/exchange'
import { SWAP_TOKENS, type SwapToken } from '@dr/protocol/tokens'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { PublicClient } from 'viem'
import { type ContractAddresses, tokenAddresses } from '../../platform/chain/contract-addresses.ts'
import type { Keeper } from '../../platform/chain/keeper.ts'
import { createLeaderGauge } from '../../platform/gauges/leader-gauges.ts'
import type { Tick } from '../../platform/tick.ts'

/** How often is looked whether a record is due: where a price was missing it is made soon after. */
const LOOK_INTERVAL_SECONDS = 300
/**
 * A record of each hour keeps liquidity that stood for a moment from counting a day later, and what left the
 * pools from being paid for (IExchange).
 */
const RECORD_INTERVAL_SECONDS = 3_600

type ReadRecordedAt = (token: SwapToken) => Promise<number>

const recordReader = (client: PublicClient, contracts: ContractAddresses): ReadRecordedAt => {
  const addresses = tokenAddresses(contracts)
  return async (token) => {
    const args = [addresses[token]] as const
    const at = { address: contracts.exchange, abi: exchangeAbi } as const
    const [, recordedAt] = await client.readContract({ ...at, functionName: 'depthLimitOf', args })
    return Number(recordedAt)
  }
}

/** Anyone may record how deep the pools are; the keeper does. */
export const recordDepthsTick = (
  deps: {
    readonly client: PublicClient
    readonly contracts: ContractAddresses
    readonly registry: Registry
    readonly logger: Logger
  },
  keeper: Keeper,
): Tick => {
  const { client, contracts, registry, logger } = deps
  const readRecordedAt = recordReader(client, contracts)
  const age = createLeaderGauge(registry, 'worker', {
    name: 'exchange_depth_age_seconds',
    help: 'Since the depth of the pools was recorded for a token; three hours are an alarm, after two days no swap gives it',
    labelNames: ['token'] as const,
  })

  /** Seconds since each token's record; a token that never had one has none. */
  const showAges = async (): Promise<readonly number[]> => {
    const { timestamp } = await client.getBlock()
    const ages = await Promise.all(
      SWAP_TOKENS.map(async (token) => {
        const recordedAt = await readRecordedAt(token)
        if (recordedAt === 0) return []
        const seconds = Number(timestamp) - recordedAt
        age.set({ token }, seconds)
        return [seconds]
      }),
    )
    return ages.flat()
  }

  return {
    name: 'swap.record-depths',
    schedule: LOOK_INTERVAL_SECONDS,
    run: async () => {
      const ages = await showAges()
      if (ages.some((seconds) => seconds < RECORD_INTERVAL_SECONDS)) return
      const call = { address: contracts.exchange, abi: exchangeAbi, functionName: 'recordDepths' }
      const { outcome } = await keeper.call(call)
      if (outcome !== 'sent') logger.warn({ outcome }, 'the depth of the pools could not be recorded')
      await showAges()
    },
  }
}
