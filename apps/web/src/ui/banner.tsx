import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Icon, type IconName } from './icons.tsx'

const tones = {
  gold: 'bg-gold-soft text-gold',
  in: 'bg-in-soft text-in',
  out: 'bg-out-soft text-out',
  off: 'bg-s3 text-t2',
}
type BannerProps = {
  readonly tone?: keyof typeof tones
  readonly icon?: IconName
  readonly children: ReactNode
  readonly action?: ReactNode
  /** Announced when it appears. */
  readonly live?: boolean
}

/** One line that concerns the whole page. */
export function Banner({ tone = 'gold', icon = 'info', children, action, live = false }: BannerProps) {
  return (
    <div
      role={live ? 'status' : undefined}
      className={cx('flex items-center gap-2.5 rounded-16 px-3.5 py-2.5 text-14', tones[tone])}
    >
      <Icon name={icon} size={18} />
      <div className="min-w-0 flex-1 text-t1">{children}</div>
      {action}
    </div>
  )
}
