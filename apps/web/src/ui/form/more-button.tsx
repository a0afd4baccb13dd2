import { Button } from './button.tsx'

/** The needed part of a paged query. */
interface Pages {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  fetchNextPage(): Promise<unknown>
}

/** Loads the next page of a list; nothing at its end. `wide`: as wide as the list. */
export const MoreButton = ({
  query,
  label,
  wide = false,
}: {
  readonly query: Pages
  readonly label: string
  readonly wide?: boolean
}) => {
  if (!query.hasNextPage) return null
  return (
    <Button
      {...(wide ? { className: 'w-full' } : {})}
      busy={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {label}
    </Button>
  )
}
