import { type Stoppable, stoppableSchema } from '@dr/protocol/parameters'
import { chainNow } from '../../platform/chain/chain-clock.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { clearStop, listStops, type Stopped, setStop, stopOf } from '../parameters/index.ts'
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

/** One operator may stop or start a feature: neither moves money, and issued vouchers remain valid. */
export const changeStop = async (
  tx: Tx,
  actor: Actor,
  { what, stopped, reason }: { readonly what: Stoppable; readonly stopped: boolean; readonly reason: string },
) => {
  const before = await stopOf(tx, what)
  const { timestamp: since } = await chainNow(tx)
  if (stopped) await setStop(tx, { what, reason, by: actor.operator, since })
  else await clearStop(tx, what)
  const after = await stopOf(tx, what)
  await writeAudit(tx, actor, {
    action: stopped ? 'stop.stop' : 'stop.start',
    subject: what,
    before: before ? { stopped: true, reason: before.reason } : { stopped: false },
    after: { stopped, reason },
  })
  return answerOf(what, after)
}
