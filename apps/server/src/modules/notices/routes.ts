import { getSysNoticeInfo, getSysNoticeList, publicNotices } from '@dr/protocol/calls/notices'
import type { Database } from '../../platform/database/database.ts'
import { type Route, route } from '../../platform/route.ts'
import { listNotices, listShownNotices, readNotice } from './read-notices.ts'

export const noticesRoutes = (database: Database): Route[] => [
  route(publicNotices, ({ body }) => listShownNotices(database.read, body)),
  route(getSysNoticeList, ({ body, caller }) =>
    listNotices(database.read, { ...body, userId: caller.userId }),
  ),
  route(getSysNoticeInfo, ({ body, caller }) =>
    database.transaction((tx) =>
      readNotice(tx, { userId: caller.userId, locale: body.locale, id: BigInt(body.id) }),
    ),
  ),
]
