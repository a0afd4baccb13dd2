import { commonValue } from '@dr/protocol/calls/common'
import { overview as overviewCall } from '@dr/protocol/calls/public'
import { settingChanges } from '@dr/protocol/calls/settings'
import { type Route, route } from '../../platform/route.ts'
import { commonValues } from './common-values.ts'
import type { SolvencyDeps } from './deps.ts'
import { createOverview } from './overview.ts'
import { listSettings } from './settings/list-settings.ts'

export const solvencyRoutes = (deps: SolvencyDeps): Route[] => {
  const { database, contracts } = deps
  return [
    route(overviewCall, createOverview(deps)),
    route(commonValue, ({ body }) => commonValues(database.read, body)),
    route(settingChanges, ({ body }) => listSettings({ reader: database.read, contracts }, body)),
  ]
}
