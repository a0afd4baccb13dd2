import { createHmac } from 'node:crypto'
import { findGenesis } from '../../modules/users/index.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { FatalError } from '../../platform/errors.ts'
import type { LowerHex } from '../../platform/hex.ts'

/** Fingerprint of the pepper (32 random bytes), which reveals only whether two are equal. */
const fingerprintOf = (pepper: Uint8Array): string =>
  createHmac('sha256', pepper).update('digital-rights/payment-pepper/fingerprint').digest('hex').slice(0, 32)

/** Stores `value` under `name` unless one is stored; returns the stored one. */
const keep = async (tx: Tx, name: string, value: string): Promise<string> => {
  await tx.query({
    text: 'INSERT INTO installation (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    values: [name, value],
  })
  const { rows } = await tx.query<{ value: string }>({
    text: 'SELECT value FROM installation WHERE name = $1',
    values: [name],
  })
  return rows[0]?.value ?? value
}

/**
 * A ledger is that of one deployment, by its emission (`read-start-time.ts`): the indexer would go on from the
 * other's block, and what it owes would stand against vaults that never got it.
 */
const requireSameDeployment = async (tx: Tx, emission: LowerHex): Promise<void> => {
  const { rows } = await tx.query<{ contract: LowerHex }>({
    text: 'SELECT contract FROM emission_start WHERE contract <> $1 LIMIT 1',
    values: [emission],
  })
  if (!rows[0]) return
  throw new FatalError(
    `DEPLOYMENT_FILE: this database has the ledger of the deployment with the emission ${rows[0].contract}: another begins on an empty database`,
  )
}

/**
 * Checks that settings which all processes on one database must share equal those of its first process.
 * Another deployment has another ledger; another genesis account would be a second root of all teams; another
 * pepper would refuse every payment password. Throws `FatalError` naming the setting.
 */
export const checkInstallation = (
  database: Database,
  {
    emission,
    genesisAddress,
    pepper,
  }: {
    readonly emission: LowerHex
    readonly genesisAddress: LowerHex
    readonly pepper: Uint8Array | undefined
  },
): Promise<void> =>
  database.transaction(async (tx) => {
    await requireSameDeployment(tx, emission)
    const genesis = await keep(tx, 'genesis', (await findGenesis(tx)) ?? genesisAddress)
    if (genesis !== genesisAddress)
      throw new FatalError(
        `GENESIS_ADDRESS: this database began with ${genesis}, and a second one is refused`,
      )
    if (pepper === undefined) return
    const fingerprint = fingerprintOf(pepper)
    if ((await keep(tx, 'payment-pepper', fingerprint)) !== fingerprint)
      throw new FatalError(
        'SECRETS_DIR/payment-pepper is another than the one this database began with: no payment password would be right',
      )
  })
