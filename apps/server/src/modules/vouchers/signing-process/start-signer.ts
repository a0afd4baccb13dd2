import { createLogger } from '../../../platform/logger.ts'
import { createRegistry } from '../../../platform/metrics.ts'
import { createFileSigner } from '../signing/file-signer.ts'
import { openJournal } from './journal.ts'
import type { SignerConfig } from './read-signer-config.ts'
import { serveSigner } from './serve.ts'
import { createPolicySigner } from './sign-by-policy.ts'

export interface RunningSigner {
  /** 0 for a Unix socket. */
  readonly port: number
  /** Rejects when a voucher could not be recorded: it signs nothing any more, and has to end. */
  readonly failed: Promise<never>
  stop(): Promise<void>
}

/**
 * Unix milliseconds: the host's time at the start plus monotonic time, so that corrections of the clock do
 * not affect it.
 */
const now = (): number => Math.floor(performance.timeOrigin + performance.now())

const BEAT_EVERY_MS = 60_000

/** Resolves when it listens. */
export const startSigner = async (config: SignerConfig): Promise<RunningSigner> => {
  const logger = createLogger(config.logLevel)
  const journal = await openJournal(config.journalDirectory, now)
  const beating = setInterval(() => {
    journal
      .beat()
      .catch((err: unknown) => logger.error({ err }, 'DATA_DIR: it cannot be written down that this runs'))
  }, BEAT_EVERY_MS)
  try {
    const signer = await createPolicySigner({
      domain: config.domain,
      caps: config.caps,
      signaturesPerSecond: config.signaturesPerSecond,
      keys: createFileSigner(config.keys),
      journal,
      now,
      logger,
    })
    const { port, failed, stop } = await serveSigner(config.listen, {
      signer,
      logger,
      registry: createRegistry(),
    })
    logger.info(
      { port, addresses: signer.addresses, counted: journal.entries.length },
      'the signing process is up',
    )
    return {
      port,
      failed,
      stop: async () => {
        await stop()
        clearInterval(beating)
        await journal.close()
      },
    }
  } catch (error) {
    clearInterval(beating)
    await journal.close()
    throw error
  }
}
