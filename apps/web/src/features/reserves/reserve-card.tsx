import { formatAmount } from '@dr/protocol/amounts'
import { useQuery } from '@tanstack/react-query'
import { overviewQuery } from '../../api/queries/public.ts'
import { isCovered, type Overview, reserveTotals } from '../../api/reserves.ts'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/cx.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Icon } from '../../ui/pictures/icons.tsx'
import { Async } from '../../ui/status/async.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { moment } from '../../ui/text/moment.ts'
import { reserveTexts } from './reserve-texts.ts'

/** Vault balances, amounts owed to users, and the scope of this comparison. Opens the books. */
export const ReserveCard = ({ onOpen }: { readonly onOpen: () => void }) => {
  const query = useQuery(overviewQuery())
  return (
    <Card className="relative">
      <Async query={query} skeleton={<Skeleton className="h-42 w-full" />}>
        {(overview) => <Reserves overview={overview} onOpen={onOpen} />}
      </Async>
    </Card>
  )
}

const Reserves = ({ overview, onOpen }: { readonly overview: Overview; readonly onOpen: () => void }) => {
  const t = useT()
  const { reserves, clock, prices } = overview
  const uncovered = reserves.filter((line) => !isCovered(line))
  const covered = uncovered.length === 0
  const shown = reserveTexts(reserveTotals(reserves), prices.DR === null ? null : BigInt(prices.DR.price))
  return (
    <>
      <div className="flex items-start gap-2">
        <span className={cx('mt-0.5', covered ? 'text-in' : 'text-out')}>
          <Icon name={covered ? 'shield' : 'alert'} size={20} />
        </span>
        <div>
          <button
            type="button"
            onClick={onOpen}
            className="block text-left font-semibold after:absolute after:inset-0 after:rounded-20"
          >
            {t(covered ? 'welcome.funded' : 'welcome.notFunded')}
          </button>
          <p className="num text-12 text-t2">{t('shell.checked', { date: moment(clock.timestamp) })}</p>
        </div>
      </div>
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
      <dl className="num mt-2.5 flex flex-col gap-1 text-14">
        <Line label={t('home.reserve.vaults')} text={shown.held} />
        <Line label={t('home.reserve.owed')} text={shown.due} />
        <Line label={t('home.reserve.pools')} text={shown.pools} />
      </dl>
      <p className="mt-2 text-12 text-t2">{t('home.reserve.note')}</p>
    </>
  )
}

const Line = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <div className="flex items-baseline justify-between gap-3">
    <dt className="text-t2">{label}</dt>
    <dd className="text-right font-semibold">{text}</dd>
  </div>
)
