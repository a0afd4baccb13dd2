import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

type ColumnsProps = {
  /** Left column: actions. */
  readonly children?: ReactNode
  /** Right column: data. */
  readonly side: ReactNode
  /** Left column below `children`; on a phone after `side`. */
  readonly rest?: ReactNode
}
const column = 'contents two:flex two:min-w-0 two:flex-col two:gap-4'

/** Two columns from 700 px on; otherwise one, in document order: `children`, `side`, `rest`. */
export const Columns = ({ children, side, rest }: ColumnsProps) => (
  <div className="contents two:grid two:columns-two two:items-start">
    {children ? <div className={column}>{children}</div> : null}
    <div className={cx(column, 'two:col-start-2 two:row-span-2 two:row-start-1')}>{side}</div>
    {rest ? (
      <div className={cx(column, 'two:col-start-1 two:row-start-2', children ? 'two:pt-4' : '')}>{rest}</div>
    ) : null}
  </div>
)

/** One column of reading width, for lists, records and long texts. */
export const Narrow = ({ children }: { readonly children: ReactNode }) => (
  <div className={cx(column, 'two:w-full two:max-w-[720px]')}>{children}</div>
)
