import type { ReactNode } from 'react'
import { Icon, type IconName } from '../pictures/icons.tsx'

type EmptyStateProps = {
  readonly icon?: IconName
  readonly picture?: ReactNode
  readonly title: string
  readonly detail?: string
  /** Button of the next step. */
  readonly action?: ReactNode
}

/** Empty content, and what to do about it. */
export const EmptyState = ({ icon = 'list', picture, title, detail, action }: EmptyStateProps) => (
  <div className="flex flex-col items-center gap-1.5 px-4 py-8 text-center">
    {picture ?? (
      <span className="mb-1 grid size-12 place-items-center rounded-16 bg-s3 text-t2">
        <Icon name={icon} size={24} />
      </span>
    )}
    <p className="text-16 font-semibold">{title}</p>
    {detail ? <p className="max-w-76 text-14 text-t2">{detail}</p> : null}
    {action ? <div className="mt-3">{action}</div> : null}
  </div>
)
