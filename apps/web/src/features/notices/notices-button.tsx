import { useState } from 'react'
import type { Address } from 'viem'
import { withTexts } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { Chip } from '../../ui/chip.tsx'
import { Icon } from '../../ui/pictures/icons.tsx'
import { lazySheet } from '../../ui/sheet/lazy-sheet.tsx'

const NoticesSheet = lazySheet(withTexts(() => import('./notices-sheet.tsx').then((m) => m.NoticesSheet)))

type NoticesButtonProps = {
  /** Null: a visitor, who has no read state. */
  readonly address: Address | null
  readonly title: string
  readonly unread: number
}

/** Row of constant height that opens all notices. */
export const NoticesButton = ({ address, title, unread }: NoticesButtonProps) => {
  const t = useT()
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused')
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
        <span className="min-w-0 flex-1 truncate">{title}</span>
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
