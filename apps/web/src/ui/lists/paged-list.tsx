import { Fragment, type ReactNode } from 'react'
import { MoreButton } from '../form/more-button.tsx'
import { Async } from '../status/async.tsx'
import { SkeletonRows } from '../status/skeleton.tsx'

type Pages<Item> = { readonly pages: readonly { readonly items: readonly Item[] }[] }

export type PagedListProps<Item> = {
  /** Paged TanStack Query. */
  readonly query: Parameters<typeof Async<Pages<Item>>>[0]['query'] &
    Parameters<typeof MoreButton>[0]['query']
  readonly texts: { readonly loading: string; readonly more: string }
  /** Accessible name of the list, without a heading. */
  readonly label?: string
  /** Number of skeleton rows. */
  readonly expected: number
  /** Content of an empty list. */
  readonly empty: ReactNode
  /** Content above the rows, if there are any. */
  readonly head?: ReactNode
  readonly keyOf: (item: Item) => string
  readonly row: (item: Item) => ReactNode
}

type PagedRowsProps<Item> = Omit<PagedListProps<Item>, 'texts'> & {
  readonly texts: Pick<PagedListProps<Item>['texts'], 'loading'>
}

/** The pages read so far as one list, with loading, error and empty states. */
export const PagedRows = <Item,>(props: PagedRowsProps<Item>) => {
  const { query, texts, label, expected, empty, head, keyOf, row } = props
  return (
    <Async query={query} skeleton={<SkeletonRows count={expected} label={texts.loading} />}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items)
        if (items.length === 0) return empty
        return (
          <>
            {head}
            <ul aria-label={label}>
              {items.map((item) => (
                <Fragment key={keyOf(item)}>{row(item)}</Fragment>
              ))}
            </ul>
          </>
        )
      }}
    </Async>
  )
}

/** Paged rows with a full-width button for the next page. */
export const PagedList = <Item,>(props: PagedListProps<Item>) => (
  <>
    <PagedRows {...props} />
    <MoreButton query={props.query} label={props.texts.more} wide />
  </>
)
