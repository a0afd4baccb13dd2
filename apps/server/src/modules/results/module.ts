import { resultRegistryAbi } from '@dr/contracts/abi/result-registry'
import { eventHandler } from '../../platform/chain/chain-events.ts'
import { countOf } from '../../platform/chain/chain-numbers.ts'
import type { ModuleParts } from '../../platform/module-parts.ts'
import type { ResultsDeps } from './deps.ts'
import { createResultOpener, type OpenedResult } from './open-result.ts'
import { publishDue } from './publish-due.ts'
import { type ResultName, registryKind } from './result-kind.ts'
import { insertPosted } from './results.ts'

export interface ResultsModule extends ModuleParts {
  /** A week's published file, or null. */
  openResult(name: ResultName): Promise<OpenedResult | null>
}

const PUBLISH_SECONDS = 10

export const createResultsModule = (deps: ResultsDeps): ResultsModule => {
  const { database, contracts, sources, directory, attester } = deps
  const registry = contracts.ResultRegistry
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
    chainNumbers: [
      countOf({
        name: 'results.posted',
        address: registry,
        abi: resultRegistryAbi,
        view: 'resultCount',
        events: ['ResultPosted'],
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
