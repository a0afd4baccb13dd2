import { join } from 'node:path'
import type { Logger } from 'pino'
import { systemClock } from '../platform/clock.ts'
import type { ServerConfig } from '../platform/config.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { createSmtpMailer, type Mailer } from '../platform/mailer.ts'
import { createRegistry } from '../platform/metrics.ts'
import { ensureSecret, readSecret } from '../platform/secret-file.ts'
import type { Foundation } from './compose-modules.ts'
import { createClient } from './create-client.ts'

/** What the modules rest on. Whoever opens it closes its database. */
export const openFoundation = async (
  config: ServerConfig,
  logger: Logger,
  mailer?: Mailer,
): Promise<Foundation> => {
  const { databaseUrl, databasePoolMax, dataDirectory, secretsDirectory } = config
  const client = await createClient(config)
  const nonceSecret = await ensureSecret(join(secretsDirectory, 'nonce-key'))
  // Lost, it takes every payment password with it: in production somebody makes it, and keeps it with the keys.
  const pepperFile = join(secretsDirectory, 'payment-pepper')
  const pepper = await (config.local ? ensureSecret(pepperFile) : readSecret(pepperFile))
  const database = await openDatabase({ databaseUrl, databasePoolMax, dataDirectory }, logger)
  return {
    client,
    nonceSecret,
    pepper,
    database,
    now: systemClock,
    logger,
    registry: createRegistry(),
    mailer: mailer ?? (config.mail && createSmtpMailer(config.mail)),
  }
}
