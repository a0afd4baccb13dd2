import type { VaultIndex } from '@dr/protocol/token-table'
import { useQuery } from '@tanstack/react-query'
import { overviewQuery } from '../../api/queries/public.ts'
import { BOOK_DECIMALS, shownReserve } from '../../api/queries/reserve-parts.ts'
import { isBlank, isCovered, type Reserve } from '../../api/reserves.ts'
import { useReserveReadings } from '../../chain/queries/use-reserve-readings.ts'
import type { ReserveReading } from '../../chain/reads/read-reserves.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { ShareBar } from '../../ui/pictures/share-bar.tsx'
import { Async } from '../../ui/status/async.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { SkeletonRows } from '../../ui/status/skeleton.tsx'
import { Address } from '../../ui/text/address.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { coverageText } from './coverage-text.ts'
import { OwnReading } from './own-reading.tsx'

/**
 * Cards of the vaults with the balance on chain, the amount owed to users and the pools of each token, at
 * one block; this device reads the balance too.
 */
export const VaultCards = ({ vaults }: { readonly vaults: readonly VaultIndex[] }) => {
  const t = useT()
  const query = useQuery(overviewQuery())
  const { readings, readingOf } = useReserveReadings(query.data)
  // As tall as the vaults, so that what is below them does not appear on the first screen.
  const skeleton = vaults.map((vault) => (
    <Card key={vault} className="min-h-72">
      <SkeletonRows label={t('message.loading')} />
    </Card>
  ))
  return (
    <Async query={query} skeleton={skeleton}>
      {({ reserves }) =>
        reserves.length === 0 ? (
          vaults.includes(0) ? (
            <Card>
              <EmptyState icon="shield" title={t('platform.noReserves')} />
            </Card>
          ) : null
        ) : (
          vaults.map((vault) => (
            <VaultCard
              key={vault}
              vault={vault}
              lines={reserves.filter((line) => line.vault === vault)}
              readingOf={readingOf}
              failed={readings.isError}
            />
          ))
        )
      }
    </Async>
  )
}

type VaultCardProps = {
  readonly vault: VaultIndex
  readonly lines: readonly Reserve[]
  readonly readingOf: (line: Reserve) => ReserveReading | undefined
  /** No node answered this device. */
  readonly failed: boolean
}

const VaultCard = ({ vault, lines, readingOf, failed }: VaultCardProps) => {
  const t = useT()
  const stopped = lines.some((line) => line.stopped)
  const [first] = lines
  if (first === undefined) return null
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-16 font-semibold">
            {t('platform.vault', { index: vault, account: t(`assets.account.${vault}`) })}
          </h2>
          <div className="text-12 text-t2">
            <Address address={first.contract} keep={4} />
          </div>
        </div>
        {stopped ? <Chip tone="out">{t('platform.stoppedChip')}</Chip> : null}
      </div>
      <div className="flex flex-col gap-4">
        {lines.map((line) => (
          <TokenReserve key={line.token} line={line} reading={readingOf(line)} failed={failed} />
        ))}
      </div>
    </Card>
  )
}

const TokenReserve = ({
  line,
  reading,
  failed,
}: {
  readonly line: Reserve
  readonly reading: ReserveReading | undefined
  readonly failed: boolean
}) => {
  const t = useT()
  const shown = shownReserve(line)
  return (
    <section className="flex flex-col gap-2 not-first:border-t not-first:border-line not-first:pt-4">
      <div className="flex flex-wrap items-end justify-between gap-x-3">
        <div>
          <h3 className="text-12 text-t2">{t('platform.reserveOf', { token: line.token })}</h3>
          <Amount value={shown.reserve} token={line.token} maxDecimals={BOOK_DECIMALS} size="lg" />
        </div>
        {isBlank(line) ? null : <Chip tone={isCovered(line) ? 'in' : 'out'}>{coverageText(t, [line])}</Chip>}
      </div>
      {isBlank(line) ? (
        <p className="text-14 text-t2">{t('platform.blank')}</p>
      ) : (
        <>
          <dl className="num flex flex-col gap-1 text-14">
            {(['due', 'pools'] as const).map((part) => (
              <div key={part} className="flex items-baseline justify-between gap-3">
                <dt className="text-t2">{t(part === 'due' ? 'home.reserve.owed' : 'home.reserve.pools')}</dt>
                <dd className="text-right font-semibold">
                  <Amount value={shown[part]} token={line.token} maxDecimals={BOOK_DECIMALS} size="sm" />
                </dd>
              </div>
            ))}
          </dl>
          <ShareBar
            label={t('platform.partsOf', { token: line.token })}
            parts={shown.parts.map(({ kind, amount, tone }) => ({
              label: t(`platform.part.${kind}`),
              size: amount,
              tone,
              value: <Amount value={amount} token={line.token} maxDecimals={BOOK_DECIMALS} size="sm" />,
            }))}
          />
          <p className="num text-12 text-t2">
            {t('platform.booksAt', { block: formatCount(line.blockNumber) })}
          </p>
          <OwnReading line={line} reading={reading} failed={failed} />
        </>
      )}
    </section>
  )
}
