import type { ResponseOf } from '@dr/protocol/call'
import type { DrawResult, getDigitLogList } from '@dr/protocol/calls/game'
import type { Hex } from 'viem'
import type { Reader } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { beforeCursor, toPage } from '../../platform/pagination.ts'
import { PRIZE_MULTIPLE } from './round.rules.ts'

interface DrawRow {
  readonly id: bigint
  readonly state: 'drawn' | 'expired'
  readonly digit: number | null
  readonly entries: number
  readonly total: bigint
  readonly owed: bigint
  readonly commitment: Hex
  readonly entriesHash: Hex
  readonly secret: Hex | null
  readonly targetBlock: bigint
  readonly targetHash: Hex | null
  readonly at: bigint
  readonly txHash: LowerHex
}

interface EntryRow {
  readonly drawId: bigint
  readonly digit: number
  readonly amount: bigint
  readonly at: bigint
  readonly txHash: LowerHex
}

type Mine = NonNullable<DrawResult['mine']>

/**
 * The amount owed to an account for a round: nine times its entries on the drawn digit, or a refund of all
 * entries if the round expired.
 */
const owedTo = ({ state, digit }: DrawRow, entries: readonly EntryRow[]): bigint =>
  entries
    .filter((entry) => state === 'expired' || entry.digit === digit)
    .reduce((sum, { amount }) => sum + amount * (state === 'expired' ? 1n : PRIZE_MULTIPLE), 0n)

const readMine = async (
  reader: Reader,
  { account, draws }: { account: LowerHex; draws: readonly DrawRow[] },
): Promise<ReadonlyMap<bigint, Mine>> => {
  const ids = draws.map(({ id }) => id)
  const { rows: entries } = await reader.query<EntryRow>({
    name: 'draw_entries_of',
    text: `SELECT draw_id AS "drawId", digit, amount, at, tx_hash AS "txHash" FROM draw_entry
      WHERE account = $1 AND draw_id = ANY($2::bigint[]) ORDER BY draw_id, place`,
    values: [account, ids],
  })
  const { rows: claims } = await reader.query<{ drawId: bigint; amount: bigint }>({
    name: 'draw_claims_of',
    text: `SELECT draw_id AS "drawId", amount FROM draw_claim WHERE account = $1 AND draw_id = ANY($2::bigint[])`,
    values: [account, ids],
  })
  const byDraw = Map.groupBy(entries, ({ drawId }) => drawId)
  return new Map(
    draws.map((draw): readonly [bigint, Mine] => {
      const own = byDraw.get(draw.id) ?? []
      const paid = claims.find(({ drawId }) => drawId === draw.id)?.amount ?? 0n
      return [
        draw.id,
        {
          entries: own.map(({ digit, amount, at, txHash }) => ({
            digit,
            amount: amount.toString(),
            at: Number(at),
            txHash,
          })),
          owed: owedTo(draw, own).toString(),
          paid: paid.toString(),
        },
      ]
    }),
  )
}

/** Finished rounds, newest first; with `account`: its entries, debt and payment. */
export const listDraws = async (
  reader: Reader,
  query: {
    readonly account?: LowerHex | undefined
    readonly cursor?: string | undefined
    readonly limit: number
  },
): Promise<ResponseOf<typeof getDigitLogList>> => {
  const { account, cursor, limit } = query
  const { rows } = await reader.query<DrawRow>({
    name: 'draw_list',
    text: `SELECT id, state, digit, entries, total, owed, commitment, entries_hash AS "entriesHash", secret,
        target_block AS "targetBlock", target_hash AS "targetHash", settled_at AS at, settled_tx AS "txHash"
      FROM draw WHERE state <> 'open' AND id < $1 ORDER BY id DESC LIMIT $2`,
    values: [beforeCursor(cursor), limit + 1],
  })
  const { items: draws, nextCursor } = toPage(rows, { limit, idOf: ({ id }) => id, itemOf: (row) => row })
  const mine = account ? await readMine(reader, { account, draws }) : undefined
  return {
    items: draws.map(({ id, total, owed, targetBlock, at, ...rest }) => ({
      ...rest,
      round: id.toString(),
      total: total.toString(),
      owed: owed.toString(),
      targetBlock: Number(targetBlock),
      at: Number(at),
      mine: mine?.get(id) ?? null,
    })),
    nextCursor,
  }
}
