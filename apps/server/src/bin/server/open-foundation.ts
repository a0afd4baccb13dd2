import { join } from 'node:path'
import type { Logger } from 'pino'
import { readDistrusted } from '../../platform/chain/endpoints/indexer-verdicts.ts'
import type { ServerConfig } from '../../platform/config/config.ts'
import { ensureSecret, readSecret } from '../../platform/config/secret-file.ts'
import type { Database } from '../../platform/database/database.ts'
import { openDatabaseClock } from '../../platform/database/database-clock.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { createSmtpMailer, type Mailer } from '../../platform/mailer.ts'
import { createRegistry } from '../../platform/metrics.ts'
import type { ApiSecrets, Foundation } from '../foundation.ts'
import { createClient } from './create-client.ts'

const openApiSecrets = async ({ secretsDirectory, local }: ServerConfig): Promise<ApiSecrets> => {
  const nonce = await ensureSecret(join(secretsDirectory, 'nonce-key'))
  // Without it no payment password can be verified: in production the operator creates it and backs it up
  // with the keys.
  const pepperFile = join(secretsDirectory, 'payment-pepper')
  return { nonce, pepper: await (local ? ensureSecret(pepperFile) : readSecret(pepperFile)) }
}

/** Opens the parts on which the modules are built. The caller calls `close`. */
export const openFoundation = async (
  config: ServerConfig,
  logger: Logger,
  mailer?: Mailer,
): Promise<Foundation & { close(): Promise<void> }> => {
  const { databaseUrl, databaseDirectUrl, databasePoolMax, dataDirectory } = config
  const registry = createRegistry()
  /** Opened after the client, so that a server of another chain opens no database. */
  const opened: { database?: Database } = {}
  const client = await createClient(config, {
    logger,
    registry,
    readDistrusted: async () => (opened.database ? readDistrusted(opened.database.read) : new Set()),
  })
  const secrets = config.roles.includes('api') ? await openApiSecrets(config) : undefined
  const choice = { databaseUrl, databaseDirectUrl, databasePoolMax, dataDirectory, registry }
  const database = await openDatabase(choice, logger)
  opened.database = database
  const clock = await openDatabaseClock(database, { logger }).catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  return {
    client,
    secrets,
    database,
    now: clock.now,
    clockAheadMs: clock.aheadMs,
    logger,
    registry,
    mailer: mailer ?? (config.mail && createSmtpMailer(config.mail)),
    close: () => {
      clock.stop()
      return database.close()
    },
  }
}
