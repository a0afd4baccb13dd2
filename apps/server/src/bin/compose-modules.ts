/** The modules of one process, wired together (ARCHITECTURE.md, "Who may import whom"). */
import type { LivePrices } from '@dr/protocol/live'
import type { Hex } from 'viem'
import type { ResultsModule } from '../modules/results/index.ts'
import type { RootsModule } from '../modules/roots/index.ts'
import { keyBalancesTick } from '../platform/chain/key-balances.ts'
import type { ServerConfig } from '../platform/config/config.ts'
import type { Tx } from '../platform/database/database.ts'
import type { ModuleParts } from '../platform/module-parts.ts'
import { createModules, type Modules, type SeedData } from './create-modules.ts'
import type { Foundation } from './foundation.ts'

export interface Composition extends Required<ModuleParts> {
  readonly modules: Modules
  /** Writes the rows that modules need before they are used; idempotent. */
  seed(tx: Tx): Promise<void>
  /** A published result, or null. */
  readonly openResult: ResultsModule['openResult']
  /** An epoch's roots file, or null. */
  readonly openRoots: RootsModule['openRoots']
  /** Current prices for an open stream. Throws NO_PRICE. */
  readLivePrices(): Promise<LivePrices>
}

/** Keys whose accounts need BNB: without the game, not the drawer's. */
const payingKeys = <Keys extends { readonly drawer: Hex }>(keys: Keys, { game }: ServerConfig) => {
  const { drawer, ...others } = keys
  return game ? { ...others, drawer } : others
}

/**
 * Wires the modules for a process with the keys of `config`: without the signer's no voucher is signed,
 * without the worker's no transaction is sent.
 */
export const composeModules = async (
  config: ServerConfig,
  foundation: Foundation,
  seedData: SeedData = {},
): Promise<Composition> => {
  const { client, logger, registry } = foundation
  const modules = await createModules(config, foundation, seedData)
  const { mining, packages, prices, results, roots, swap } = modules
  const parts: readonly ModuleParts[] = Object.values(modules)
  return {
    modules,
    routes: parts.flatMap(({ routes }) => routes),
    eventHandlers: parts.flatMap(({ eventHandlers }) => eventHandlers),
    chainNumbers: parts.flatMap(({ chainNumbers = [] }) => chainNumbers),
    advanceHooks: parts.flatMap(({ advanceHooks }) => advanceHooks),
    ticks: [
      ...parts.flatMap(({ ticks }) => ticks),
      ...(config.keys.worker
        ? [keyBalancesTick({ client, keys: payingKeys(config.keys.worker, config), logger, registry })]
        : []),
    ],
    openResult: results.openResult,
    openRoots: roots.openRoots,
    readLivePrices: async () => {
      const [averages, exchange] = await Promise.all([
        prices.answerPrices(),
        swap.exchangePrices().catch((error: unknown) => {
          logger.warn({ reason: String(error) }, 'live updates: the exchange could not be read')
        }),
      ])
      return { averages, ...(exchange && { exchange }) }
    },
    seed: async (tx) => {
      await mining.seed(tx)
      await packages.seed(tx)
    },
  }
}
