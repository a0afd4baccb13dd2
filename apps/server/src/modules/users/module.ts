import type { ModuleParts } from '../../platform/module-parts.ts'
import type { Tick } from '../../platform/tick.ts'
import type { UsersDeps } from './deps.ts'
import { forgetExpired } from './forget-expired.ts'
import { usersRoutes } from './routes.ts'

const FORGET_INTERVAL_SECONDS = 600

const forgetTick = ({ database, now }: UsersDeps): Tick => ({
  name: 'users.forget-expired',
  schedule: FORGET_INTERVAL_SECONDS,
  run: () => forgetExpired(database.single, now()),
})

export const createUsersModule = (deps: UsersDeps): ModuleParts => ({
  routes: usersRoutes(deps),
  eventHandlers: [],
  advanceHooks: [],
  ticks: [forgetTick(deps)],
})
