import { digitDrawAbi } from '@dr/contracts/abi/digit-draw'
import type { Address } from 'viem'
import { readContract } from 'viem/actions'
import { loadConfig } from '../../api/config.ts'
import { loadChainClient } from './public-client.ts'

const NOTHING = `0x${'0'.repeat(64)}`

/** State of a round from the contract; null for values that are not known yet. */
export interface DrawOnChain {
  readonly round: string
  readonly digit: number | null
  readonly commitment: string
  readonly entriesHash: string
  readonly secret: string | null
  readonly targetHash: string | null
}

/** Reads a round by this device alone; throws when the chain cannot be read. */
export const readDraw = async (round: string): Promise<DrawOnChain> => {
  const [config, client] = await Promise.all([loadConfig(), loadChainClient()])
  const draw = await readContract(client, {
    address: config.contracts.DigitDraw as Address,
    abi: digitDrawAbi,
    functionName: 'drawOf',
    args: [BigInt(round)],
  })
  const drawn = draw.secret !== NOTHING
  return {
    round,
    digit: drawn ? draw.digit : null,
    commitment: draw.commitment,
    entriesHash: draw.entriesHash,
    secret: drawn ? draw.secret : null,
    targetHash: drawn ? draw.targetHash : null,
  }
}
