import { formatAmount } from '@dr/protocol/amounts'
import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { operatorQuery } from '../../api/queries/operator.ts'
import { useT } from '../../i18n/use-t.ts'
import { Chip } from '../../ui/chip.tsx'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { ListRow } from '../../ui/lists/list-row.tsx'
import { Async } from '../../ui/status/async.tsx'
import { SkeletonRows } from '../../ui/status/skeleton.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { moment } from '../../ui/text/moment.ts'

const figure = (baseUnits: string): string => formatAmount(BigInt(baseUnits), { maxDecimals: 4 })

/** Chain balance, ledger and liabilities of each vault and token at one block, and open findings. */
export const BooksTab = ({ address }: { readonly address: Address }) => {
  const t = useT()
  const query = useQuery(operatorQuery(address, 'operatorReconciliation'))
  return (
    <Card className="flex flex-col gap-2">
      <CardHeader
        title={t('operator.view.books')}
        aside={query.data ? t('common.block', { number: formatCount(query.data.clock.blockNumber) }) : null}
      />
      <Async query={query} skeleton={<SkeletonRows count={5} label={t('message.loading')} />}>
        {({ vaults, shortfalls, suspenseEvents, chainGaps }) => (
          <ul>
            {vaults.map(({ vault, token, reserve, booked, owed, pools, shortfall }) => {
              const right = reserve === booked && shortfall === '0'
              const surplus = BigInt(booked) - BigInt(owed) - BigInt(pools)
              const figures = t('operator.books.figures', {
                booked: figure(booked),
                owed: figure(owed),
                pools: figure(pools),
              })
              return (
                <ListRow
                  key={`${vault}${token}`}
                  icon={right ? 'check' : 'alert'}
                  iconTone={right ? 'in' : 'out'}
                  title={`${t('platform.address.vault', { index: vault })} · ${token}`}
                  detail={
                    surplus > 0n
                      ? `${figures} · ${t('operator.books.surplus', { amount: figure(surplus.toString()) })}`
                      : figures
                  }
                  value={figure(reserve)}
                  valueDetail={t(right ? 'operator.books.right' : 'operator.books.wrong')}
                />
              )
            })}
            <Count label={t('operator.books.suspense')} count={suspenseEvents} />
            <Count label={t('operator.books.missing')} count={chainGaps} />
            {shortfalls.map(({ vault, token, since, until, worst }) => (
              <ListRow
                key={`${vault}${token}${since}`}
                icon="alert"
                iconTone="out"
                title={t('operator.books.shortfall', { vault, token })}
                detail={`${moment(since)} – ${until === null ? '…' : moment(until)}`}
                value={figure(worst)}
              />
            ))}
          </ul>
        )}
      </Async>
    </Card>
  )
}

const Count = ({ label, count }: { readonly label: string; readonly count: number }) => (
  <ListRow
    icon={count === 0 ? 'check' : 'alert'}
    iconTone={count === 0 ? 'in' : 'out'}
    title={label}
    value={<Chip tone={count === 0 ? 'in' : 'out'}>{String(count)}</Chip>}
  />
)
