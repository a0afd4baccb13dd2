/** Files of the chain between two runs. */
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { readJson, writeWhole } from '../files.ts'
import { readOffset } from './clock.ts'
import type { Rpc } from './rpc.ts'

const unzip = promisify(gunzip)

export const chainFiles = (chainDirectory: string) => ({
  /** State as Anvil writes and reads it: accounts, blocks, transactions. */
  state: join(chainDirectory, 'state.json'),
  /** `{offsetSeconds}`: the chain's time less the wall clock's. */
  clock: join(chainDirectory, 'clock.json'),
  /** `{supervisor, anvil, port}`: process ids and port while it runs. */
  running: join(chainDirectory, 'running.json'),
  /** Output of Anvil. */
  log: join(chainDirectory, 'anvil.log'),
})

/** Writes the chain's state atomically; the clock first, since a newer clock fits an older state. */
export const saveChain = async (rpc: Rpc, chainDirectory: string): Promise<void> => {
  const files = chainFiles(chainDirectory)
  const [dump, offsetSeconds] = await Promise.all([rpc<string>('anvil_dumpState'), readOffset(rpc)])
  await writeWhole(files.clock, JSON.stringify({ offsetSeconds }))
  await writeWhole(files.state, await unzip(Buffer.from(dump.slice(2), 'hex')))
}

export const savedOffset = (chainDirectory: string): number =>
  readJson<{ offsetSeconds: number }>(chainFiles(chainDirectory).clock)?.offsetSeconds ?? 0
