import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { noticesQuery } from '../../api/queries/notices.ts'
import type { Address } from '../../api/session.ts'
import { withTexts } from '../../i18n/i18n.ts'
import { useLocale, useT } from '../../i18n/use-t.ts'
import { Chip } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icons.tsx'
import { lazySheet } from '../../ui/lazy-sheet.tsx'

const NoticesSheet = lazySheet(withTexts(() => import('./notices-sheet.tsx').then((m) => m.NoticesSheet)))

/** The newest notice in one row, with how many are unread; opens them all. One height, whatever there is. */
export function NoticesRow({ address }: { readonly address: Address }) {
  const t = useT()
  const { data } = useInfiniteQuery(noticesQuery(address, useLocale()))
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused')
  const first = data?.pages[0]
  const unread = first?.unread ?? 0
  return (
    <section className="rounded-20 border border-line bg-s1 shadow-card">
      <button
        type="button"
        onClick={() => setState('open')}
        className="flex min-h-13 w-full items-center gap-3 px-4 text-left text-14"
      >
        <span className={unread > 0 ? 'text-gold' : 'text-t2'}>
          <Icon name="bell" size={20} />
        </span>
        <span className="min-w-0 flex-1 truncate">
          {first?.items[0]?.title ?? t(first ? 'home.notices.none' : 'home.notices')}
        </span>
        {unread > 0 ? <Chip>{t('home.notices.unread', { count: unread })}</Chip> : null}
        <span className="text-t3">
          <Icon name="chevron" size={16} />
        </span>
        <span className="sr-only">{t('home.notices')}</span>
      </button>
      {state === 'unused' ? null : (
        <NoticesSheet
          address={address}
          open={state === 'open'}
          onOpenChange={(open) => setState(open ? 'open' : 'closed')}
        />
      )}
    </section>
  )
}
