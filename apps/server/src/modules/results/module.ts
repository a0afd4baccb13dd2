import { resultRegistryAbi } from '@dr/contracts/abi/result-registry'
import type { Logger } from 'pino'
import type { PublicClient } from 'viem'
import { eventHandler } from '../../platform/chain/chain-events.ts'
import type { ContractAddresses } from '../../platform/chain/contract-addresses.ts'
import type { Keeper } from '../../platform/chain/keeper.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ModuleParts } from '../../platform/module-parts.ts'
import { createResultOpener, type OpenedResult } from './open-result.ts'
import { publishDue } from './publish-due.ts'
import { type ResultName, type ResultSource, registryKind } from './result-kind.ts'
import { insertPosted } from './results.ts'

export interface ResultsModule extends ModuleParts {
  /** A week's published file; null: none. */
  openResult(name: ResultName): Promise<OpenedResult | null>
}

export interface ResultsDeps {
  readonly database: Database
  readonly client: PublicClient
  readonly contracts: Pick<ContractAddresses, 'resultRegistry'>
  /** One a kind. */
  readonly sources: readonly ResultSource[]
  /** Where published results lie: one folder a replica, or one for all. */
  readonly directory: string
  /** Sends with the attester's key; none in a process that runs no ticks. */
  readonly attester?: Keeper | undefined
  readonly logger: Logger
}

const PUBLISH_SECONDS = 10

export const createResultsModule = (deps: ResultsDeps): ResultsModule => {
  const { database, contracts, sources, directory, attester } = deps
  const registry = contracts.resultRegistry
  const kinds = new Map(sources.map(({ kind }) => [registryKind(kind), kind]))
  return {
    openResult: createResultOpener({ reader: database.read, sources, directory }),
    routes: [],
    eventHandlers: [
      eventHandler({
        name: 'results.posted',
        address: registry,
        abi: resultRegistryAbi,
        event: 'ResultPosted',
        handle: async (tx, { args: { kind: name, week, hash }, txHash }) => {
          const kind = kinds.get(name)
          if (kind !== undefined) await insertPosted(tx, { kind, week, hash, txHash })
        },
      }),
    ],
    advanceHooks: [],
    ticks: [
      {
        name: 'results.publish',
        schedule: PUBLISH_SECONDS,
        run: (signal) => publishDue({ ...deps, registry, attester }, signal),
      },
    ],
  }
}
