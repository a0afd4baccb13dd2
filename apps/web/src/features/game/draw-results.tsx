import type { DrawResult } from '@dr/protocol/calls/game'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { drawResultsQuery } from '../../api/queries/game.ts'
import { useSession } from '../../api/session.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amount.tsx'
import { Async } from '../../ui/async.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazySheet } from '../../ui/lazy-sheet.tsx'
import { ListRow } from '../../ui/list-row.tsx'
import { moment } from '../../ui/moment.ts'
import { MoreButton } from '../../ui/more-button.tsx'
import { Parts } from '../../ui/parts.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { waiting } from './draw-book.ts'

const ResultSheet = lazySheet(() => import('./result-sheet.tsx').then((module) => module.ResultSheet))

/** Rounds that are over; each opens with its proof. */
export function DrawResults() {
  const t = useT()
  const session = useSession()
  const query = useInfiniteQuery(
    drawResultsQuery(session.status === 'signed-in' ? session.address : undefined),
  )
  const [shown, setShown] = useState<{ readonly result: DrawResult; readonly open: boolean } | null>(null)
  return (
    <>
      <Card>
        <CardHeader title={t('game.results')} />
        <Async query={query} skeleton={<SkeletonRows count={3} label={t('message.loading')} />}>
          {({ pages }) => {
            const items = pages.flatMap((page) => page.items)
            if (items.length === 0) return <EmptyState icon="info" title={t('game.nobody')} />
            return (
              <ul>
                {items.map((result) => (
                  <ResultRow
                    key={result.round}
                    result={result}
                    onOpen={() => setShown({ result, open: true })}
                  />
                ))}
              </ul>
            )
          }}
        </Async>
      </Card>
      <MoreButton query={query} label={t('common.more')} />
      {shown ? (
        <ResultSheet
          result={shown.result}
          open={shown.open}
          onOpenChange={(open) => setShown({ ...shown, open })}
        />
      ) : null}
    </>
  )
}

function ResultRow({ result, onOpen }: { readonly result: DrawResult; readonly onOpen: () => void }) {
  const t = useT()
  const owed = waiting(result)
  return (
    <ListRow
      lead={
        <span className="num grid size-9 shrink-0 place-items-center rounded-12 bg-gold-soft text-20 font-semibold text-gold">
          {result.digit ?? '–'}
        </span>
      }
      title={t('game.round', { round: result.round })}
      detail={
        <Parts>
          {t(`game.state.${result.state}`)}
          {moment(result.at)}
        </Parts>
      }
      value={owed > 0n ? <Amount value={owed} token="DR" size="sm" signed tone="in" /> : undefined}
      chevron
      onClick={onOpen}
    />
  )
}
