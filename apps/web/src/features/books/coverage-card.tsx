import { formatAmount } from '@dr/protocol/amounts'
import { useQuery } from '@tanstack/react-query'
import { overviewQuery } from '../../api/queries/public.ts'
import { isCovered, missing, type Overview, type Reserve, worstPercentText } from '../../api/reserves.ts'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/cx.ts'
import { Banner } from '../../ui/layout/banner.tsx'
import { Icon } from '../../ui/pictures/icons.tsx'
import { Async } from '../../ui/status/async.tsx'
import { Skeleton, SkeletonText } from '../../ui/status/skeleton.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { moment } from '../../ui/text/moment.ts'

/** Whether the vaults hold everything that is owed, and which vault is paused. */
export const CoverageCard = () => {
  const query = useQuery(overviewQuery())
  return (
    <Async query={query} skeleton={<CoverageSkeleton />}>
      {(overview) => <Coverage overview={overview} />}
    </Async>
  )
}

const Coverage = ({ overview: { reserves, clock, shortfalls } }: { readonly overview: Overview }) => {
  const t = useT()
  const covered = reserves.every(isCovered)
  // The percentage is shown only when something is missing; otherwise it is always 100 %.
  const worst = covered ? null : worstPercentText(reserves)
  return (
    <>
      <section className="flex items-center gap-3 px-1" aria-label={t('platform.reserves')}>
        <span
          className={cx(
            'grid size-12 shrink-0 place-items-center rounded-16',
            covered ? 'bg-in-soft text-in' : 'bg-out-soft text-out',
          )}
        >
          <Icon name={covered ? 'shield' : 'alert'} size={26} />
        </span>
        <div className="min-w-0">
          <p className="text-20 font-semibold">
            <span>{t(covered ? 'platform.covered' : 'platform.short')}</span>
            {worst === null ? null : <span className="num text-t2">{` ${worst}`}</span>}
          </p>
          <p className="num text-12 text-t2">
            {t('platform.asOf', {
              time: moment(clock.timestamp),
              block: formatCount(clock.blockNumber),
            })}
          </p>
        </div>
      </section>
      <LedgerNote />
      {reserves
        .filter((line) => line.stopped)
        .map((line) => (
          <Stopped key={`${line.vault}${line.token}`} line={line} />
        ))}
      {covered && shortfalls.length > 0 ? (
        <p className="px-1 text-12 text-t2">{t('platform.shortfallsBelow', { count: shortfalls.length })}</p>
      ) : null}
    </>
  )
}

/** Limit of the comparison: what is owed is by the ledger. As on Home. */
const LedgerNote = () => {
  const t = useT()
  return <p className="px-1 text-12 text-t2">{t('home.reserve.note')}</p>
}

const CoverageSkeleton = () => {
  const t = useT()
  return (
    <>
      <div role="status" aria-label={t('message.loading')} className="flex items-center gap-3 px-1">
        <Skeleton className="size-12 shrink-0 rounded-16" />
        <div className="min-w-0">
          <p className="text-20 font-semibold">
            <SkeletonText>{t('platform.covered')}</SkeletonText>
          </p>
          <p className="num text-12">
            <SkeletonText>{t('platform.asOf', { time: moment(0), block: formatCount(0) })}</SkeletonText>
          </p>
        </div>
      </div>
      <LedgerNote />
    </>
  )
}

/** Warning about a paused vault: the missing amount, its consequence, and what is not lost. */
const Stopped = ({ line }: { readonly line: Reserve }) => {
  const t = useT()
  const vault = t('platform.vault', { index: line.vault, account: t(`assets.account.${line.vault}`) })
  const gap = missing(line)
  return (
    <Banner tone="out" icon="alert" live>
      <p className="font-semibold">{t('platform.stopped', { vault, token: line.token })}</p>
      {gap > 0n ? (
        <p className="num">
          {t('platform.stoppedGap', { amount: formatAmount(gap, { maxDecimals: 2 }), token: line.token })}
        </p>
      ) : null}
      <p className="text-t2">{t('platform.stoppedMeans')}</p>
    </Banner>
  )
}
