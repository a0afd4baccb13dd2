import { formatAmount } from '@dr/protocol/amounts'
import { useQuery } from '@tanstack/react-query'
import { overviewQuery } from '../../api/queries/public.ts'
import { isBlank, isCovered, liability, type Reserve, worstPercent } from '../../api/reserves.ts'
import { useT } from '../../i18n/use-t.ts'
import { Async } from '../../ui/async.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** The promise in one line: what the vaults hold against what the ledger owes. Opens the books. */
export function ReserveCard({ onOpen }: { readonly onOpen: () => void }) {
  const query = useQuery(overviewQuery())
  return (
    <Card className="relative">
      <Async query={query} skeleton={<Skeleton className="h-10 w-full" />}>
        {({ reserves }) => <Lines reserves={reserves} onOpen={onOpen} />}
      </Async>
    </Card>
  )
}

/** What is not covered comes first; empty vaults are left to the books. */
const shownOf = (reserves: readonly Reserve[]): readonly Reserve[] => {
  const used = reserves.filter((line) => !isBlank(line))
  return [...used.filter((line) => !isCovered(line)), ...used.filter(isCovered)]
}

function Lines({ reserves, onOpen }: { readonly reserves: readonly Reserve[]; readonly onOpen: () => void }) {
  const t = useT()
  const covered = reserves.every(isCovered)
  const worst = worstPercent(reserves)
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <button
          type="button"
          onClick={onOpen}
          className="font-semibold after:absolute after:inset-0 after:rounded-20"
        >
          {t(covered ? 'home.reserve.title' : 'home.reserve.short')}
        </button>
        {shownOf(reserves).map((line) => (
          <p key={`${line.vault}${line.token}`} className="num text-12 text-t2">
            {t('home.reserve.line', {
              vault: line.vault,
              token: line.token,
              reserve: formatAmount(BigInt(line.reserve), { maxDecimals: 0 }),
              owed: formatAmount(liability(line), { maxDecimals: 0 }),
            })}
          </p>
        ))}
      </div>
      <Chip tone={covered ? 'in' : 'out'}>
        {worst === null ? '' : `${worst}% `}
        {t(covered ? 'home.reserve.covered' : 'home.reserve.notCovered')}
      </Chip>
    </div>
  )
}
