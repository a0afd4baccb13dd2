import { useInfiniteQuery } from '@tanstack/react-query'
import { noticesQuery } from '../../api/queries/notices.ts'
import type { Address } from '../../api/session.ts'
import { useLocale, useT } from '../../i18n/use-t.ts'
import { NoticesButton } from './notices-button.tsx'

/** The newest notice, with how many are unread; opens them all. */
export function NoticesRow({ address }: { readonly address: Address | null }) {
  const t = useT()
  const { data } = useInfiniteQuery(noticesQuery(address, useLocale()))
  const first = data?.pages[0]
  const title = first?.items[0]?.title ?? t(first ? 'home.notices.none' : 'home.notices')
  return <NoticesButton address={address} title={title} unread={first?.unread ?? 0} />
}
