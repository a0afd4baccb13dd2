/** The drawer's tick: opens rounds, reveals their secrets, and settles those that were too late. */

import { digitDrawAbi } from '@dr/contracts/abi/digit-draw'
import type { Logger } from 'pino'
import type { Hex, PublicClient } from 'viem'
import type { Keeper } from '../../platform/chain/keeper.ts'
import type { Database } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { commitmentOf, drawSecret } from './draw-secret.ts'
import { STATE } from './read-round.ts'
import { blockPace, openBlocksAt, paceStart } from './round.rules.ts'

export interface ConductDeps {
  readonly database: Database
  readonly client: PublicClient
  readonly chainId: number
  readonly contract: LowerHex
  /** Sender of the drawer, whose key derives the secrets and signs the calls. */
  readonly drawer: Keeper
  readonly drawerKey: Hex
  /** False: open rounds are settled, and no new one begins. */
  readonly opens: boolean
  readonly logger: Logger
}

const settleDraw = async (deps: ConductDeps, drawId: bigint): Promise<void> => {
  const { client, chainId, contract, drawer, drawerKey, logger } = deps
  const at = { address: contract, abi: digitDrawAbi } as const
  const draw = await client.readContract({ ...at, functionName: 'drawOf', args: [drawId] })
  if (draw.state !== STATE.drawing) return
  const [latest, finalized] = await Promise.all([
    client.getBlockNumber({ cacheTime: 0 }),
    client.getBlock({ blockTag: 'finalized' }),
  ])
  if (latest > draw.revealBlock) {
    logger.warn({ drawId: String(drawId) }, 'the secret of a draw came too late: its entries are refunded')
    await drawer.call({ ...at, functionName: 'expire', args: [drawId] })
    return
  }
  // If the secret were revealed before the target block is final, a reorganisation could draw another digit
  // with the secret known.
  if (finalized.number < draw.targetBlock) return
  const secret = drawSecret(drawerKey, { chainId, contract, drawId })
  const { outcome } = await drawer.call({ ...at, functionName: 'reveal', args: [drawId, secret] })
  if (outcome === 'sent') logger.info({ drawId: String(drawId) }, 'a draw was revealed')
}

/** Rounds not settled by final events, oldest first. */
const unsettled = async ({ database }: ConductDeps): Promise<bigint[]> => {
  const { rows } = await database.read.query<{ id: bigint }>({
    name: 'draw_unsettled',
    text: `SELECT id FROM draw WHERE state = 'open' ORDER BY id`,
  })
  return rows.map(({ id }) => id)
}

const openNext = async (deps: ConductDeps, newest: bigint): Promise<void> => {
  const { client, chainId, contract, drawer, drawerKey } = deps
  const at = { address: contract, abi: digitDrawAbi } as const
  if (newest > 0n) {
    const { state } = await client.readContract({ ...at, functionName: 'drawOf', args: [newest] })
    if (state === STATE.open) return
  }
  const latest = await client.getBlock()
  const older = await client.getBlock({ blockNumber: paceStart(latest.number) })
  const openBlocks = openBlocksAt(Number(latest.timestamp), blockPace(older, latest))
  if (openBlocks === null) return
  const drawId = newest + 1n
  const commitment = commitmentOf(drawId, drawSecret(drawerKey, { chainId, contract, drawId }))
  await drawer.call({ ...at, functionName: 'open', args: [commitment, openBlocks] })
}

/** Settles rounds that are due, then opens the next one if none accepts entries. Idempotent. */
export const conductDraws = async (deps: ConductDeps, signal: AbortSignal): Promise<void> => {
  const at = { address: deps.contract, abi: digitDrawAbi } as const
  const known = await unsettled(deps)
  if (!deps.opens && known.length === 0) return
  const newest = await deps.client.readContract({ ...at, functionName: 'drawCount' })
  // The newest may not be known from final events yet.
  for (const drawId of new Set([...known, ...(newest > 0n ? [newest] : [])])) {
    if (signal.aborted) return
    await settleDraw(deps, drawId)
  }
  if (deps.opens && !signal.aborted) await openNext(deps, newest)
}
