import { CENT, formatAmount } from '@dr/protocol/amounts'
import { useEffect } from 'react'
import { keepFigure, lastFigure } from '../../api/kept/last-figures.ts'
import { formatWorth } from '../../i18n/rate-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { toServerTime } from '../../ui/clock.ts'
import { Parts } from '../../ui/layout/parts.tsx'
import { LastFigure } from '../../ui/status/last-figure.tsx'
import { formatShort } from '../../ui/text/format.ts'
import { type Portfolio, type PortfolioPart, shownTotal } from './portfolio.ts'

const TONES: Record<PortfolioPart, string> = {
  0: 'bg-gold-fill',
  1: 'bg-in',
  2: 'bg-t3',
  packages: 'bg-gold-fill opacity-50',
  wallet: 'bg-t3 opacity-50',
}
const ASSETS = '/pages/assets/assets'
/** As wide as a likely worth, so that the lines below do not break elsewhere once it is known. */
const READING = `…${'\u2007'.repeat(6)}`
const PLACES = [0, 1, 2, 'packages', 'wallet'] as const satisfies readonly PortfolioPart[]

type TotalProps = {
  readonly portfolio: Portfolio
  /** reading: still loading. failed: the chain did not answer, so the wallet is not in the total. */
  readonly wallet: 'known' | 'reading' | 'failed'
  /** Time of the oldest reading in the total, in device milliseconds; null: a part was not read. */
  readonly readAtMs: number | null
}

/** The user's total as one sum; amounts that are not in it are listed below. */
export const Total = ({ portfolio, wallet, readAtMs }: TotalProps) => {
  const t = useT()
  const { total, worth, unpriced, pending } = portfolio
  const accounts = total - worth.packages - worth.wallet
  const { value, isBelow } = shownTotal(total)
  const figure = wallet === 'known' && !isBelow ? formatWorth(value) : null
  useEffect(() => {
    if (figure === null || readAtMs === null) return
    keepFigure(ASSETS, { figure, note: t('home.asOf', { time: formatShort(toServerTime(readAtMs)) }) })
  }, [figure, readAtMs, t])
  const last = wallet === 'reading' ? lastFigure(ASSETS) : undefined
  return (
    <section className="px-1 pt-2.5" aria-label={t('assets.total')}>
      <p className="text-12 text-t2">{t('assets.total')}</p>
      {/* The total is incomplete without the wallet: reserved space until the chain answers. */}
      <p className="mt-1 min-h-[2.875rem]">
        {wallet === 'reading' ? (
          <span className="block min-h-[2.875rem] py-1">
            <span className="sr-only">{t('message.loading')}</span>
            <LastFigure last={last?.figure} bar="h-9.5 w-52" />
          </span>
        ) : (
          <>
            {isBelow ? <span className="num text-28 font-semibold">&lt;&nbsp;</span> : null}
            <Amount value={value} token="USD" maxDecimals={2} size="hero" />
          </>
        )}
      </p>
      <div className="num mt-1 min-h-9 text-12 text-t2">
        <Parts>
          {t('assets.total.accounts', { amount: formatWorth(accounts) })}
          {worth.packages === 0n ? null : t('assets.total.packages', { amount: formatWorth(worth.packages) })}
          {wallet === 'failed'
            ? t('assets.total.walletFailed')
            : t('assets.total.wallet', { amount: wallet === 'known' ? formatWorth(worth.wallet) : READING })}
          {pending < CENT
            ? null
            : t('assets.total.pending', { amount: formatAmount(pending, { maxDecimals: 2 }) })}
          {unpriced.length === 0 ? null : t('assets.total.unpriced', { tokens: unpriced.join(', ') })}
          {/* Time of the dimmed number; last, so that its removal moves nothing. */}
          {last === undefined ? null : <span aria-hidden="true">{last.note}</span>}
        </Parts>
      </div>
      {wallet === 'reading' ? <NoShares /> : <Shares portfolio={portfolio} />}
    </section>
  )
}

const NoShares = () => <div className="mt-3.5 h-2 rounded-6 bg-s3" aria-hidden="true" />

/** Parts of the sum side by side; the rows below repeat them as text. */
const Shares = ({ portfolio: { total, worth } }: { readonly portfolio: Portfolio }) => {
  if (total === 0n) return <NoShares />
  return (
    <div className="mt-3.5 flex h-2 gap-[3px]" aria-hidden="true">
      {PLACES.map((place) => {
        const share = Number((worth[place] * 1_000n) / total)
        return worth[place] > 0n ? (
          <i
            key={place}
            className={`min-w-1 rounded-6 ${TONES[place]}`}
            style={{ flex: Math.max(share, 1) }}
          />
        ) : null
      })}
    </div>
  )
}
