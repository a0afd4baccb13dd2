/** Checks a deployment on chain: its code, its releases and their start, its getters, and its claims. */
import { WAD } from '@dr/protocol/amounts'
import { EMISSION_TOTAL } from '@dr/protocol/constants'
import { getAddress, isAddress, type PublicClient } from 'viem'
import * as abis from '../../abi/index.ts'
import type { Deployment } from '../deploy.ts'
import { DeploymentError } from '../deploy-in-order.ts'
import { atOnce } from './at-once.ts'
import { checkClaims } from './check-claims.ts'
import { checkCode } from './check-code.ts'
import { type Checked, type Expected, expectedOf } from './expected-getters.ts'

interface Share {
  readonly token: 'dr' | 'drgv'
  readonly holder: 'emission' | 'treasuryVesting'
  /** Base units minted to it. */
  readonly given: bigint
}

const SHARES: readonly Share[] = [
  { token: 'dr', holder: 'emission', given: EMISSION_TOTAL },
  { token: 'dr', holder: 'treasuryVesting', given: 10_000_000n * WAD },
  { token: 'drgv', holder: 'treasuryVesting', given: 20_000_000n * WAD },
]

/**
 * Checks that a holder's balance and released amount add up to its share: anyone may release from the first
 * second on, and that must not make a deployment fail.
 */
const sharesOf = async (client: PublicClient, { contracts }: Deployment): Promise<string[]> => {
  const blockNumber = await client.getBlockNumber({ cacheTime: 0 })
  const findings: string[] = []
  for (const { token, holder, given } of SHARES) {
    const address = contracts[holder]
    const [held, released] = await Promise.all([
      client.readContract({
        address: contracts[token],
        abi: abis.drAbi,
        functionName: 'balanceOf',
        args: [address],
        blockNumber,
      }),
      holder === 'emission'
        ? client.readContract({ address, abi: abis.emissionAbi, functionName: 'released', blockNumber })
        : client.readContract({
            address,
            abi: abis.treasuryVestingAbi,
            functionName: 'released',
            args: [contracts[token]],
            blockNumber,
          }),
    ])
    if (held + released !== given) {
      findings.push(`${holder} holds ${held} ${token} and has released ${released}: not ${given} together`)
    }
  }
  return findings
}

/** Comparable text: addresses in lower case, numbers of any type as decimals. */
const normal = (value: unknown): string => {
  if (typeof value === 'string' && isAddress(value, { strict: false })) return getAddress(value)
  if (typeof value === 'object' && value !== null) {
    return JSON.stringify(
      Object.entries(value)
        .map(([key, one]) => [key, normal(one)])
        .toSorted(),
    )
  }
  return String(value)
}

const findingOf = async (
  client: PublicClient,
  { what, value, args = [], ...call }: Expected,
): Promise<string[]> => {
  const found: unknown = await client.readContract({ ...call, args }).catch((error: unknown) => {
    throw new DeploymentError(
      `${what} could not be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  })
  return normal(found) === normal(value) ? [] : [`${what} is ${normal(found)}, not ${normal(value)}`]
}

/**
 * Checks that releases by time began with the deployment: with an earlier start, a part would be due at once.
 */
const beginningsOf = async (
  client: PublicClient,
  { contracts, startBlock }: Deployment,
): Promise<string[]> => {
  const { timestamp } = await client.getBlock({ blockNumber: BigInt(startBlock) })
  const emission = { address: contracts.emission, abi: abis.emissionAbi } as const
  const vesting = { address: contracts.treasuryVesting, abi: abis.treasuryVestingAbi } as const
  const begins = {
    'Emission.startTime': await client.readContract({ ...emission, functionName: 'startTime' }),
    'TreasuryVesting.start': await client.readContract({ ...vesting, functionName: 'start' }),
  }
  return Object.entries(begins).flatMap(([what, at]) =>
    at >= timestamp ? [] : [`${what} is ${at}, before the deployment began (${timestamp})`],
  )
}

/**
 * All deviations of a deployment; empty if there are none. To be run right after a deployment, before it is
 * used.
 */
export const checkDeployment = async (client: PublicClient, checked: Checked): Promise<string[]> => [
  ...(await checkCode(client, checked.deployment)),
  ...(await sharesOf(client, checked.deployment)),
  ...(await beginningsOf(client, checked.deployment)),
  ...(await atOnce(expectedOf(checked), (one) => findingOf(client, one))).flat(),
  ...(await checkClaims(client, checked.deployment)),
]
