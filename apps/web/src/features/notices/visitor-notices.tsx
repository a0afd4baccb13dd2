import { useQuery } from '@tanstack/react-query'
import { newestNoticeQuery } from '../../api/queries/public.ts'
import { useLocale } from '../../i18n/use-t.ts'
import { NoticesButton } from './notices-button.tsx'

/** NoticesRow for a visitor, who has no read state. */
export const VisitorNotices = () => {
  const { data } = useQuery(newestNoticeQuery(useLocale()))
  const newest = data?.items[0]
  return newest === undefined ? null : <NoticesButton address={null} title={newest.title} unread={0} />
}
