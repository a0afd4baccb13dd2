import { formatAmount } from '@dr/protocol/amounts'
import { useQuery } from '@tanstack/react-query'
import { overviewQuery } from '../../api/queries/public.ts'
import { isCovered, type Overview } from '../../api/reserves.ts'
import { coverageText } from '../../i18n/coverage-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { Chip } from '../../ui/chip.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Async } from '../../ui/status/async.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { day } from '../../ui/text/moment.ts'

/** The promise in one line: the vaults hold what the ledger owes, now. Opens the books. */
export const ReserveCard = ({ onOpen }: { readonly onOpen: () => void }) => {
  const query = useQuery(overviewQuery())
  return (
    <Card className="relative">
      <Async query={query} skeleton={<Skeleton className="h-10 w-full" />}>
        {(overview) => <Funding overview={overview} onOpen={onOpen} />}
      </Async>
    </Card>
  )
}

const Funding = ({ overview, onOpen }: { readonly overview: Overview; readonly onOpen: () => void }) => {
  const t = useT()
  const { reserves, clock } = overview
  const uncovered = reserves.filter((line) => !isCovered(line))
  const covered = uncovered.length === 0
  return (
    <>
      <button
        type="button"
        onClick={onOpen}
        className="block text-left font-semibold after:absolute after:inset-0 after:rounded-20"
      >
        {t(covered ? 'welcome.funded' : 'welcome.notFunded')}
      </button>
      {uncovered.map((line) => (
        <p key={`${line.vault}${line.token}`} className="num text-12 text-out">
          {t('home.reserve.line', {
            vault: line.vault,
            token: line.token,
            reserve: formatAmount(BigInt(line.reserve), { maxDecimals: 0 }),
            owed: formatAmount(BigInt(line.owed) + BigInt(line.pools), { maxDecimals: 0 }),
          })}
        </p>
      ))}
      {/* Below the title, not beside it: there every language has room for both on one line. */}
      <div className="mt-0.5 flex flex-wrap items-center justify-between gap-x-3">
        <p className="num text-12 text-t2">{t('shell.checked', { date: day(clock.timestamp) })}</p>
        <Chip wraps tone={covered ? 'in' : 'out'}>
          {coverageText(t, reserves)}
        </Chip>
      </div>
    </>
  )
}
