import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from 'viem'
import { callApi } from '../../api/client.ts'
import { noticesKey, noticesQuery, type ShownNotice } from '../../api/queries/notices.ts'
import { useLocale, useT } from '../../i18n/use-t.ts'
import { Chip } from '../../ui/chip.tsx'
import { MoreButton } from '../../ui/form/more-button.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { Async } from '../../ui/status/async.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { SkeletonRows } from '../../ui/status/skeleton.tsx'
import { formatDate } from '../../ui/text/format.ts'

type NoticesSheetProps = {
  readonly address: Address | null
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** All notices; opening one marks it as read for a signed-in user. */
export const NoticesSheet = ({ address, open, onOpenChange }: NoticesSheetProps) => {
  const t = useT()
  const locale = useLocale()
  const client = useQueryClient()
  const query = useInfiniteQuery(noticesQuery(address, locale))
  const { mutate } = useMutation({
    mutationFn: (id: string) => callApi('getSysNoticeInfo', { request: { id, locale } }),
    onSuccess: () => address && client.invalidateQueries({ queryKey: noticesKey(address) }),
  })
  return (
    <Sheet name="notices" open={open} onOpenChange={onOpenChange} title={t('home.notices')}>
      <Async query={query} skeleton={<SkeletonRows label={t('message.loading')} />}>
        {({ pages }) =>
          pages[0]?.items.length === 0 ? (
            <EmptyState icon="bell" title={t('home.notices.none')} />
          ) : (
            <ul>
              {pages
                .flatMap(({ items }) => items)
                .map((notice) => (
                  <Row key={notice.id} notice={notice} onOpen={() => mutate(notice.id)} />
                ))}
            </ul>
          )
        }
      </Async>
      <MoreButton query={query} label={t('common.more')} />
    </Sheet>
  )
}

const Row = ({ notice, onOpen }: { readonly notice: ShownNotice; readonly onOpen: () => void }) => {
  const t = useT()
  const [whole, setWhole] = useState(false)
  const toggle = (): void => {
    if (!whole && notice.read === false) onOpen()
    setWhole(!whole)
  }
  const { title, text, locale, publishedAt, editedAt, read } = notice
  return (
    <li className="border-line not-first:border-t">
      <button
        type="button"
        aria-expanded={whole}
        onClick={toggle}
        className="flex min-h-11 w-full flex-col gap-1 py-3 text-left"
      >
        <span className="flex w-full items-start justify-between gap-3">
          <span lang={locale} className="min-w-0 text-14 font-semibold break-words">
            {title}
          </span>
          {read === false ? <Chip>{t('notices.unread')}</Chip> : null}
        </span>
        <span className="num text-12 text-t2">
          <span>{formatDate(publishedAt, 'YMDHMS')}</span>
          {editedAt && <span>{` · ${t('notices.edited', { time: formatDate(editedAt, 'YMDHMS') })}`}</span>}
        </span>
      </button>
      {whole ? (
        <p lang={locale} className="pb-3 text-14 break-words whitespace-pre-line text-t2">
          {text}
        </p>
      ) : null}
    </li>
  )
}
