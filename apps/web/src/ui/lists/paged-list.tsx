import { Fragment, type ReactNode } from 'react'
import { MoreButton } from '../form/more-button.tsx'
import { Async } from '../status/async.tsx'
import { SkeletonRows } from '../status/skeleton.tsx'

type Pages<Item> = { readonly pages: readonly { readonly items: readonly Item[] }[] }

export type PagedListProps<Item> = {
  /** Of TanStack Query, in pages. */
  readonly query: Parameters<typeof Async<Pages<Item>>>[0]['query'] &
    Parameters<typeof MoreButton>[0]['query']
  readonly texts: { readonly loading: string; readonly more: string }
  /** What assistive technology calls the list, where no heading says it. */
  readonly label?: string
  /** Rows of the skeleton. */
  readonly expected: number
  /** Where there is none. */
  readonly empty: ReactNode
  /** Above the rows, where there are any. */
  readonly head?: ReactNode
  readonly keyOf: (item: Item) => string
  readonly row: (item: Item) => ReactNode
}

type PagedRowsProps<Item> = Omit<PagedListProps<Item>, 'texts'> & {
  readonly texts: Pick<PagedListProps<Item>['texts'], 'loading'>
}

/** The pages read so far as one list: its skeleton, its error, and what it says when it is empty. */
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

/** The same, and below it what brings the next page, as wide as the list. */
export const PagedList = <Item,>(props: PagedListProps<Item>) => (
  <>
    <PagedRows {...props} />
    <MoreButton query={props.query} label={props.texts.more} wide />
  </>
)
