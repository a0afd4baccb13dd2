import { type Address, erc20Abi } from 'viem'
import { getBlockNumber, readContract } from 'viem/actions'
import { loadConfig } from '../../api/config.ts'
import { type ChainClient, loadChainClient } from './public-client.ts'

/** A line of the ledger to check on chain: vault, token, and the ledger's block. */
export interface ReserveQuestion {
  readonly contract: string
  readonly token: 'DR' | 'USDT'
  readonly blockNumber: number
  /** Balance of the vault in the ledger, base units. */
  readonly booked: bigint
}

export interface ReserveReading extends ReserveQuestion {
  /** Base units. */
  readonly balance: bigint
  /** Block of the reading: the requested one, or the newest if the node no longer has it. */
  readonly readAtBlock: bigint
  /** Null: read at another block, so it may differ. */
  readonly same: boolean | null
}

interface Source {
  readonly client: ChainClient
  readonly token: Address
  readonly vault: Address
}

const balanceAt = ({ client, token, vault }: Source, blockNumber: bigint): Promise<bigint> =>
  readContract(client, {
    address: token,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [vault],
    blockNumber,
  })

/**
 * Reads a vault's balance. Public nodes keep the state of some minutes: older blocks are read at the newest
 * one.
 */
const readReserve = async (source: Source, question: ReserveQuestion): Promise<ReserveReading> => {
  const blockNumber = BigInt(question.blockNumber)
  try {
    const balance = await balanceAt(source, blockNumber)
    return { ...question, balance, readAtBlock: blockNumber, same: balance === question.booked }
  } catch {
    const newest = await getBlockNumber(source.client, { cacheTime: 0 })
    return { ...question, balance: await balanceAt(source, newest), readAtBlock: newest, same: null }
  }
}

/** Reads all lines by this device; throws when no node answers. */
export const readReserves = async (
  questions: readonly ReserveQuestion[],
): Promise<readonly ReserveReading[]> => {
  const [config, client] = await Promise.all([loadConfig(), loadChainClient()])
  return Promise.all(
    questions.map((question) =>
      readReserve(
        {
          client,
          token: config.contracts[question.token] as Address,
          vault: question.contract as Address,
        },
        question,
      ),
    ),
  )
}
