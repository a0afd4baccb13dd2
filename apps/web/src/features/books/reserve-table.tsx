import type { ResponseOf } from '@dr/protocol/call'
import type { overview } from '@dr/protocol/calls/public'
import { useQuery } from '@tanstack/react-query'
import { overviewQuery } from '../../api/queries/public.ts'
import { useT } from '../../i18n/use-t.ts'
import { Address } from '../../ui/address.tsx'
import { Amount } from '../../ui/amount.tsx'
import { Async } from '../../ui/async.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Receipt } from '../../ui/receipt.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'

type Reserve = ResponseOf<typeof overview>['reserves'][number]

/** For each vault and token: what lies there on chain, what is owed from it, at one block. */
export function ReserveTable() {
  const t = useT()
  const query = useQuery(overviewQuery())
  return (
    <Card>
      <CardHeader title={t('platform.reserves')} />
      <Async query={query} skeleton={<SkeletonRows label={t('message.loading')} />}>
        {({ reserves }) =>
          reserves.length === 0 ? (
            <EmptyState icon="shield" title={t('platform.noReserves')} />
          ) : (
            <ul className="mt-3 flex flex-col gap-4">
              {reserves.map((line) => (
                <ReserveLine key={`${line.vault}${line.token}`} line={line} />
              ))}
            </ul>
          )
        }
      </Async>
    </Card>
  )
}

function ReserveLine({ line }: { readonly line: Reserve }) {
  const t = useT()
  const reserve = BigInt(line.reserve)
  const liability = BigInt(line.owed) + BigInt(line.pools)
  const covered = reserve >= liability
  const vault = (['0', '1', '2'] as const)[line.vault] ?? '0'
  const share = reserve === 0n ? (liability === 0n ? 0 : 1) : Number((liability * 1_000n) / reserve) / 1_000
  return (
    <li className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-semibold">
          {t('platform.vault', { index: line.vault, account: t(`assets.account.${vault}`) })}
        </h3>
        <Chip tone={covered ? 'in' : 'out'}>
          {t(covered ? 'home.reserve.covered' : 'home.reserve.notCovered')}
        </Chip>
      </div>
      <ProgressBar value={share} label={t('platform.reserves')} tone={covered ? 'gold' : 'out'} />
      <Receipt
        rows={[
          { label: t('platform.reserve'), value: <Amount value={reserve} token={line.token} size="sm" /> },
          {
            label: t('platform.owed'),
            value: <Amount value={BigInt(line.owed)} token={line.token} size="sm" />,
          },
          {
            label: t('platform.pools'),
            value: <Amount value={BigInt(line.pools)} token={line.token} size="sm" />,
          },
          {
            label: t('common.block', { number: line.blockNumber.toLocaleString('en-US') }),
            value: <Address address={line.contract} keep={4} />,
          },
        ]}
      />
    </li>
  )
}
