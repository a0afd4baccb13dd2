/**
 * Calls of people at the node vault, without the server (ADR 0073): take out and give away what
 * they deposited or received, which needs no proof.
 */
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import { NO_PROOF } from '@dr/protocol/roots/proof'
import { PAYOUT_TOKENS } from '@dr/protocol/tokens'
import { encodeFunctionData, type Hex, maxUint256 } from 'viem'
import type { SentCall } from './bulk-rpc.ts'
import { ONE, type Scene } from './scene.ts'
import { amountToTake } from './withdrawable.ts'

/** A token of which at least one can be claimed, and how much; undefined: none. */
const pickClaimable = async ({ person, client, contracts }: Scene) => {
  if (person.keepsStake) return undefined
  const all = await Promise.all(
    PAYOUT_TOKENS.map(async (name) => ({
      token: contracts[name],
      claimable: await client.readContract({
        address: contracts.withdrawalVaults[2],
        abi: withdrawalVaultAbi,
        functionName: 'claimable',
        args: [person.account.address, contracts[name], 0n],
      }),
    })),
  )
  const some = all.filter(({ claimable }) => claimable >= ONE)
  return some[person.random.between(0, Math.max(0, some.length - 1))]
}

const atNodeVault = ({ person, contracts }: Scene, data: Hex): SentCall[] => [
  { from: person.account.address, to: contracts.withdrawalVaults[2], data },
]

/** Claims all of a token or a part, or a little more than there is, which the vault must refuse. */
export const claim = async (scene: Scene): Promise<SentCall[]> => {
  const chosen = await pickClaimable(scene)
  if (!chosen) return []
  const amount = scene.person.random.chance(0.2) ? maxUint256 : amountToTake(scene, chosen.claimable)
  const args = [chosen.token, amount, NO_PROOF] as const
  return atNodeVault(scene, encodeFunctionData({ abi: withdrawalVaultAbi, functionName: 'claim', args }))
}

/** Transfers a part to a friend, or a little more than there is. */
export const transfer = async (scene: Scene): Promise<SentCall[]> => {
  const chosen = await pickClaimable(scene)
  if (!chosen) return []
  const amount = amountToTake(scene, chosen.claimable)
  const args = [chosen.token, scene.person.friend, amount, NO_PROOF] as const
  return atNodeVault(
    scene,
    encodeFunctionData({ abi: withdrawalVaultAbi, functionName: 'transferWithin', args }),
  )
}
