import type { VaultIndex } from '@dr/protocol/token-table'
import type { VaultToken } from '@dr/protocol/tokens'
import type { Reader } from '../../platform/database/database.ts'
import type { Shortfalls } from './shortfalls.rules.ts'

const SHOWN = 20

interface ShortfallRow {
  vault: VaultIndex
  token: VaultToken['token']
  since: bigint
  since_block: bigint
  until: bigint | null
  worst: bigint
}

/** Shortfalls of vaults, open ones first, then the newest. Past ones remain in the record. */
export const readShortfalls = async (reader: Reader): Promise<Shortfalls> => {
  const { rows } = await reader.query<ShortfallRow>({
    name: 'reserve_shortfall_list',
    text: `SELECT vault, token, since, since_block, until, worst FROM reserve_shortfall
      ORDER BY (until IS NULL) DESC, id DESC LIMIT ${SHOWN}`,
  })
  return rows.map(({ vault, token, since, since_block, until, worst }) => ({
    vault,
    token,
    since: Number(since),
    sinceBlock: Number(since_block),
    until: until === null ? null : Number(until),
    worst: worst.toString(),
  }))
}
