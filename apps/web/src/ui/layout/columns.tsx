import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

type ColumnsProps = {
  /** Left: what one does here. */
  readonly children?: ReactNode
  /** Right: what one has. */
  readonly side: ReactNode
  /** Left, below `children`; on a phone after `side`. */
  readonly rest?: ReactNode
}
const column = 'contents wide:flex wide:min-w-0 wide:flex-col wide:gap-4'

/** Two columns from 900 px; below, one, in the order of the document: `children`, `side`, `rest`. */
export const Columns = ({ children, side, rest }: ColumnsProps) => (
  <div className="contents wide:grid wide:columns-two wide:items-start">
    {children ? <div className={column}>{children}</div> : null}
    <div className={cx(column, 'wide:col-start-2 wide:row-span-2 wide:row-start-1')}>{side}</div>
    {rest ? (
      <div className={cx(column, 'wide:col-start-1 wide:row-start-2', children ? 'wide:pt-4' : '')}>
        {rest}
      </div>
    ) : null}
  </div>
)

/** One column of a width to read: lists, records, long texts. */
export const Narrow = ({ children }: { readonly children: ReactNode }) => (
  <div className={cx(column, 'wide:w-full wide:max-w-[720px]')}>{children}</div>
)
