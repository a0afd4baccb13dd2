import { rootRegistryAbi } from '@dr/contracts/abi/root-registry'
import { publicRoots, rootsProof } from '@dr/protocol/calls/roots'
import { LOCAL_CHAIN_ID } from '@dr/protocol/constants'
import { type LowerHex, lowerHex } from '../../platform/hex.ts'
import type { ModuleParts } from '../../platform/module-parts.ts'
import { route } from '../../platform/route.ts'
import type { Tick } from '../../platform/tick.ts'
import { createFloorReader } from './chain-floors.ts'
import type { RootsDeps } from './deps.ts'
import { createEpochFiles, type EpochFiles } from './epoch-files.ts'
import { rootsDirectory } from './final-proof.ts'
import { listEpochs, proveAccount } from './list-epochs.ts'
import { postRoots } from './post-roots.ts'
import { readFile } from './roots-store.ts'
import { createEpochGauges } from './show-epochs.ts'
import { syncEpochs } from './sync-epochs.ts'

/** Whether a post is due is for the chain to say: once a UTC day. */
const POST_SECONDS = 60
/** On the local chain someone waits for it who let a day pass. */
const LOCAL_POST_SECONDS = 5

export interface RootsModule extends ModuleParts {
  /** An epoch's file; null: it is not kept. */
  readonly openRoots: EpochFiles['open']
}

/** Brings the epochs up to the registry's, and posts the next one when it is due. */
const postTick = (deps: RootsDeps, attester: NonNullable<RootsDeps['attester']>): Tick => {
  const { database, client, chainId, contracts, mining, foreignEpochs, logger } = deps
  const { withdrawalVaults: vaults, DR, USDT, RootRegistry: registry } = contracts
  const gauges = createEpochGauges(deps.registry)
  const onRegistry = { ...deps, registry }
  const job = {
    ...onRegistry,
    chainId,
    origin: { registry, vaults, tokens: { DR, USDT } },
    accrued: mining.accruedOfMany,
    readFloors: createFloorReader(deps),
    attester: attester.sender,
  }
  let said = false
  /** Only the registry's attester posts. */
  const mayPost = async (): Promise<boolean> => {
    const named = lowerHex(
      await client.readContract({ address: registry, abi: rootRegistryAbi, functionName: 'attester' }),
    )
    const may = named === attester.address
    gauges.showPosting(may)
    if (!may && !said)
      logger.warn(
        { attester: named, own: attester.address },
        'no roots are posted: the attester is another key',
      )
    said = !may
    return may
  }
  return {
    name: 'roots.post',
    schedule: chainId === LOCAL_CHAIN_ID ? LOCAL_POST_SECONDS : POST_SECONDS,
    run: async (signal) => {
      const { epochs, now } = await syncEpochs(onRegistry, signal)
      const fileId = epochs[0]?.fileId
      const newest = fileId ? await readFile(database.read, fileId) : undefined
      const foreign = epochs.filter(
        ({ epoch, isVoid, fileId }) => !isVoid && fileId === null && !foreignEpochs.includes(epoch),
      )
      gauges.show({ epochs, now, newest, foreign: foreign.length })
      if (!signal.aborted && (await mayPost())) await postRoots(job)
    },
  }
}

export const createRootsModule = (deps: RootsDeps): RootsModule => {
  const { database, contracts, dataDirectory, attester } = deps
  const files = createEpochFiles({ reader: database.read, directory: rootsDirectory(dataDirectory) })
  return {
    openRoots: files.open,
    routes: [
      route(publicRoots, () => listEpochs(database)),
      route(rootsProof, ({ params }) =>
        proveAccount({ database, files, contracts }, params.address as LowerHex),
      ),
    ],
    eventHandlers: [],
    advanceHooks: [],
    ticks: attester ? [postTick(deps, attester)] : [],
  }
}
