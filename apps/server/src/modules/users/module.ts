import type { ModuleParts } from '../../platform/module-parts.ts'
import type { Tick } from '../../platform/tick.ts'
import { forgetExpired } from './forget-expired.ts'
import { type UsersDependencies, usersRoutes } from './routes.ts'

const FORGET_INTERVAL_SECONDS = 600

const forgetTick = ({ database, now }: UsersDependencies): Tick => ({
  name: 'users.forget-expired',
  schedule: FORGET_INTERVAL_SECONDS,
  run: () => forgetExpired(database.single, now()),
})

export const createUsersModule = (dependencies: UsersDependencies): ModuleParts => ({
  routes: usersRoutes(dependencies),
  eventHandlers: [],
  advanceHooks: [],
  ticks: [forgetTick(dependencies)],
})
