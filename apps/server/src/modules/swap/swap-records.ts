import { mulDivDown, type Token, WAD } from '@dr/protocol/amounts'
import type { ResponseOf } from '@dr/protocol/call'
import type { swapRecords as swapRecordsCall } from '@dr/protocol/calls/swap'
import type { Reader } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { decodeCursor, toPage } from '../../platform/pagination.ts'

interface RecordRow {
  seq: bigint
  order_id: string
  input_token: Token
  output_token: Token
  input_amount: bigint
  output_amount: bigint
  fee: bigint
  at: bigint
  tx_hash: string
  block_number: bigint
  flush_id: bigint | null
}

/** A user's final swaps, newest first. */
export const swapRecords = async (
  reader: Reader,
  { userId, cursor, limit }: { userId: UserId; cursor?: string | undefined; limit: number },
): Promise<ResponseOf<typeof swapRecordsCall>> => {
  const { rows } = await reader.query<RecordRow>({
    name: 'swap_records_of_user',
    text: `SELECT seq, order_id, input_token, output_token, input_amount, output_amount, fee, at, tx_hash,
        block_number, flush_id
      FROM swap_record WHERE user_id = $1 AND ($2::bigint IS NULL OR seq < $2) ORDER BY seq DESC LIMIT $3`,
    values: [userId, cursor === undefined ? null : decodeCursor(cursor), limit + 1],
  })
  return toPage(rows, {
    limit,
    idOf: ({ seq }) => seq,
    itemOf: (row) => ({
      orderId: row.order_id,
      inputToken: row.input_token,
      outputToken: row.output_token,
      inputAmount: row.input_amount.toString(),
      outputAmount: row.output_amount.toString(),
      rate: mulDivDown(row.output_amount, WAD, row.input_amount).toString(),
      fee: row.fee.toString(),
      at: Number(row.at),
      txHash: row.tx_hash,
      blockNumber: Number(row.block_number),
      flushId: row.flush_id?.toString() ?? null,
    }),
  })
}
