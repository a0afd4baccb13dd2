import { erc20Abi } from 'viem'
import { readContract } from 'viem/actions'
import { loadConfig } from '../api/config.ts'
import type { Address } from '../api/session.ts'
import { loadChainClient } from './public-client.ts'

export interface StandingAllowance {
  readonly token: 'USDT' | 'DRGV'
  readonly spender: Address
  /** Base units. */
  readonly amount: bigint
}

/** What the main contract may pull, inside a call of the wallet's own; only what is not 0. */
export async function readAllowances(address: Address): Promise<readonly StandingAllowance[]> {
  const [config, client] = await Promise.all([loadConfig(), loadChainClient()])
  const spender = config.contracts.DigitalRights as Address
  const all = await Promise.all(
    (['USDT', 'DRGV'] as const).map(async (token) => ({
      token,
      spender,
      amount: await readContract(client, {
        address: config.contracts[token] as Address,
        abi: erc20Abi,
        functionName: 'allowance',
        args: [address, spender],
      }),
    })),
  )
  return all.filter(({ amount }) => amount > 0n)
}
