import { Fragment, type ReactNode, useState } from 'react'
import { Async } from './async.tsx'
import { Card } from './card.tsx'
import { MoreButton } from './more-button.tsx'
import { SkeletonRows } from './skeleton.tsx'

type Pages<Item> = { readonly pages: readonly { readonly items: readonly Item[] }[] }
type SheetControl = { readonly open: boolean; readonly onOpenChange: (open: boolean) => void }

type RecordListProps<Item> = {
  /** Of TanStack Query, in pages. */
  readonly query: Parameters<typeof Async<Pages<Item>>>[0]['query'] &
    Parameters<typeof MoreButton>[0]['query']
  readonly texts: { readonly loading: string; readonly more: string }
  /** Where there is none. */
  readonly empty: ReactNode
  readonly row: (record: Item, onOpen: () => void) => ReactNode
  /** One record whole. */
  readonly sheet: (record: Item, control: SheetControl) => ReactNode
}

/** What was done, newest first, page by page; each record opens whole. */
export function RecordList<Item extends { readonly orderId: string }>(props: RecordListProps<Item>) {
  const { query, texts, empty, row, sheet } = props
  const [shown, setShown] = useState<{ readonly record: Item; readonly open: boolean } | null>(null)
  return (
    <>
      <Card className="py-1">
        <Async query={query} skeleton={<SkeletonRows count={5} label={texts.loading} />}>
          {({ pages }) => {
            const items = pages.flatMap((page) => page.items)
            return items.length === 0 ? (
              empty
            ) : (
              <ul>
                {items.map((record) => (
                  <Fragment key={record.orderId}>
                    {row(record, () => setShown({ record, open: true }))}
                  </Fragment>
                ))}
              </ul>
            )
          }}
        </Async>
      </Card>
      <MoreButton query={query} label={texts.more} />
      {shown
        ? sheet(shown.record, {
            open: shown.open,
            onOpenChange: (open) => setShown({ ...shown, open }),
          })
        : null}
    </>
  )
}
