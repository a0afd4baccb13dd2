import { formatAmount } from '@dr/protocol/amounts'
import { usdPerDay, worthOf } from '@dr/protocol/rules/mining-rate'
import { useId } from 'react'
import { lastFigure } from '../../api/kept/last-figures.ts'
import { formatRate, formatUsd, formatWorthBeside } from '../../i18n/rate-text.ts'
import type { Translate } from '../../i18n/translate.ts'
import { useT } from '../../i18n/use-t.ts'
import { TickingAmount } from '../../ui/amounts/ticking-amount.tsx'
import { Chip, type Tone } from '../../ui/chip.tsx'
import { Button } from '../../ui/form/button.tsx'
import { Icon } from '../../ui/pictures/icons.tsx'
import { LastFigure, LastNote } from '../../ui/status/last-figure.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { CollectCountdown } from './collect-countdown.tsx'
import { CollectWords } from './collect-words.tsx'
import { isCollectable, type MiningInfo, type MiningState, miningReading, miningState } from './reading.ts'

const stateTones: Record<MiningState, Tone> = { producing: 'in', paused: 'out', idle: 'off', none: 'off' }

type MiningHeroProps = {
  readonly info: MiningInfo
  /** When `info` was read, in device milliseconds. */
  readonly readAtMs: number
  /** DR mined on the last whole day, base units; undefined while it is not known. */
  readonly yesterday: bigint | undefined
  /** USDT for one DR, 18 decimals; null when there is no price. */
  readonly drPrice: bigint | null
  readonly busy: boolean
  readonly onCollect: () => void
  readonly onDetails: () => void
  readonly onWithdraw: () => void
}

/**
 * Main number of the screen: collectable DR, updated continuously, with the last day's amount, its worth,
 * and the actions.
 */
export const MiningHero = (props: MiningHeroProps) => {
  const { info, readAtMs, busy, onCollect, onWithdraw } = props
  const t = useT()
  const withdrawable = info.collectedTotal !== '0'
  const whatId = useId()
  return (
    <section className="px-1 pt-2.5 pb-0.5" aria-label={t('home.collectable')}>
      <p className="flex flex-wrap items-center gap-x-1.5 text-12 text-t2">
        <span>{t('home.collectable')}</span>{' '}
        <Chip tone={stateTones[miningState(info)]}>{stateText(t, info)}</Chip>
      </p>
      {/* A longer number is drawn smaller, on a line of the same height. */}
      <div className="flex min-h-[2.875rem] items-center">
        <TickingAmount reading={miningReading(info, readAtMs)} token="DR" size="hero" />
      </div>
      <Came {...props} />
      {/* The number above keeps running; the button moves only the released amount. */}
      <CollectWords id={whatId} info={info} />
      <div className="mt-2.5 flex flex-wrap gap-3">
        {isCollectable(info) ? (
          <Button
            variant="primary"
            className="flex-1"
            busy={busy}
            onClick={onCollect}
            aria-label={t('home.collect')}
            aria-describedby={whatId}
          >
            {/* No space for the target beside another button. */}
            {t(withdrawable ? 'home.collectShort' : 'home.collect')}
          </Button>
        ) : (
          <CollectCountdown info={info} readAtMs={readAtMs} />
        )}
        {withdrawable ? <Button onClick={onWithdraw}>{t('rates.withdraw')}</Button> : null}
      </div>
    </section>
  )
}

type CameProps = Pick<MiningHeroProps, 'info' | 'yesterday' | 'drPrice' | 'onDetails'>

/** Yesterday's amount if it was a whole day, and the present rate with its worth; a tap shows the source. */
const Came = ({ info, yesterday, drPrice, onDetails }: CameProps) => {
  const t = useT()
  const perDay = BigInt(info.ratePerDay)
  const share = { ownPower: BigInt(info.power), networkPower: BigInt(info.networkPower) }
  const came = yesterday === undefined || yesterday === 0n ? null : yesterday
  const usd = came === null ? usdPerDay({ perDay, drPrice, ...share }) : worthOf(came, drPrice)
  const text =
    came !== null
      ? t('home.yesterday', { amount: formatRate(came) })
      : perDay > 0n
        ? t('rates.perDayPlus', { amount: formatRate(perDay) })
        : null
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onDetails}
      className="num tap mt-1 flex max-w-full items-center gap-1 text-left text-14 text-t2"
    >
      {text === null ? (
        <span>{t('home.detail.title')}</span>
      ) : (
        <span className="min-w-0">
          <span className="font-semibold text-in">{text}</span>
          {usd && (
            <span>
              {` · ${came === null ? t('rates.worthPerDay', { amount: formatUsd(usd) }) : formatWorthBeside(usd)}`}
            </span>
          )}
          {came === null ? null : <span>{` · ${t('home.rateNow', { amount: formatRate(perDay) })}`}</span>}
          <span className="sr-only">{` · ${t('home.detail.title')}`}</span>
        </span>
      )}
      <Icon name="info" size={16} />
    </button>
  )
}

/** Text about the user's machines, with the number of producing ones if some do not. */
const stateText = (t: Translate, info: MiningInfo): string => {
  const producing = info.machines.producing ?? 0
  const count = Object.values(info.machines).reduce((sum, number) => sum + number, 0)
  if (producing === 0) return t(`home.state.${miningState(info)}`)
  return producing < count
    ? t('rates.producingOf', { producing: formatAmount(BigInt(producing), { decimals: 0 }), count })
    : t('rates.mining', { count })
}

/** As tall as the hero, with its static texts. */
export const MiningHeroSkeleton = ({ label }: { readonly label: string }) => {
  const t = useT()
  const last = lastFigure('/')
  return (
    <div className="px-1 pt-2.5 pb-0.5">
      <span role="status" aria-label={label} className="sr-only" />
      <p className="flex h-5 items-center text-12 text-t2">{t('home.collectable')}</p>
      <div className="min-h-[2.875rem] py-1">
        <LastFigure last={last?.figure} token="DR" bar="h-9.5 w-64" />
      </div>
      <div className="mt-1 py-[4.5px]">
        <LastNote last={last?.note} bar="h-3 w-40" />
      </div>
      <CollectWords info={undefined} />
      <Skeleton className="mt-2.5 h-12 w-full rounded-16" />
    </div>
  )
}
