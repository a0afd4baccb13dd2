import type { ResponseOf } from '@dr/protocol/call'
import type { overview as overviewCall } from '@dr/protocol/calls/public'
import type { VaultIndex } from '@dr/protocol/token-table'
import type { VaultToken } from '@dr/protocol/tokens'
import type { Reader } from '../../../platform/database/database.ts'

type Recapitalisations = NonNullable<ResponseOf<typeof overviewCall>['recapitalisations']>

const SHOWN = 20

interface Row {
  vault: VaultIndex
  token: VaultToken['token']
  amount: bigint
  source: string
  at: bigint
  tx_hash: string
}

/** Recapitalisations, newest first; if there are very many, the largest, since anyone may send small ones. */
export const readRecapitalisations = async (reader: Reader): Promise<Recapitalisations> => {
  const { rows } = await reader.query<Row>({
    name: 'recapitalisation_list',
    text: `SELECT vault, token, amount, source, at, tx_hash
      FROM (SELECT * FROM recapitalisation ORDER BY amount DESC, seq DESC LIMIT ${SHOWN}) largest ORDER BY seq DESC`,
  })
  return rows.map(({ amount, at, tx_hash: txHash, ...of }) => ({
    ...of,
    amount: amount.toString(),
    at: Number(at),
    txHash,
  }))
}
