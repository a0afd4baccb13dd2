import { emissionAbi } from '@dr/contracts/abi/emission'
import type { Keeper } from '../../../platform/chain/keeper.ts'
import type { Tick } from '../../../platform/tick.ts'
import type { MiningDeps } from '../deps.ts'

type ReleaseDeps = Pick<MiningDeps, 'client' | 'contracts' | 'releaseIntervalSeconds' | 'logger'>

/** A release that is younger than one part in so many of the interval is enough. */
const RECENT_PARTS = 2n

/** By the chain: a tick runs at once wherever another process begins to lead. */
const isJustReleased = async ({
  client,
  contracts,
  releaseIntervalSeconds,
}: ReleaseDeps): Promise<boolean> => {
  const emission = { address: contracts.Emission, abi: emissionAbi } as const
  const [{ timestamp }, until] = await Promise.all([
    client.getBlock(),
    client.readContract({ ...emission, functionName: 'releasedUntil' }),
  ])
  return (timestamp - until) * RECENT_PARTS < BigInt(releaseIntervalSeconds)
}

/** Anyone may release the emission; the keeper does, so that what was mined is soon funded. */
export const releaseTick = (deps: ReleaseDeps, keeper: Keeper): Tick => ({
  name: 'mining.release-emission',
  schedule: deps.releaseIntervalSeconds,
  run: async () => {
    if (await isJustReleased(deps)) return
    const call = { address: deps.contracts.Emission, abi: emissionAbi, functionName: 'release' }
    const { outcome } = await keeper.call(call)
    if (outcome === 'reverted') deps.logger.info('another account released the emission in the same block')
  },
})
