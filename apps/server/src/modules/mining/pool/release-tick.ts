import { emissionAbi } from '@dr/contracts/abi/emission'
import type { Keeper } from '../../../platform/chain/keeper.ts'
import type { Tick } from '../../../platform/tick.ts'
import type { MiningDeps } from '../deps.ts'

type ReleaseDeps = Pick<MiningDeps, 'client' | 'contracts' | 'releaseIntervalSeconds' | 'logger'>

/** No release is needed if the last is younger than the interval divided by this. */
const RECENT_PARTS = 2n

/** Checked on chain, since a tick runs at once wherever another process becomes the leader. */
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

/** Releases the emission, which any account may do, so that mined amounts are funded soon. */
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
