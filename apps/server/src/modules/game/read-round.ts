/** The draw's state on chain at one block. */

import { digitDrawAbi } from '@dr/contracts/abi/digit-draw'
import type { DrawRound } from '@dr/protocol/calls/game'
import type { PublicClient } from 'viem'
import { chainUnavailable } from '../../platform/chain/chain-unavailable.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { blockPace, DIGITS, paceStart } from './round.rules.ts'

/** `IDigitDraw.State`. */
export const STATE = { none: 0, open: 1, drawing: 2, drawn: 3, expired: 4 } as const
const STATE_NAMES = ['open', 'open', 'drawing', 'drawn', 'expired'] as const

export interface DrawNow {
  readonly blockNumber: bigint
  readonly blockTime: bigint
  readonly potFree: bigint
  readonly bondFree: bigint
  readonly entryMinimum: bigint
  readonly round: DrawRound | null
}

interface Pace {
  readonly number: bigint
  readonly timestamp: bigint
  readonly blockMs: number
}

const secondsAt = ({ number, timestamp, blockMs }: Pace, block: bigint): number =>
  Math.max(0, Number(timestamp) + Math.round((Number(block - number) * blockMs) / 1_000))

const readRound = async (
  client: PublicClient,
  { contract, drawId, pace }: { contract: LowerHex; drawId: bigint; pace: Pace },
): Promise<DrawRound> => {
  const at = { address: contract, abi: digitDrawAbi, blockNumber: pace.number } as const
  const [draw, ...acceptable] = await Promise.all([
    client.readContract({ ...at, functionName: 'drawOf', args: [drawId] }),
    ...Array.from({ length: DIGITS }, (_, digit) =>
      client.readContract({ ...at, functionName: 'acceptable', args: [drawId, digit] }),
    ),
  ])
  return {
    round: drawId.toString(),
    state: STATE_NAMES[draw.state] ?? 'open',
    commitment: draw.commitment,
    entriesHash: draw.entriesHash,
    closeBlock: Number(draw.closeBlock),
    targetBlock: Number(draw.targetBlock),
    revealBlock: Number(draw.revealBlock),
    closesAt: secondsAt(pace, draw.closeBlock),
    total: draw.total.toString(),
    byDigit: draw.byDigit.map(String),
    acceptable: acceptable.map(String),
  }
}

/** State at the newest block. Throws NO_PRICE (`chain-unavailable`) when the chain cannot be asked. */
export const readDrawNow = async (client: PublicClient, contract: LowerHex): Promise<DrawNow> => {
  const latest = await client.getBlock().catch(chainUnavailable)
  const at = { address: contract, abi: digitDrawAbi, blockNumber: latest.number } as const
  const [count, potFree, bondFree, entryMinimum, before] = await Promise.all([
    client.readContract({ ...at, functionName: 'drawCount' }),
    client.readContract({ ...at, functionName: 'potFree' }),
    client.readContract({ ...at, functionName: 'bondFree' }),
    client.readContract({ ...at, functionName: 'ENTRY_MIN' }),
    client.getBlock({ blockNumber: paceStart(latest.number) }),
  ]).catch(chainUnavailable)
  const { number, timestamp } = latest
  const pace = { number, timestamp, blockMs: blockPace(before, latest) }
  const round =
    count === 0n ? null : await readRound(client, { contract, drawId: count, pace }).catch(chainUnavailable)
  return { blockNumber: number, blockTime: timestamp, potFree, bondFree, entryMinimum, round }
}
