import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon, type IconName } from '../pictures/icons.tsx'

type ListRowProps = {
  readonly icon?: IconName
  readonly iconTone?: 'in' | 'out' | 'gold' | 'plain'
  /** Replaces the icon. */
  readonly lead?: ReactNode
  readonly title: ReactNode
  readonly detail?: ReactNode
  readonly value?: ReactNode
  readonly valueDetail?: ReactNode
  readonly chevron?: boolean
  readonly onClick?: (() => void) | undefined
}
const iconTones = {
  in: 'bg-s3 text-in',
  out: 'bg-s3 text-out',
  gold: 'bg-gold-soft text-gold',
  plain: 'bg-s3 text-t2',
}

/** A row: subject left, value right. Rows are separated by hairlines. */
export const ListRow = ({
  icon,
  iconTone = 'plain',
  lead,
  title,
  detail,
  value,
  valueDetail,
  chevron = false,
  onClick,
}: ListRowProps) => {
  const inner = (
    <>
      {lead ??
        (icon ? (
          <span className={cx('grid size-9 shrink-0 place-items-center rounded-12', iconTones[iconTone])}>
            <Icon name={icon} size={18} />
          </span>
        ) : null)}
      <span className="min-w-[30%] flex-1">
        <span className="block font-semibold break-words">{title}</span>
        {detail ? <span className="num block text-12 text-t2 break-words">{detail}</span> : null}
      </span>
      {value !== undefined || chevron ? (
        <span className="ml-auto flex max-w-full items-center gap-3">
          {value !== undefined ? (
            <span className="num min-w-0 text-right">
              <span className="block font-semibold">{value}</span>
              {valueDetail ? <span className="block text-12 text-t2">{valueDetail}</span> : null}
            </span>
          ) : null}
          {chevron ? (
            <span className="text-t3">
              <Icon name="chevron" size={16} />
            </span>
          ) : null}
        </span>
      ) : null}
    </>
  )
  // With large text the value is below.
  const style = 'flex min-h-11 w-full flex-wrap items-center gap-x-3 gap-y-1 py-3 text-left text-14'
  return (
    <li className="border-line not-first:border-t">
      {onClick ? (
        <button type="button" onClick={onClick} className={style}>
          {inner}
        </button>
      ) : (
        <div className={style}>{inner}</div>
      )}
    </li>
  )
}
