import type { Tx } from '../../../platform/database/database.ts'

/** Uses a nonce up in the transaction: true for the first caller, false for the second, on any replica. */
export const useNonce = async (
  tx: Tx,
  { nonce, expiresAt }: { readonly nonce: string; readonly expiresAt: Date },
): Promise<boolean> => {
  const { rowCount } = await tx.query({
    name: 'users_use_nonce',
    text: 'INSERT INTO used_nonce (nonce, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    values: [nonce, expiresAt],
  })
  return rowCount === 1
}
