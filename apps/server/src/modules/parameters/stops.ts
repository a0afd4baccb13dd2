import type { ErrorName } from '@dr/protocol/errors'
import type { Stoppable } from '@dr/protocol/parameters'
import { AppError } from '../../platform/app-error.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'

export interface Stopped {
  readonly what: Stoppable
  readonly reason: string
  readonly by: LowerHex
  /** The chain's clock, Unix seconds. */
  readonly since: bigint
}

const SELECT = 'SELECT what, reason, stopped_by AS by, since FROM operator_stop'

/** All features that operators have stopped. */
export const listStops = async (reader: Reader): Promise<Stopped[]> => {
  const { rows } = await reader.query<Stopped>({
    name: 'operator_stop_list',
    text: `${SELECT} ORDER BY since, what`,
  })
  return rows
}

export const stopOf = async (reader: Reader, what: Stoppable): Promise<Stopped | undefined> => {
  const { rows } = await reader.query<Stopped>({
    name: 'operator_stop_one',
    text: `${SELECT} WHERE what = $1`,
    values: [what],
  })
  return rows[0]
}

/** Throws `error` (default 1023), with the stop's reason, if there is a stop. */
export const refuseStopped = (stop: Stopped | undefined, error: ErrorName = 'FEATURE_OFF'): void => {
  if (!stop) return
  const { what, since, reason } = stop
  throw new AppError(error, {
    details: { reason: 'stopped-by-operator', what, since: Number(since), why: reason },
  })
}

/** Throws `error` (default 1023) with the reason, if operators have stopped the feature. */
export const requireRunning = async (reader: Reader, what: Stoppable, error?: ErrorName): Promise<void> =>
  refuseStopped(await stopOf(reader, what), error)

/** Sets a stop; an existing one keeps its beginning and gets the new reason. */
export const setStop = async (tx: Tx, { what, reason, by, since }: Stopped): Promise<void> => {
  await tx.query({
    name: 'operator_stop_set',
    text: `INSERT INTO operator_stop (what, reason, stopped_by, since) VALUES ($1, $2, $3, $4)
      ON CONFLICT (what) DO UPDATE SET reason = excluded.reason, stopped_by = excluded.stopped_by`,
    values: [what, reason, by, since],
  })
}

export const clearStop = async (tx: Tx, what: Stoppable): Promise<void> => {
  await tx.query({
    name: 'operator_stop_clear',
    text: 'DELETE FROM operator_stop WHERE what = $1',
    values: [what],
  })
}
