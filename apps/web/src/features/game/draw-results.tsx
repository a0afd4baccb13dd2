import type { DrawResult } from '@dr/protocol/calls/game'
import { useInfiniteQuery } from '@tanstack/react-query'
import { drawResultsQuery } from '../../api/queries/game.ts'
import { useSession } from '../../api/session/session.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Parts } from '../../ui/layout/parts.tsx'
import { ListRow } from '../../ui/lists/list-row.tsx'
import { RecordList } from '../../ui/lists/record-list.tsx'
import { lazySheet } from '../../ui/sheet/lazy-sheet.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { moment } from '../../ui/text/moment.ts'
import { waiting } from './draw-book.ts'

const ResultSheet = lazySheet(() => import('./result-sheet.tsx').then((module) => module.ResultSheet))

/** Finished rounds; each opens with its proof. */
export const DrawResults = () => {
  const t = useT()
  const session = useSession()
  const query = useInfiniteQuery(
    drawResultsQuery(session.status === 'signed-in' ? session.address : undefined),
  )
  return (
    <RecordList
      title={t('game.results')}
      query={query}
      texts={{ loading: t('message.loading'), more: t('common.more') }}
      expected={3}
      empty={<EmptyState icon="info" title={t('game.empty')} />}
      keyOf={({ round }) => round}
      row={(result, onOpen) => <ResultRow result={result} onOpen={onOpen} />}
      sheet={(result, control) => <ResultSheet result={result} {...control} />}
    />
  )
}

const ResultRow = ({ result, onOpen }: { readonly result: DrawResult; readonly onOpen: () => void }) => {
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
