import { formatAmount } from '@dr/protocol/amounts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { fundFlowsQuery } from '../../api/queries/ledger.ts'
import { drgvPriceQuery } from '../../api/queries/public.ts'
import type { Address } from '../../api/session.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amount.tsx'
import { Async } from '../../ui/async.tsx'
import { Card } from '../../ui/card.tsx'
import { ListRow } from '../../ui/list-row.tsx'
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx'
import { type AccountIndex, type Balance, balanceOf, type Prices, worthOf } from './balances.ts'

const ACCOUNTS: readonly {
  readonly index: AccountIndex
  readonly token: 'DR' | 'USDT'
  readonly dot: string
}[] = [
  { index: 0, token: 'DR', dot: 'bg-gold' },
  { index: 1, token: 'USDT', dot: 'bg-in' },
  { index: 2, token: 'USDT', dot: 'bg-t3' },
]

type AccountsProps = { readonly address: Address; readonly onOpen: (account: AccountIndex) => void }

/** Everything I have here: one sum, and the three accounts behind it. */
export function Accounts({ address, onOpen }: AccountsProps) {
  const t = useT()
  const query = useInfiniteQuery(fundFlowsQuery(address))
  const { data } = useQuery(drgvPriceQuery())
  const prices = data && { DR: BigInt(data.DR.price), DRGV: BigInt(data.DRGV.price) }
  return (
    <Async query={query} skeleton={<AccountsSkeleton label={t('message.loading')} />}>
      {({ pages }) => {
        const balances = pages[0]?.balances ?? []
        return (
          <>
            <Total balances={balances} prices={prices} />
            <Card className="py-1">
              <ul>
                {ACCOUNTS.map(({ index, token, dot }) => (
                  <AccountRow
                    key={index}
                    index={index}
                    token={token}
                    dot={dot}
                    balances={balances}
                    prices={prices}
                    onOpen={onOpen}
                  />
                ))}
              </ul>
            </Card>
          </>
        )
      }}
    </Async>
  )
}

type Shown = { readonly balances: readonly Balance[]; readonly prices: Prices | undefined }

function Total({ balances, prices }: Shown) {
  const t = useT()
  const dr = balanceOf(balances, 0, 'DR')
  const text = (value: bigint): string => formatAmount(value, { maxDecimals: 2 })
  const value = prices && worthOf(balances, prices)
  const shown = value ?? dr
  return (
    <section className="px-1 pt-2.5" aria-label={t('assets.total')}>
      <p className="text-12 text-t2">{t('assets.total')}</p>
      <Amount
        value={shown.available + shown.held}
        token={value ? 'USDT' : 'DR'}
        maxDecimals={value ? 2 : 8}
        size="hero"
      />
      <p className="num text-12 text-t2">
        {t('assets.availableHeld', { available: text(shown.available), held: text(shown.held) })}
        {value ? '' : ` · ${t('assets.noPrice')}`}
      </p>
      {value && prices ? (
        <Shares balances={balances} prices={prices} total={value.available + value.held} />
      ) : null}
    </section>
  )
}

/** The sum's three parts side by side; the rows below say them in words. */
function Shares({
  balances,
  prices,
  total,
}: {
  readonly balances: readonly Balance[]
  readonly prices: Prices
  readonly total: bigint
}) {
  if (total === 0n) return <div className="mt-3.5 h-2 rounded-6 bg-s3" aria-hidden="true" />
  return (
    <div className="mt-3.5 flex h-2 gap-[3px]" aria-hidden="true">
      {ACCOUNTS.map(({ index, dot }) => {
        const { available, held } = worthOf(
          balances.filter(({ account }) => account === index),
          prices,
        )
        const share = Number(((available + held) * 1_000n) / total)
        return share > 0 ? (
          <i key={index} className={`min-w-1 rounded-6 ${dot}`} style={{ flex: share }} />
        ) : null
      })}
    </div>
  )
}

type AccountRowProps = Shown & {
  readonly index: AccountIndex
  readonly token: 'DR' | 'USDT'
  readonly dot: string
  readonly onOpen: (account: AccountIndex) => void
}

function AccountRow({ index, token, dot, balances, prices, onOpen }: AccountRowProps) {
  const t = useT()
  const { available, held } = balanceOf(balances, index, token)
  const fiat =
    prices && token === 'DR'
      ? `≈ ${formatAmount((available * prices.DR) / 10n ** 18n, { maxDecimals: 2 })}`
      : null
  return (
    <ListRow
      lead={<i className={`size-2 shrink-0 rounded-6 ${dot}`} aria-hidden="true" />}
      title={t(`assets.account.${index}`)}
      detail={t(`assets.account.${index}.hint`)}
      value={<Amount value={available} token={token} size="sm" />}
      valueDetail={held > 0n ? t('assets.held', { amount: formatAmount(held, { maxDecimals: 2 }) }) : fiat}
      onClick={() => onOpen(index)}
    />
  )
}

function AccountsSkeleton({ label }: { readonly label: string }) {
  return (
    <>
      <div className="px-1 pt-2.5">
        <Skeleton className="h-4 w-20" />
        <Skeleton className="mt-2 h-10 w-52" />
        <Skeleton className="mt-4 h-2 w-full" />
      </div>
      <Card className="py-1">
        <SkeletonRows label={label} />
      </Card>
    </>
  )
}
