import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Address } from 'viem'
import { communityQuery } from '../../api/queries/community.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { useShownItem } from '../../ui/lists/use-shown-item.ts'
import { lazySheet } from '../../ui/sheet/lazy-sheet.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { shortenAddress } from '../../ui/text/format.ts'
import { useSettled } from '../../ui/use-settled.ts'
import { MemberRow } from './member-row.tsx'
import { SearchField } from './search-field.tsx'
import { readSearch, type SearchText } from './search-text.ts'

const MemberSheet = lazySheet(() => import('./member-sheet.tsx').then((module) => module.MemberSheet))

/** The user's direct referrals, newest first, and a search of the whole downline. */
export const Members = ({ address, invite }: { readonly address: Address; readonly invite: ReactNode }) => {
  const t = useT()
  const [text, setText] = useState('')
  const typed = readSearch(text)
  const searched = readSearch(useSettled(text))
  return (
    <Card className="flex flex-col gap-2">
      <CardHeader title={t('community.members')} aside={t('community.members.order')} />
      <SearchField
        text={text}
        onText={setText}
        problem={typed.kind === 'invalid' ? t('community.search.invalid') : null}
      />
      {typed.kind === 'invalid' ? null : (
        <MemberList
          address={address}
          searched={searched}
          invite={invite}
          onClear={() => setText('')}
          key={searchOf(searched) ?? ''}
        />
      )}
    </Card>
  )
}

const searchOf = (searched: SearchText): string | undefined =>
  'search' in searched ? searched.search : undefined

type MemberListProps = {
  readonly address: Address
  readonly searched: SearchText
  readonly invite: ReactNode
  readonly onClear: () => void
}

const MemberList = ({ address, searched, invite, onClear }: MemberListProps) => {
  const t = useT()
  const query = useInfiniteQuery({
    ...communityQuery(address, searchOf(searched)),
    select: ({ pages, pageParams }) => ({ pages: pages.map(({ members }) => members), pageParams }),
  })
  const members = query.data?.pages.flatMap((page) => page.items) ?? []
  const [shown, show] = useShownItem(members, (member) => member.address)
  return (
    <>
      <PagedList
        query={query}
        texts={{ loading: t('message.loading'), more: t('common.more') }}
        label={t('community.members')}
        expected={4}
        empty={<NoMembers searched={searched} invite={invite} onClear={onClear} />}
        keyOf={(member) => member.address}
        row={(member) => <MemberRow member={member} onOpen={() => show(member)} />}
      />
      {shown && <MemberSheet member={shown.item} {...shown.control} />}
    </>
  )
}

/** Empty list: no member at all, or no match of the search. */
const NoMembers = ({
  searched,
  invite,
  onClear,
}: Pick<MemberListProps, 'searched' | 'invite' | 'onClear'>) => {
  const t = useT()
  if (searched.kind === 'nothing' || searched.kind === 'invalid')
    return (
      <EmptyState
        icon="dao"
        title={t('community.members.none')}
        detail={t('community.members.noneHint')}
        action={invite}
      />
    )
  return (
    <EmptyState
      icon="search"
      title={t('community.search.nothing', { search: shortenAddress(searched.search, 4) })}
      detail={t(searched.kind === 'whole' ? 'community.search.none' : 'community.search.noneStart')}
      action={<Button onClick={onClear}>{t('community.search.clear')}</Button>}
    />
  )
}
