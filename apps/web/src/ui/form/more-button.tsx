import { Button } from './button.tsx'

/** What a paged query knows of its next page. */
interface Pages {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  fetchNextPage(): Promise<unknown>
}

/** Below a list that goes on; nothing where it has ended. `wide`: as wide as the list. */
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
