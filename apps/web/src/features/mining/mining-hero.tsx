import { formatAmount } from '@dr/protocol/amounts'
import { type ReactNode, useId } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button.tsx'
import { Chip, type Tone } from '../../ui/chip.tsx'
import { formatCount } from '../../ui/format.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TickingAmount, TickingText } from '../../ui/ticking-amount.tsx'
import { CollectWords } from './collect-words.tsx'
import { type MiningInfo, type MiningState, miningReading, miningState, secondsToCollect } from './reading.ts'

const stateTones: Record<MiningState, Tone> = { producing: 'in', paused: 'out', idle: 'off', none: 'off' }

type MiningHeroProps = {
  readonly info: MiningInfo
  /** When `info` was read, in device milliseconds. */
  readonly readAtMs: number
  /** USDT for one DR, 18 decimals; undefined when there is no price. */
  readonly drPrice: bigint | undefined
  readonly busy: boolean
  readonly onCollect: () => void
  readonly onDetails: () => void
  /** What to do instead when there is nothing to collect. */
  readonly next?: ReactNode
}

const WAD = 10n ** 18n

/** The screen's one number: DR that waits for me, running. */
export function MiningHero({ info, readAtMs, drPrice, busy, onCollect, onDetails, next }: MiningHeroProps) {
  const t = useT()
  const state = miningState(info)
  const waits = secondsToCollect(info) > 0
  const whatId = useId()
  const reading = miningReading(info, readAtMs)
  const worth = (price: bigint) => (value: bigint) =>
    `${t('common.approxUsdt', { amount: formatAmount((value * price) / WAD, { maxDecimals: 2 }) })} · `
  return (
    <section className="px-1 pt-2.5 pb-0.5" aria-label={t('home.collectable')}>
      <p className="flex items-center gap-1.5 text-12 text-t2">
        {t('home.collectable')} <Chip tone={stateTones[state]}>{t(`home.state.${state}`)}</Chip>
      </p>
      {/* A longer number is drawn smaller, on a line of the same height. */}
      <div className="min-h-[2.875rem]">
        <TickingAmount reading={reading} token="DR" size="hero" />
      </div>
      <p className="num mt-1.5 text-12 text-t2">
        {drPrice === undefined ? null : <TickingText reading={reading} format={worth(drPrice)} />}
        {t('common.block', { number: formatCount(info.clock.blockNumber) })}
      </p>
      {/* The number above runs on; what the button moves is what is released, once a day. Said before, not after. */}
      <CollectWords id={whatId} info={info} size="md" />
      <div className="mt-3.5 flex gap-3">
        {next ?? (
          <Button
            variant="primary"
            className="flex-1"
            busy={busy}
            disabled={waits || info.accrued === '0'}
            onClick={onCollect}
            aria-describedby={whatId}
          >
            {t(waits ? 'message.no_tq' : 'home.collect')}
          </Button>
        )}
        <Button onClick={onDetails}>{t('common.details')}</Button>
      </div>
    </section>
  )
}

/** As tall as the hero, and with those of its words that are everybody's. */
export function MiningHeroSkeleton({ label }: { readonly label: string }) {
  const t = useT()
  return (
    <div className="px-1 pt-2.5 pb-0.5">
      <span role="status" aria-label={label} className="sr-only" />
      <p className="flex h-5 items-center text-12 text-t2">{t('home.collectable')}</p>
      <div className="min-h-[2.875rem] py-1">
        <Skeleton className="h-9.5 w-64" />
      </div>
      <div className="mt-1.5 py-[3px]">
        <Skeleton className="h-3 w-40" />
      </div>
      <CollectWords info={undefined} size="md" />
      <Skeleton className="mt-3.5 h-12 w-full rounded-16" />
    </div>
  )
}
