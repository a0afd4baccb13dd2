import { getSysNoticeInfo, getSysNoticeList, publicNotices } from '@dr/protocol/calls/notices'
import type { Database } from '../../platform/database/database.ts'
import type { ModuleParts } from '../../platform/module-parts.ts'
import { route } from '../../platform/route.ts'
import { listNotices, listShownNotices, readNotice } from './read-notices.ts'

export const createNoticesModule = ({ database }: { readonly database: Database }): ModuleParts => ({
  routes: [
    route(publicNotices, ({ body }) => listShownNotices(database.read, body)),
    route(getSysNoticeList, ({ body, caller }) =>
      listNotices(database.read, { ...body, userId: caller.userId }),
    ),
    route(getSysNoticeInfo, ({ body, caller }) =>
      database.transaction((tx) =>
        readNotice(tx, { userId: caller.userId, locale: body.locale, id: BigInt(body.id) }),
      ),
    ),
  ],
  eventHandlers: [],
  advanceHooks: [],
  ticks: [],
})
