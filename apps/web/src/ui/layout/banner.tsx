import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon, type IconName } from '../pictures/icons.tsx'

const tones = {
  gold: 'bg-gold-soft text-gold',
  in: 'bg-in-soft text-in',
  out: 'bg-out-soft text-out',
  off: 'bg-s3 text-t2',
}
const floatingTones = { gold: 'text-gold', in: 'text-in', out: 'text-out', off: 'text-t2' }
type BannerProps = {
  readonly tone?: keyof typeof tones
  readonly icon?: IconName
  readonly children: ReactNode
  readonly action?: ReactNode
  /** Announced when it appears. */
  readonly live?: boolean
  /** Lies over the page, with its own background and shadow. */
  readonly floating?: boolean
}

/** A line about the whole page. */
export const Banner = (props: BannerProps) => {
  const { tone = 'gold', icon = 'info', children, action, live = false, floating = false } = props
  return (
    <div
      role={live ? 'status' : undefined}
      className={cx(
        'flex items-center gap-2.5 rounded-16 px-3.5 py-2.5 text-14',
        floating ? floatingTones[tone] : tones[tone],
        floating && 'pointer-events-auto border border-line2 bg-s3 shadow-card',
      )}
    >
      <Icon name={icon} size={18} />
      <div className="min-w-0 flex-1 text-t1">{children}</div>
      {action}
    </div>
  )
}
