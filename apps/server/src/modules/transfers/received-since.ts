import type { VaultIndex } from '@dr/protocol/token-table'
import type { PayoutToken } from '@dr/protocol/tokens'
import type { Reader } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'

/**
 * Amounts by token that other users transferred to a user's account and that became available after `since`.
 */
export const receivedSince = async (
  reader: Reader,
  { userId, vault, since }: { readonly userId: UserId; readonly vault: VaultIndex; readonly since: bigint },
): Promise<ReadonlyMap<PayoutToken, bigint>> => {
  const { rows } = await reader.query<{ token: PayoutToken; amount: bigint }>({
    name: 'transfer_received_since',
    text: `SELECT token, sum(amount) AS amount FROM internal_transfer
      WHERE to_user = $1 AND vault = $2 AND released_at IS NOT NULL AND available_at > $3 GROUP BY token`,
    values: [userId, vault, since],
  })
  return new Map(rows.map(({ token, amount }) => [token, amount]))
}
