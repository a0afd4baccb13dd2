/** Work of leaders: following the chain, and running the ticks. */
import { forgetRequests } from '../../http/request/replay.ts'
import { createIndexer, type IndexerOptions, showGaps, showSuspense } from '../../indexer/index.ts'
import { runAsLeader, showTicks, startTicks } from '../../jobs/index.ts'
import { keepVerdicts } from '../../platform/chain/endpoints/indexer-verdicts.ts'
import type { ServerConfig } from '../../platform/config/config.ts'
import { forgetAnnouncements } from '../../platform/database/announcements/forget-announcements.ts'
import type { Tick } from '../../platform/tick.ts'
import type { Composition } from '../compose-modules.ts'
import type { Foundation } from '../foundation.ts'

const FORGET_SECONDS = 60

/** An indexer that follows the chain from the deployment on, for all modules. */
export const openIndexer = (
  { chain, startBlock }: ServerConfig,
  { database, logger, registry }: Pick<Foundation, 'database' | 'logger' | 'registry'>,
  { eventHandlers, advanceHooks, chainNumbers }: Composition,
  options: Pick<IndexerOptions, 'patienceMs'> = {},
) =>
  createIndexer({
    database,
    rpcUrls: chain.rpcUrls,
    logger,
    registry,
    chainId: chain.chainId,
    startBlock: BigInt(startBlock),
    handlers: eventHandlers,
    hooks: advanceHooks,
    numbers: chainNumbers,
    onVerdicts: keepVerdicts(database, logger),
    ...options,
  })

/** Resolves when `signal` is aborted; rejects when the indexer halts. */
export const followChain = async (
  config: ServerConfig,
  foundation: Foundation,
  composition: Composition,
  signal: AbortSignal,
): Promise<void> => {
  const { database, logger, registry } = foundation
  const { run } = openIndexer(config, foundation, composition)
  showSuspense(database, registry)
  showGaps(database, registry)
  await runAsLeader(database, { name: 'indexer', logger, registry, run }, signal)
}

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** Runs the ticks of modules, and those of the HTTP layer. */
export const runTicks = (
  { database, logger, registry, now }: Foundation,
  composition: Composition,
  signal: AbortSignal,
): Promise<void> => {
  const forget: Tick = {
    name: 'http.forget-requests',
    schedule: FORGET_SECONDS,
    run: () => forgetRequests(database.single, now()),
  }
  const forgetAnnounced: Tick = {
    name: 'live.forget-announcements',
    schedule: FORGET_SECONDS,
    run: () => forgetAnnouncements(database.single),
  }
  const ticks = [...composition.ticks, forget, forgetAnnounced]
  showTicks(ticks, registry)
  showGaps(database, registry)
  const lead = async (leading: AbortSignal): Promise<void> => {
    const runner = startTicks({ ticks, logger, registry })
    await untilAborted(leading)
    await runner.stop()
  }
  return runAsLeader(database, { name: 'worker', logger, registry, run: lead }, signal)
}
