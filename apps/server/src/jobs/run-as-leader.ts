import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import type { Database, LeaderLock } from '../platform/database/database.ts'
import { clearLeaderGauges, type LeaderName } from '../platform/gauges/leader-gauges.ts'
import { oncePerRegistry } from '../platform/metrics.ts'
import { pause } from '../platform/pause.ts'

export interface LeaderWork {
  /** Name of the lock: processes with the same name and database compete. */
  readonly name: LeaderName
  readonly logger: Logger
  readonly registry: Registry
  /**
   * Work for one process at a time. It must end soon after `signal` is aborted; if it ends by itself, so does
   * the leadership. Its writes to the database are refused once another process has become leader.
   */
  readonly run: (signal: AbortSignal) => Promise<void>
  /** Milliseconds between two tries to become leader. */
  readonly retryMs?: number
}

const RETRY_MS = 3_000

const leaderMetrics = oncePerRegistry((registry) => {
  const labelNames = ['name'] as const
  const registers = [registry]
  return {
    leads: new Gauge({
      name: 'leadership_held',
      help: '1: this process leads; 0: it waits to. A sum over all processes other than 1 is an alarm',
      labelNames,
      registers,
    }),
    epoch: new Gauge({
      name: 'leadership_epoch',
      help: 'Fencing number of the leadership this process has; 0: none',
      labelNames,
      registers,
    }),
  }
})

const tryLead = async (database: Database, { name, logger }: LeaderWork): Promise<LeaderLock | undefined> => {
  try {
    return await database.tryLock(name)
  } catch (error) {
    logger.warn({ err: error, name }, 'could not ask to be leader, and tries again')
    return undefined
  }
}

/** Shows in the metrics whether this process is the leader, and removes its figures when it no longer is. */
const showLeadership = (
  { name, registry }: Pick<LeaderWork, 'name' | 'registry'>,
  epoch: bigint | undefined,
): void => {
  const { leads, epoch: epochs } = leaderMetrics(registry)
  leads.set({ name }, epoch === undefined ? 0 : 1)
  epochs.set({ name }, Number(epoch ?? 0n))
  if (epoch === undefined) clearLeaderGauges(registry, name)
}

const lead = async (work: LeaderWork, lock: LeaderLock, signal: AbortSignal): Promise<void> => {
  const stopShowing = () => showLeadership(work, undefined)
  showLeadership(work, lock.epoch)
  lock.lost.addEventListener('abort', stopShowing)
  try {
    await lock.run(() => work.run(AbortSignal.any([signal, lock.lost])))
  } finally {
    stopShowing() // again: running work may have set a figure after the loss
  }
}

/**
 * Waits to become the leader, then runs `work.run`, until `signal`. When the session that holds the lock is
 * lost, the work's signal is aborted, and this process competes again. Resolves when `signal` is aborted and
 * the work has ended, or when the work ends by itself; rejects when the work throws.
 */
export const runAsLeader = async (
  database: Database,
  work: LeaderWork,
  signal: AbortSignal,
): Promise<void> => {
  const { name, logger, retryMs = RETRY_MS } = work
  showLeadership(work, undefined)
  while (!signal.aborted) {
    const lock = await tryLead(database, work)
    if (!lock) {
      await pause(retryMs, signal)
      continue
    }
    logger.info({ name, epoch: String(lock.epoch) }, 'this process leads')
    try {
      await lead(work, lock, signal)
      if (!lock.lost.aborted) return
    } catch (error) {
      if (!lock.lost.aborted) throw error
    } finally {
      await lock.release()
    }
    logger.warn({ name, err: lock.lost.reason }, 'leadership lost')
  }
}
