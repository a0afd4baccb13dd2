import { useQuery } from '@tanstack/react-query'
import { overviewQuery } from '../../api/queries/public.ts'
import { BOOK_DECIMALS, shownReserve } from '../../api/queries/reserve-parts.ts'
import { type Reserve, splitLiability } from '../../api/reserves.ts'
import { useReserveReadings } from '../../chain/queries/use-reserve-readings.ts'
import type { ReserveReading } from '../../chain/reads/read-reserves.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { Async } from '../../ui/status/async.tsx'
import { ErrorState } from '../../ui/status/error-state.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { formatCount } from '../../ui/text/format.ts'

/**
 * Vault balances, read by this browser from the chain at the ledger's own block, compared with the amounts
 * owed to users and pools; repeated when the ledger advances. A note says what this does not prove.
 */
export const LiveComparison = () => {
  const t = useT()
  const overview = useQuery(overviewQuery())
  const { used, readings: live, readingOf } = useReserveReadings(overview.data)
  return (
    <Card>
      <CardHeader
        title={t('live.title')}
        aside={live.data?.[0] ? t('common.block', { number: formatCount(live.data[0].readAtBlock) }) : null}
      />
      <p className="mt-1 text-14 text-t2">{t('live.lead')}</p>
      <Async query={overview} skeleton={<LinesSkeleton label={t('message.loading')} />}>
        {() => (
          <>
            {live.isError && live.data === undefined ? (
              <ErrorState title={t('live.unavailable')} onRetry={() => void live.refetch()} />
            ) : used.length === 0 ? (
              <p className="mt-3 text-14 text-t2">{t('platform.noReserves')}</p>
            ) : (
              <ul className="mt-2">
                {used.map((line) => (
                  <Line key={`${line.vault}${line.token}`} line={line} reading={readingOf(line)} />
                ))}
              </ul>
            )}
            <h3 className="mt-4 text-14 font-semibold">{t('live.proves')}</h3>
            <p className="mt-1 text-14 text-t2">{t('live.provesText')}</p>
            <h3 className="mt-3 text-14 font-semibold">{t('live.not')}</h3>
            <p className="mt-1 text-14 text-t2">{t('live.notText')}</p>
          </>
        )}
      </Async>
    </Card>
  )
}

/** Fills the first screen, since the number of lines is unknown. */
const LinesSkeleton = ({ label }: { readonly label: string }) => (
  <div role="status" aria-label={label} className="mt-2">
    {['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map((name) => (
      <div key={name} className="flex h-28 flex-col gap-3 border-line py-4 not-first:border-t">
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-3 w-24" />
        <Skeleton className="h-4 w-full" />
      </div>
    ))}
  </div>
)

type LineProps = { readonly line: Reserve; readonly reading: ReserveReading | undefined }

const Line = ({ line, reading }: LineProps) => {
  const t = useT()
  const { vault, token, blockNumber } = line
  const held = reading?.balance
  const { due, pools } = splitLiability(line)
  const shown = shownReserve(line)
  const covered = held !== undefined && held >= due + pools
  // At another block than the ledger's a lower balance can be right: the ledger does not have later
  // payments yet.
  const comparable = covered || reading?.same !== null
  return (
    <li className="border-line py-3 not-first:border-t">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-14 font-semibold">
          {t(`assets.account.${vault}`)}
          {`\u00a0·\u00a0${token}`}
        </h3>
        {held === undefined || !comparable ? null : (
          <Chip tone={covered ? 'in' : 'out'}>
            {t(covered ? 'home.reserve.covered' : 'home.reserve.notCovered')}
          </Chip>
        )}
      </div>
      <dl className="mt-1 flex flex-col gap-0.5 text-14">
        {(
          [
            ['live.holds', held],
            ['home.reserve.owed', shown.due],
            ['home.reserve.pools', shown.pools],
          ] as const
        ).map(([label, amount]) => (
          <div key={label} className="flex flex-wrap items-baseline justify-between gap-x-3">
            <dt className="text-t2">{t(label)}</dt>
            <dd className="num ml-auto font-semibold">
              {amount === undefined ? '…' : <Amount value={amount} size="sm" maxDecimals={BOOK_DECIMALS} />}
            </dd>
          </div>
        ))}
      </dl>
      <p className="num mt-1 text-12 text-t2">{t('live.block', { block: formatCount(blockNumber) })}</p>
    </li>
  )
}
