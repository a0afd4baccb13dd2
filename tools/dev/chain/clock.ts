/**
 * The local chain's time. Anvil itself starts again at the wall clock, which after a journey in time would
 * put the next block days before the last: so the distance to the wall clock is kept with the state, and set
 * again after loading.
 */
import { type Rpc, readBlock } from './rpc.ts'

const BLOCK_TIME_SECONDS = 1
/** Blocks from the newest to the newest that is `finalized` (Anvil with one slot an epoch). */
export const FINALITY_BLOCKS = 2
/**
 * Within this the chain is taken to follow the wall clock exactly (a block may be a second old, a dump takes
 * a while).
 */
const ON_TIME_SECONDS = 10

const wallSeconds = (): number => Math.floor(Date.now() / 1_000)

/** How far the chain's newest block is ahead of the wall clock. */
export const readOffset = async (rpc: Rpc): Promise<number> => {
  const latest = await readBlock(rpc, 'latest')
  const ahead = (latest?.timestamp ?? 0) - wallSeconds()
  return Math.abs(ahead) <= ON_TIME_SECONDS ? 0 : ahead
}

/**
 * Makes the blocks after a pause: time goes on as if the chain had never stopped, and never backwards. As
 * many blocks as finality needs, so that the finalized block is one whose state can be read.
 */
export const resumeTime = async (rpc: Rpc, offsetSeconds: number): Promise<void> => {
  const latest = await readBlock(rpc, 'latest')
  const last = latest?.timestamp ?? 0
  // Anvil takes the moment of its start for the last block's time, and lets nothing before it: first the true
  // last one.
  await rpc('evm_setTime', [last])
  await rpc('evm_setNextBlockTimestamp', [Math.max(last + 1, wallSeconds() + offsetSeconds)])
  await makeFinal(rpc)
}

/** Everything mined so far becomes final. */
export const makeFinal = (rpc: Rpc): Promise<unknown> =>
  rpc('anvil_mine', [`0x${(FINALITY_BLOCKS + 1).toString(16)}`, '0x1'])

/** Moves the chain's time forward, and makes the moment final. */
export const travel = async (rpc: Rpc, seconds: number): Promise<void> => {
  const latest = await readBlock(rpc, 'latest')
  await rpc('evm_setNextBlockTimestamp', [(latest?.timestamp ?? wallSeconds()) + seconds])
  await makeFinal(rpc)
}

/** A block a second from now on. */
export const startBlocks = (rpc: Rpc): Promise<unknown> => rpc('evm_setIntervalMining', [BLOCK_TIME_SECONDS])

/** No block unless asked for: nothing changes while the state is written. */
export const stopBlocks = (rpc: Rpc): Promise<unknown> => rpc('evm_setIntervalMining', [0])
