/**
 * The local chain's time. Anvil starts at the wall clock, which after a time jump would put the next block
 * days before the last: so the offset to the wall clock is stored with the state, and set again after
 * loading.
 */
import { type Rpc, readBlock } from './rpc.ts'

const BLOCK_TIME_SECONDS = 1
/** Blocks from the newest to the newest that is `finalized` (Anvil with one slot an epoch). */
export const FINALITY_BLOCKS = 2
/** Largest offset that counts as none (a block may be a second old, a dump takes a while). */
const ON_TIME_SECONDS = 10

const wallSeconds = (): number => Math.floor(Date.now() / 1_000)

/** Seconds by which the chain's newest block is ahead of the wall clock. */
export const readOffset = async (rpc: Rpc): Promise<number> => {
  const latest = await readBlock(rpc, 'latest')
  const ahead = (latest?.timestamp ?? 0) - wallSeconds()
  return Math.abs(ahead) <= ON_TIME_SECONDS ? 0 : ahead
}

/**
 * Makes blocks after a pause: time continues as if the chain had never stopped, and never goes back. As
 * many blocks as finality needs, so that the finalized block's state can be read.
 */
export const resumeTime = async (rpc: Rpc, offsetSeconds: number): Promise<void> => {
  const latest = await readBlock(rpc, 'latest')
  const last = latest?.timestamp ?? 0
  // Anvil uses its start as the last block's time, and refuses earlier ones: first the real last time is
  // set.
  await rpc('evm_setTime', [last])
  await rpc('evm_setNextBlockTimestamp', [Math.max(last + 1, wallSeconds() + offsetSeconds)])
  await makeFinal(rpc)
}

/** Makes everything mined so far final. */
export const makeFinal = (rpc: Rpc): Promise<unknown> =>
  rpc('anvil_mine', [`0x${(FINALITY_BLOCKS + 1).toString(16)}`, '0x1'])

/** Advances the chain's time, and makes it final. */
export const travel = async (rpc: Rpc, seconds: number): Promise<void> => {
  const latest = await readBlock(rpc, 'latest')
  await rpc('evm_setNextBlockTimestamp', [(latest?.timestamp ?? wallSeconds()) + seconds])
  await makeFinal(rpc)
}

/** Starts a block a second. */
export const startBlocks = (rpc: Rpc): Promise<unknown> => rpc('evm_setIntervalMining', [BLOCK_TIME_SECONDS])

/** Stops automatic blocks, so that nothing changes while the state is written. */
export const stopBlocks = (rpc: Rpc): Promise<unknown> => rpc('evm_setIntervalMining', [0])
