/** Amounts that accounts of a test's chain have mined until its last release. */
import { emissionAbi } from '@dr/contracts/abi/emission'
import type { ExitChain } from '@dr/e2e/fixtures/exit/exit-chain'
import type { startMining } from '@dr/e2e/fixtures/exit/mining'
import type { RootsHead } from '@dr/protocol/roots/roots-file'
import { powerDivisor } from '@dr/protocol/rules/mining-rate'
import type { Address } from 'viem'
import { minedBy, stretchesOf } from '../machine-power.ts'

export const readMined = async (
  { publicClient, contracts }: ExitChain,
  mining: Awaited<ReturnType<typeof startMining>>,
): Promise<(account: Address) => bigint> => {
  const at = { address: contracts.emission, abi: emissionAbi } as const
  const startTime = await publicClient.readContract({ ...at, functionName: 'startTime' })
  const until = await publicClient.readContract({ ...at, functionName: 'releasedUntil' })
  const stretches = stretchesOf(mining.factsOf({} as RootsHead).power, until)
  const mined = minedBy(stretches, { startTime, until, divisorOf: powerDivisor })
  return (account) => mined.get(account.toLowerCase()) ?? 0n
}
