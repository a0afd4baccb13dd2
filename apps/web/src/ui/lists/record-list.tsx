import type { ReactNode } from 'react'
import { MoreButton } from '../form/more-button.tsx'
import { Card, CardHeader } from '../layout/card.tsx'
import { type PagedListProps, PagedRows } from './paged-list.tsx'
import { useShownItem } from './use-shown-item.ts'

type SheetControl = { readonly open: boolean; readonly onOpenChange: (open: boolean) => void }

type RecordListProps<Item> = Pick<PagedListProps<Item>, 'query' | 'texts' | 'empty' | 'keyOf'> & {
  /** Title of its card. */
  readonly title?: string
  /** Number of skeleton rows; default 5. */
  readonly expected?: number
  readonly row: (record: Item, onOpen: () => void) => ReactNode
  /** Details of one record. */
  readonly sheet: (record: Item, control: SheetControl) => ReactNode
}

/** Records in a card, newest first, page by page; each opens its details. */
export const RecordList = <Item,>(props: RecordListProps<Item>) => {
  const { title, expected = 5, row, sheet, ...list } = props
  const records = list.query.data?.pages.flatMap((page) => page.items) ?? []
  const [shown, show] = useShownItem(records, list.keyOf)
  return (
    <>
      <Card {...(title === undefined ? { className: 'py-1' } : {})}>
        {title === undefined ? null : <CardHeader title={title} />}
        <PagedRows {...list} expected={expected} row={(record) => row(record, () => show(record))} />
      </Card>
      <MoreButton query={list.query} label={list.texts.more} />
      {shown && sheet(shown.item, shown.control)}
    </>
  )
}
