import { SWAP_TOKENS, type Token } from '@dr/protocol/tokens'
import { type Address, erc20Abi } from 'viem'
import { readContract } from 'viem/actions'
import { type Config, loadConfig } from '../../api/config.ts'
import { loadChainClient } from './public-client.ts'

/**
 * A contract of the project that pulls tokens inside the wallet's own call; a vault pulls the DR burned for
 * USDT.
 */
export type Spender = 'DigitalRights' | 'Exchange' | 'USDR' | 'DigitDraw' | 'vault0' | 'vault1' | 'vault2'

export interface OpenAllowance {
  readonly token: Token
  readonly contract: Spender
  readonly spender: Address
  /** Base units. */
  readonly amount: bigint
}

interface Pulls {
  readonly contract: Spender
  readonly address: string
  readonly tokens: readonly Token[]
}

/** Contracts that the app's calls ask approvals for; a test compares them with the calls. */
export const pulls = ({ contracts }: Pick<Config, 'contracts'>): readonly Pulls[] => [
  {
    contract: 'DigitalRights',
    address: contracts.DigitalRights,
    tokens: ['USDT', 'USDR', 'DR', 'DRGV'],
  },
  { contract: 'Exchange', address: contracts.Exchange, tokens: SWAP_TOKENS },
  { contract: 'USDR', address: contracts.USDR, tokens: ['USDT'] },
  { contract: 'DigitDraw', address: contracts.DigitDraw, tokens: ['DR'] },
  { contract: 'vault0', address: contracts.withdrawalVaults[0], tokens: ['DR'] },
  { contract: 'vault1', address: contracts.withdrawalVaults[1], tokens: ['DR'] },
  { contract: 'vault2', address: contracts.withdrawalVaults[2], tokens: ['DR'] },
]

/** Non-zero allowances of the project's contracts. */
export const readAllowances = async (address: Address): Promise<readonly OpenAllowance[]> => {
  const [config, client] = await Promise.all([loadConfig(), loadChainClient()])
  const spenders = pulls(config).flatMap(({ contract, address: spender, tokens }) =>
    tokens.map((token) => ({ contract, token, spender: spender as Address })),
  )
  const all = await Promise.all(
    spenders.map(async (line) => ({
      ...line,
      amount: await readContract(client, {
        address: config.contracts[line.token] as Address,
        abi: erc20Abi,
        functionName: 'allowance',
        args: [address, line.spender],
      }),
    })),
  )
  return all.filter(({ amount }) => amount > 0n)
}
