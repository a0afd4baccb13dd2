/**
 * The witness of the local daily roots: production's own code with the local key. It is no second machine: it
 * runs in the same process, and both its endpoints are the one local chain.
 */
import { mkdir } from 'node:fs/promises'
import type { Logger } from 'pino'
import { createPublicClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { siteSource } from '../audit/roots-source.ts'
import { watch } from '../audit/watch.ts'
import type { Witness } from '../audit/witness.ts'
import type { LocalKeys } from './deployment/keys.ts'
import type { PreparedChain } from './prepare-chain.ts'

/** Folder of its files in the data folder. */
export const WITNESS_FOLDER = 'witness'
const RANGE_BLOCKS = 5_000n
const POLL_MS = 500
/** So soon that someone who lets a day pass can wait for it. */
const EVERY_MS = 5_000

interface LocalWitness {
  readonly keys: Pick<LocalKeys, 'witness'>
  /** Origin of the server. */
  readonly site: string
  readonly folder: string
  readonly foreignEpochs?: readonly bigint[]
}

export const openWitness = async (
  { chain, record }: PreparedChain,
  { keys, site, folder, foreignEpochs = [] }: LocalWitness,
): Promise<Witness> => {
  await mkdir(folder, { recursive: true })
  const transport = http(chain.url, { batch: true })
  const client = createPublicClient({ transport, pollingInterval: POLL_MS, cacheTime: 0 })
  return {
    clients: [client, client],
    site: siteSource(site),
    folder,
    registry: record.contracts.RootRegistry,
    foreignEpochs: foreignEpochs.map(Number).sort((a, b) => a - b),
    fromBlock: BigInt(record.startBlock),
    rangeBlocks: RANGE_BLOCKS,
    key: privateKeyToAccount(keys.witness),
  }
}

/** Watches until the returned function is called, which waits for the look that runs. */
export const startWitness = (witness: Witness, logger: Logger): (() => Promise<void>) => {
  const ending = new AbortController()
  const running = watch(witness, {
    everyMs: EVERY_MS,
    signal: ending.signal,
    take: ({ kind, lines }, isNews) => {
      if (!isNews || lines.length === 0) return
      logger[kind === 'contradicts' ? 'error' : 'info'](`witness: ${lines.join('\n')}`)
    },
  })
  return () => {
    ending.abort()
    return running
  }
}
