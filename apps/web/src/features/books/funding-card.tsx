import { CENT } from '@dr/protocol/amounts'
import { nextHalving } from '@dr/protocol/rules/mining-rate'
import { useQuery } from '@tanstack/react-query'
import { isTerm, packageListQuery } from '../../api/queries/packages.ts'
import { overviewQuery } from '../../api/queries/public.ts'
import type { Overview } from '../../api/reserves.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { Async } from '../../ui/status/async.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { SkeletonRows } from '../../ui/status/skeleton.tsx'
import { day } from '../../ui/text/moment.ts'

type Stream = Overview['funding'][number]

/**
 * Every reward stream with its funds and the date until which it is funded, where it stops; for the emission,
 * which runs for centuries, the next halving.
 */
export const FundingCard = () => {
  const t = useT()
  const query = useQuery(overviewQuery())
  return (
    <Card>
      <CardHeader title={t('platform.funding')} />
      <p className="mt-1 text-14 text-t2">{t('platform.fundingLead')}</p>
      <Async query={query} skeleton={<SkeletonRows label={t('message.loading')} />}>
        {({ clock, funding }) =>
          funding.length === 0 ? (
            <EmptyState icon="clock" title={t('platform.fundingNone')} />
          ) : (
            <ul className="mt-2">
              {funding.map((stream) => (
                <StreamRow
                  key={`${stream.stream}${stream.packageId}${stream.token}`}
                  stream={stream}
                  now={clock.timestamp}
                />
              ))}
            </ul>
          )
        }
      </Async>
    </Card>
  )
}

/**
 * Package stream: the maturity up to which new positions are funded while the budget covers one; otherwise
 * that of running ones.
 */
const usePackage = ({ packageId, token, fundedUntil }: Stream) => {
  const { data } = useQuery({ ...packageListQuery(), enabled: packageId !== null })
  const found = data?.items.filter(isTerm).find((one) => one.packageId === packageId)
  const income = found?.incomes.find((one) => one.token === token)
  return { found, fundedUntil: income?.fundedUntil ?? fundedUntil }
}

type StreamRowProps = {
  readonly stream: Stream
  /** Unix seconds. */
  readonly now: number
}

const StreamRow = ({ stream, now }: StreamRowProps) => {
  const t = useT()
  const { token, amount, packageId } = stream
  const { found, fundedUntil } = usePackage(stream)
  const emission = stream.stream === 'emission'
  return (
    <li className="border-line py-2.5 not-first:border-t">
      <p className="font-semibold">
        {stream.stream === 'package'
          ? t('platform.stream.package', {
              name: found
                ? `${found.token} · ${t('common.days', { count: found.termDays })}`
                : String(packageId),
              token,
            })
          : t(`platform.stream.${stream.stream}`, { token })}
      </p>
      <p className="num flex flex-wrap justify-between gap-x-3 text-12 text-t2">
        <span>
          {t('platform.streamLeft')} <Amount value={BigInt(amount)} token={token} maxDecimals={2} size="sm" />
        </span>
        <span className="ml-auto text-right">
          {fundedUntil === null || BigInt(amount) < CENT ? (
            <span>{t('platform.streamEmpty')}</span>
          ) : (
            <>
              {t(emission ? 'platform.halvesOn' : 'platform.streamUntil')}{' '}
              <span className="text-14 font-semibold text-t1">
                {day(emission ? nextHalving(fundedUntil, now) : fundedUntil)}
              </span>
            </>
          )}
        </span>
      </p>
    </li>
  )
}
