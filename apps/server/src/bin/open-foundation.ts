import { join } from 'node:path'
import type { Logger } from 'pino'
import { systemClock } from '../platform/clock.ts'
import type { ServerConfig } from '../platform/config.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { createRegistry } from '../platform/metrics.ts'
import { ensureSecret } from '../platform/secret-file.ts'
import type { Foundation } from './compose-modules.ts'
import { createClient } from './create-client.ts'

/** What the modules rest on. Whoever opens it closes its database. */
export const openFoundation = async (config: ServerConfig, logger: Logger): Promise<Foundation> => {
  const { databaseUrl, databasePoolMax, dataDirectory, secretsDirectory } = config
  const client = await createClient(config)
  const nonceSecret = await ensureSecret(join(secretsDirectory, 'nonce-key'))
  const database = await openDatabase({ databaseUrl, databasePoolMax, dataDirectory }, logger)
  return { client, nonceSecret, database, now: systemClock, logger, registry: createRegistry() }
}
