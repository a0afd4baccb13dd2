import { useQuery } from '@tanstack/react-query'
import { newestNoticeQuery } from '../../api/queries/public.ts'
import { useLocale } from '../../i18n/use-t.ts'
import { NoticesButton } from './notices-button.tsx'

/** As NoticesRow, for who is not signed in and has no read state. Nothing where there is no notice. */
export const VisitorNotices = () => {
  const { data } = useQuery(newestNoticeQuery(useLocale()))
  const newest = data?.items[0]
  return newest === undefined ? null : <NoticesButton address={null} title={newest.title} unread={0} />
}
