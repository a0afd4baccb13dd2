import type { ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { MoreButton } from '../../ui/form/more-button.tsx'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { type PagedListProps, PagedRows } from '../../ui/lists/paged-list.tsx'
import { Async } from '../../ui/status/async.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { SkeletonRows } from '../../ui/status/skeleton.tsx'

type OperatorCardProps = {
  readonly title: string
  /** Button right of the title that adds an item. */
  readonly action?: ReactNode
  readonly lead?: string
}

const OperatorCard = ({
  title,
  action,
  lead,
  children,
}: OperatorCardProps & { readonly children: ReactNode }) => (
  <Card className="flex flex-col gap-2">
    <CardHeader title={title} aside={action} />
    {lead ? <p className="text-14 text-t2">{lead}</p> : null}
    {children}
  </Card>
)

type OperatorListProps<Data> = OperatorCardProps & {
  readonly query: Parameters<typeof Async<Data>>[0]['query']
  readonly children: (data: Data) => readonly ReactNode[]
}

/** Card with a list of an operator's items, and its loading, error and empty states. */
export const OperatorList = <Data,>({ query, children, ...card }: OperatorListProps<Data>) => {
  const t = useT()
  return (
    <OperatorCard {...card}>
      <Async query={query} skeleton={<SkeletonRows label={t('message.loading')} />}>
        {(data) => {
          const rows = children(data)
          return rows.length === 0 ? <EmptyState title={t('message.no_data')} /> : <ul>{rows}</ul>
        }}
      </Async>
    </OperatorCard>
  )
}

type OperatorPagesProps<Item> = OperatorCardProps & Pick<PagedListProps<Item>, 'query' | 'keyOf' | 'row'>

/** Card with a paged list. */
export const OperatorPages = <Item,>({ query, keyOf, row, ...card }: OperatorPagesProps<Item>) => {
  const t = useT()
  return (
    <>
      <OperatorCard {...card}>
        <PagedRows
          query={query}
          texts={{ loading: t('message.loading') }}
          expected={3}
          empty={<EmptyState title={t('message.no_data')} />}
          keyOf={keyOf}
          row={row}
        />
      </OperatorCard>
      <MoreButton query={query} label={t('common.more')} />
    </>
  )
}
