/**
 * A server whose indexer and ticks run on request: for a chain whose time another program moves (the history
 * of the local demo network). Not for production: it has no leadership, so no other may run beside it.
 */
import type { ServerConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Tick } from '../../platform/tick.ts'
import { composeModules } from '../compose-modules.ts'
import { openIndexer } from './lead.ts'
import { openFoundation } from './open-foundation.ts'
import { seed } from './seed.ts'
import { startApi } from './start-api.ts'
import type { ServerOptions } from './start-server.ts'

export interface ServerOnDemand {
  /** Address of its API, on a free port of the loopback interface. */
  readonly url: string
  readonly genesisInviteCode: string
  readonly database: Database
  /** Processes all final blocks. */
  catchUp(): Promise<void>
  /**
   * Runs each tick, or each whose name is `wanted`, once, one after the other; continuous ticks keep running.
   * @throws the errors of ticks.
   */
  runTicks(wanted?: (name: string) => boolean): Promise<void>
  stop(): Promise<void>
}

const LOOPBACK = '127.0.0.1'

const runEach = async (ticks: readonly Tick[]): Promise<void> => {
  const ending = new AbortController()
  const { signal } = ending
  const goingOn = ticks.filter(({ runsOn }) => runsOn).map(({ run }) => run(signal))
  try {
    for (const { run } of ticks.filter(({ runsOn }) => !runsOn)) await run(signal)
  } finally {
    ending.abort()
    await Promise.all(goingOn)
  }
}

export const startOnDemand = async (
  config: ServerConfig,
  { logger, verify }: Required<Pick<ServerOptions, 'logger' | 'verify'>>,
): Promise<ServerOnDemand> => {
  const foundation = await openFoundation(config, logger)
  const endings: (() => Promise<unknown>)[] = [foundation.close]
  const stop = async (): Promise<void> => {
    for (const end of endings.splice(0).reverse()) await end()
  }
  try {
    await verify(foundation.database)
    const { genesisAddress } = config
    const composition = await composeModules(config, foundation)
    const { database, client } = foundation
    const { inviteCode } = await seed({ database, client, composition, genesisAddress })
    const indexer = openIndexer(config, foundation, composition)
    const api = await startApi(config, foundation, {
      routes: composition.routes,
      genesisInviteCode: inviteCode,
      openResult: composition.openResult,
      openRoots: composition.openRoots,
      signerAddresses: composition.modules.vouchers.signerAddresses,
      readLivePrices: composition.readLivePrices,
    })
    endings.push(api.stop)
    const url = await api.app.listen({ port: 0, host: LOOPBACK })
    return {
      url,
      genesisInviteCode: inviteCode,
      database,
      catchUp: () => indexer.catchUp(),
      runTicks: (wanted = () => true) => runEach(composition.ticks.filter(({ name }) => wanted(name))),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
