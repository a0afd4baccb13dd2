import type { ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { Async } from '../../ui/status/async.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { SkeletonRows } from '../../ui/status/skeleton.tsx'

type OperatorListProps<Data> = {
  readonly title: string
  /** Right of the title: what adds to the list. */
  readonly action?: ReactNode
  readonly lead?: string
  readonly query: Parameters<typeof Async<Data>>[0]['query']
  readonly children: (data: Data) => readonly ReactNode[]
}

/**
 * A card with a list of what an operator looks after: its skeleton, its error, and what it says when it is
 * empty.
 */
export const OperatorList = <Data,>({ title, action, lead, query, children }: OperatorListProps<Data>) => {
  const t = useT()
  return (
    <Card className="flex flex-col gap-2">
      <CardHeader title={title} aside={action} />
      {lead ? <p className="text-14 text-t2">{lead}</p> : null}
      <Async query={query} skeleton={<SkeletonRows label={t('message.loading')} />}>
        {(data) => {
          const rows = children(data)
          return rows.length === 0 ? <EmptyState title={t('message.no_data')} /> : <ul>{rows}</ul>
        }}
      </Async>
    </Card>
  )
}
