import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../pictures/icons.tsx'
import { Spinner } from '../status/spinner.tsx'

export type Step = {
  readonly title: string
  readonly detail?: ReactNode
  /** `next`: waits for the user; `now`: in progress. */
  readonly state: 'todo' | 'next' | 'now' | 'done' | 'failed'
}
const marks = {
  todo: 'bg-s3 text-t2',
  next: 'bg-gold-soft text-gold',
  now: 'bg-gold-soft text-gold',
  done: 'bg-in-soft text-in',
  failed: 'bg-out-soft text-out',
}

/** Numbered steps with states; changes are announced. */
export const Steps = ({ items, label }: { readonly items: readonly Step[]; readonly label: string }) => {
  return (
    <ol aria-label={label} aria-live="polite" className="flex flex-col">
      {items.map(({ title, detail, state }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: two contracts may need the same approval, and steps never move
          key={`${index} ${title}`}
          aria-current={state === 'now' || state === 'next' ? 'step' : undefined}
          className="relative flex gap-3 pb-4 last:pb-0"
        >
          {index < items.length - 1 ? (
            <span className="absolute top-8 bottom-0 left-[15px] w-px bg-line2" aria-hidden="true" />
          ) : null}
          <span
            className={cx(
              'num grid size-8 shrink-0 place-items-center rounded-16 text-14 font-semibold',
              marks[state],
            )}
          >
            {state === 'done' ? (
              <Icon name="check" size={16} />
            ) : state === 'failed' ? (
              <Icon name="close" size={16} />
            ) : state === 'now' ? (
              <Spinner />
            ) : (
              index + 1
            )}
          </span>
          <div className="min-w-0 flex-1 pt-1">
            <p className={cx('font-semibold', state === 'todo' && 'text-t2')}>{title}</p>
            {detail ? <div className="text-12 text-t2">{detail}</div> : null}
          </div>
        </li>
      ))}
    </ol>
  )
}
