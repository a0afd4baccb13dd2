import type { PackagePosition } from '@dr/protocol/calls/packages'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from 'viem'
import { packageListQuery, positionsQuery } from '../../api/queries/packages.ts'
import type { Translate } from '../../i18n/translate.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Chip, type Tone } from '../../ui/chip.tsx'
import { Button } from '../../ui/form/button.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { ProgressBar } from '../../ui/pictures/progress-bar.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { day } from '../../ui/text/moment.ts'
import { PositionFacts } from './position-facts.tsx'
import { positionNet } from './position-net.ts'
import { ReinvestCard } from './reinvest/reinvest-card.tsx'
import { useBurnBps } from './use-burn-bps.ts'

type PositionListProps = {
  readonly address: Address
  readonly onOffer: () => void
  /** Opens the page on which packages are ended early. */
  readonly onLeave: () => void
}
const TONES: Record<PackagePosition['state'], Tone> = { accruing: 'gold', matured: 'in', ended: 'off' }

/** The user's positions with their income so far, and reinvestable amounts. */
export const PositionList = ({ address, onOffer, onLeave }: PositionListProps) => {
  const t = useT()
  const query = useInfiniteQuery(positionsQuery(address))
  return (
    <PagedList
      query={query}
      texts={{ loading: t('message.loading'), more: t('common.more') }}
      expected={3}
      empty={
        <EmptyState
          icon="coin"
          title={t('packages.none')}
          detail={t('packages.noneHint')}
          action={<Button onClick={onOffer}>{t('packages.view.offer')}</Button>}
        />
      }
      head={
        <>
          <ReinvestCard address={address} open={query.data?.pages[0]?.reinvestable} />
          {query.data?.pages.some(({ items }) => items.some(({ state }) => state === 'accruing')) ? (
            <EndEarly onLeave={onLeave} />
          ) : null}
        </>
      }
      keyOf={({ positionId }) => positionId}
      row={(position) => <Position position={position} />}
    />
  )
}

const EndEarly = ({ onLeave }: { readonly onLeave: () => void }) => {
  const t = useT()
  return (
    <p className="py-2 text-14 text-t2">
      {t('packages.endEarly')}{' '}
      <button type="button" className="tap text-gold underline underline-offset-4" onClick={onLeave}>
        {t('exit.title')}
      </button>
    </p>
  )
}

/** Line below a position's name: when it ends, or ended. */
const endText = (t: Translate, { state, maturesAt, endedAt }: PackagePosition): string => {
  if (state === 'ended') return t('packages.ended', { date: day(endedAt ?? maturesAt) })
  return t(state === 'accruing' ? 'packages.matures' : 'packages.matured', { date: day(maturesAt) })
}

/** One position: principal, income so far of the fixed total, and progress of the term. */
const Position = ({ position }: { readonly position: PackagePosition }) => {
  const t = useT()
  const [whole, setWhole] = useState(false)
  const { token, incomeToken, termDays, state } = position
  const name = `${token} · ${t('common.days', { count: termDays })}`
  const accrued = BigInt(position.accrued)
  const income = BigInt(position.income)
  const burnBps = useBurnBps()
  const { data: offers } = useQuery(packageListQuery())
  const net =
    burnBps !== undefined && offers ? positionNet(position, { prices: offers.prices, burnBps }) : null
  const share = income === 0n ? 0 : Number((accrued * 1_000n) / income) / 1_000
  return (
    <li className="border-line py-3 not-first:border-t">
      <button
        type="button"
        aria-expanded={whole}
        onClick={() => setWhole((shown) => !shown)}
        className="flex w-full items-start gap-3 text-left"
      >
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2 font-semibold">
            {name}
            <Chip tone={TONES[state]}>{t(`packages.state.${state}`)}</Chip>
          </span>
          <span className="num block text-12 text-t2">{endText(t, position)}</span>
          <span className="flex flex-wrap items-baseline gap-x-2 text-12 text-t2">
            {t('packages.row.accrued')}
            <Amount value={accrued} token={incomeToken} size="sm" maxDecimals={6} signed tone="in" />
          </span>
          {net === null || state === 'ended' ? null : (
            <span className="flex flex-wrap items-baseline gap-x-2 text-12 text-t2">
              {t('packages.row.net')}
              <Amount value={net.net} token={incomeToken} size="sm" maxDecimals={6} signed tone="in" />
            </span>
          )}
        </span>
        <Amount value={BigInt(position.principal)} token={token} size="sm" maxDecimals={2} />
      </button>
      {state === 'ended' ? null : (
        <div className="mt-2">
          <ProgressBar
            value={share}
            label={t('packages.progress')}
            tone={state === 'accruing' ? 'gold' : 'in'}
          />
        </div>
      )}
      {whole ? <PositionFacts position={position} net={net} /> : null}
    </li>
  )
}
