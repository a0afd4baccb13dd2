import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { formatEther, type Hex, type PublicClient } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createLeaderGauge } from '../gauges/leader-gauges.ts'
import type { Tick } from '../tick.ts'

const INTERVAL_SECONDS = 60

/**
 * The BNB balances of this process's sending keys, as a gauge: `key_balance_bnb`, by the key's name. If no
 * endpoint answers, the tick does not fail, and the last values remain.
 */
export const keyBalancesTick = (deps: {
  readonly client: PublicClient
  /** Private keys by name; their addresses are derived here. */
  readonly keys: Readonly<Record<string, Hex>>
  readonly logger: Logger
  readonly registry: Registry
}): Tick => {
  const { client, logger } = deps
  const gauge = createLeaderGauge(deps.registry, 'worker', {
    name: 'key_balance_bnb',
    help: 'BNB of a key that this process sends with, at the newest block; below 0.05 is an alarm',
    labelNames: ['key'] as const,
  })
  const owners = Object.entries(deps.keys).map(([key, secret]) => ({
    key,
    address: privateKeyToAccount(secret).address,
  }))
  const show = async ({ key, address }: (typeof owners)[number]): Promise<void> => {
    try {
      const balance = await client.getBalance({ address })
      gauge.set({ key }, Number(formatEther(balance))) // a metric: a double is precise enough
    } catch (error) {
      logger.warn({ err: error, key }, 'the balance of a key could not be read')
    }
  }
  return {
    name: 'keys.balances',
    schedule: INTERVAL_SECONDS,
    run: async () => {
      await Promise.all(owners.map(show))
    },
  }
}
