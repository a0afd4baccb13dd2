import { type Stoppable, stoppableSchema } from '@dr/protocol/parameters'
import { chainNow } from '../../platform/chain/chain-clock.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { listStops, type Stopped, setStop, stopOf } from '../parameters/index.ts'
import { writeAudit } from './audit.ts'
import type { Actor } from './deps.ts'

const answerOf = (what: Stoppable, stop: Stopped | undefined) => ({
  what,
  stopped: stop !== undefined,
  reason: stop?.reason ?? null,
  since: stop === undefined ? null : Number(stop.since),
  by: stop?.by ?? null,
})

/** All features that can be stopped, with their state. */
export const listStoppables = async (reader: Reader) => {
  const stops = await listStops(reader)
  return {
    items: stoppableSchema.options.map((what) =>
      answerOf(
        what,
        stops.find((stop) => stop.what === what),
      ),
    ),
  }
}

/**
 * Stops something at once, by one operator: it moves no money, and issued vouchers remain valid. Two resume it
 * (proposals.ts).
 */
export const stop = async (
  tx: Tx,
  actor: Actor,
  { what, reason }: { readonly what: Stoppable; readonly reason: string },
) => {
  const before = await stopOf(tx, what)
  const { timestamp: since } = await chainNow(tx)
  await setStop(tx, { what, reason, by: actor.operator, since })
  await writeAudit(tx, actor, {
    action: 'stop.stop',
    subject: what,
    before: before ? { stopped: true, reason: before.reason } : { stopped: false },
    after: { stopped: true, reason },
  })
  return answerOf(what, await stopOf(tx, what))
}
