import { useInfiniteQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { noticesQuery } from '../../api/queries/notices.ts'
import { useLocale } from '../../i18n/use-t.ts'
import { NoticesButton } from './notices-button.tsx'

/** Newest notice and number of unread ones; opens all. Nothing without notices. */
export const NoticesRow = ({ address }: { readonly address: Address | null }) => {
  const { data } = useInfiniteQuery(noticesQuery(address, useLocale()))
  const first = data?.pages[0]
  const newest = first?.items[0]
  if (first === undefined || newest === undefined) return null
  return <NoticesButton address={address} title={newest.title} unread={first.unread} />
}
