import { formatAmount } from '@dr/protocol/amounts'
import { type ReactNode, useId } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button.tsx'
import { Chip, type Tone } from '../../ui/chip.tsx'
import { formatCount } from '../../ui/format.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TickingAmount, TickingText } from '../../ui/ticking-amount.tsx'
import {
  type MiningInfo,
  type MiningState,
  miningReading,
  miningState,
  secondsToCollect,
  waitParts,
} from './reading.ts'

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
  const wait = secondsToCollect(info)
  const accrued = BigInt(info.accrued)
  const whatId = useId()
  // The number above runs on; what the button moves is what is released, once a day. Said before, not after. A release
  // between this reading and the tap adds to it, so it is a least amount.
  const released = accrued > 0n && !next && t('home.collectWhat', { amount: formatAmount(accrued) })
  const what = wait > 0 ? t('home.collectRest') : released
  const reading = miningReading(info, readAtMs)
  const worth = (price: bigint) => (value: bigint) =>
    `${t('common.approxUsdt', { amount: formatAmount((value * price) / WAD, { maxDecimals: 2 }) })} · `
  return (
    <section className="px-1 pt-2.5 pb-0.5" aria-label={t('home.collectable')}>
      <p className="flex items-center gap-1.5 text-12 text-t2">
        {t('home.collectable')} <Chip tone={stateTones[state]}>{t(`home.state.${state}`)}</Chip>
      </p>
      <TickingAmount reading={reading} token="DR" size="hero" />
      <p className="num mt-1.5 text-12 text-t2">
        {drPrice === undefined ? null : <TickingText reading={reading} format={worth(drPrice)} />}
        {t('common.block', { number: formatCount(info.clock.blockNumber) })}
      </p>
      {what && (
        <p id={whatId} className="mt-2 text-12 text-t2">
          {what}
        </p>
      )}
      <div className="mt-3.5 flex gap-3">
        {next ?? (
          <Button
            variant="primary"
            className="flex-1"
            busy={busy}
            disabled={wait > 0 || accrued === 0n}
            onClick={onCollect}
            {...(what && { 'aria-describedby': whatId })}
          >
            {wait > 0 ? t('home.collectNext', waitParts(wait)) : t('home.collect')}
          </Button>
        )}
        <Button onClick={onDetails}>{t('common.details')}</Button>
      </div>
    </section>
  )
}

/** As tall as the hero of who has something to collect, whose words take two lines. */
export function MiningHeroSkeleton({ label }: { readonly label: string }) {
  return (
    <div role="status" aria-label={label} className="h-52 px-1 pt-2.5">
      <Skeleton className="h-4 w-28" />
      <Skeleton className="mt-2 h-10 w-64" />
      <Skeleton className="mt-3 h-3 w-40" />
      <Skeleton className="mt-3 h-3 w-full" />
      <Skeleton className="mt-2 h-3 w-48" />
      <Skeleton className="mt-4.5 h-12 w-full rounded-16" />
    </div>
  )
}
