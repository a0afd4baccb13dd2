import { formatAmount } from '@dr/protocol/amounts'
import { DAY_SECONDS } from '@dr/protocol/constants'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Address } from 'viem'
import { keepFigure } from '../../api/kept/last-figures.ts'
import { miningInfoQuery, miningStatsQuery } from '../../api/queries/mining.ts'
import { drgvPriceQuery } from '../../api/queries/public.ts'
import { useT } from '../../i18n/use-t.ts'
import { toServerTime } from '../../ui/clock.ts'
import { lazySheet } from '../../ui/sheet/lazy-sheet.tsx'
import { Async } from '../../ui/status/async.tsx'
import { formatShort } from '../../ui/text/format.ts'
import { hasDay, minedYesterday } from './daily-view.ts'
import { MiningHero, MiningHeroSkeleton } from './mining-hero.tsx'
import type { MiningInfo } from './reading.ts'
import { useCollect } from './use-collect.ts'

const SourceSheet = lazySheet(() => import('./source-sheet.tsx').then((module) => module.SourceSheet))

/** Decimals of the running number. */
const HERO_DECIMALS = { maxDecimals: 8, minDecimals: 8 } as const

/** Daily amounts, read again on a new day, and again after its first release, which books the day before. */
const useDailyStats = (address: Address, info: MiningInfo | undefined) => {
  const stats = useQuery(miningStatsQuery(address))
  const { data, refetch } = stats
  const isOver = data !== undefined && info !== undefined && !hasDay(data.days, info.clock.timestamp)
  const released = info && Math.floor(info.asOf / DAY_SECONDS)
  const readFor = useRef(released)
  useEffect(() => {
    const isNewDay = readFor.current !== undefined && readFor.current !== released
    readFor.current = released
    if (isOver || isNewDay) void refetch()
  }, [isOver, released, refetch])
  return stats
}

type MyMiningProps = { readonly address: Address; readonly onWithdraw: () => void }

/** Collectable DR as read from the server, with its source behind a tap. */
export const MyMining = ({ address, onWithdraw }: MyMiningProps) => {
  const t = useT()
  const query = useQuery(miningInfoQuery(address))
  const prices = useQuery(drgvPriceQuery())
  const stats = useDailyStats(address, query.data)
  const { collect, busy } = useCollect(address)
  const accrued = query.data ? formatAmount(BigInt(query.data.accrued), HERO_DECIMALS) : null
  useEffect(() => {
    if (accrued === null) return
    keepFigure('/', {
      figure: accrued,
      note: t('home.asOf', { time: formatShort(toServerTime(query.dataUpdatedAt)) }),
    })
  }, [accrued, query.dataUpdatedAt, t])
  const [details, setDetails] = useState<'unused' | 'open' | 'closed'>('unused')
  return (
    <Async query={query} skeleton={<MiningHeroSkeleton label={t('message.loading')} />}>
      {(info) => (
        <>
          <MiningHero
            info={info}
            readAtMs={query.dataUpdatedAt}
            yesterday={stats.data && minedYesterday(stats.data.days, info.clock.timestamp)}
            drPrice={prices.data ? BigInt(prices.data.DR.price) : null}
            busy={busy}
            onCollect={collect}
            onDetails={() => setDetails('open')}
            onWithdraw={onWithdraw}
          />
          {details === 'unused' ? null : (
            <SourceSheet
              open={details === 'open'}
              onOpenChange={(open) => setDetails(open ? 'open' : 'closed')}
              info={info}
            />
          )}
        </>
      )}
    </Async>
  )
}
