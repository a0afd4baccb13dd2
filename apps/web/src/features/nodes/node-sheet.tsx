import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Address } from 'viem'
import { nodeRankingQuery } from '../../api/queries/community.ts'
import { useT } from '../../i18n/use-t.ts'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { Async } from '../../ui/status/async.tsx'
import { SkeletonRows } from '../../ui/status/skeleton.tsx'
import { Leaders } from './leaders.tsx'
import { NodeWeeks, type ProofOf } from './node-weeks.tsx'
import { Standing } from './standing.tsx'

const VIEWS = ['ranking', 'weeks'] as const
type View = (typeof VIEWS)[number]
const RULES = ['minimum', 'once', 'share', 'source'] as const

type NodeSheetProps = {
  readonly address: Address
  /** The published result of a closed week, with its check. */
  readonly proofOf: ProofOf
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Nodes: the user's state, this week's ranking, the rules, and closed weeks. */
export const NodeSheet = ({ address, proofOf, open, onOpenChange }: NodeSheetProps) => {
  const t = useT()
  const [view, setView] = useState<View>('ranking')
  const query = useInfiniteQuery(nodeRankingQuery(address))
  return (
    <Sheet name="node" open={open} onOpenChange={onOpenChange} title={t('assets.nodeRanking')}>
      <Segmented<View>
        label={t('nodes.view')}
        value={view}
        onChange={setView}
        items={VIEWS.map((value) => ({ value, label: t(`nodes.view.${value}`) }))}
      />
      <div data-tabs="" className="flex min-h-[72dvh] flex-col gap-4 pt-4 wide:min-h-0">
        <Async query={query} skeleton={<SkeletonRows count={5} label={t('message.loading')} />}>
          {({ pages }) => {
            const first = pages[0]
            if (!first) return null
            if (view === 'weeks') return <NodeWeeks weeks={first.weeks} proofOf={proofOf} />
            return (
              <>
                <Standing ranking={first} />
                <Leaders
                  query={query}
                  rows={pages.flatMap(({ ranking }) => ranking.items)}
                  rank={first.mine.rank}
                />
                <Rules />
              </>
            )
          }}
        </Async>
      </div>
    </Sheet>
  )
}

const Rules = (): ReactNode => {
  const t = useT()
  return (
    <ul className="flex list-disc flex-col gap-1.5 pl-5 text-14 text-t2">
      {RULES.map((rule) => (
        <li key={rule}>{t(`nodes.rule.${rule}`)}</li>
      ))}
    </ul>
  )
}
