import { formatAmount } from '@dr/protocol/amounts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amount.tsx'
import {
  ACCOUNTS,
  type AccountIndex,
  type Balance,
  balancesOf,
  type DrPrice,
  ownedOf,
  type Part,
  partOf,
  worthOfAll,
} from './balances.ts'

export const DOTS: Record<AccountIndex, string> = { 0: 'bg-gold', 1: 'bg-in', 2: 'bg-t3' }
const PARTS = ['available', 'held', 'locked'] as const satisfies readonly Part[]

type TotalProps = { readonly balances: readonly Balance[]; readonly drPrice: DrPrice }

/** All that is mine here as one sum in USDT; without a price the tokens each for themselves. */
export function Total({ balances, drPrice }: TotalProps) {
  const t = useT()
  const total = worthOfAll(balances, ownedOf, drPrice)
  if (total === undefined) return <TokensAlone balances={balances} />
  const parts = PARTS.map((part) => ({
    part,
    value: worthOfAll(balances, (balance) => partOf(balance, part), drPrice) ?? 0n,
  })).filter(({ part, value }) => part === 'available' || value > 0n)
  return (
    <section className="px-1 pt-2.5" aria-label={t('assets.total')}>
      <p className="text-12 text-t2">{t('assets.total')}</p>
      <p className="mt-1">
        <Amount value={total} token="USDT" maxDecimals={2} size="hero" />
      </p>
      <p className="num mt-1 text-12 text-t2">
        {parts
          .map(({ part, value }) =>
            t(`assets.part.${part}.amount`, { amount: formatAmount(value, { maxDecimals: 2 }) }),
          )
          .join(' · ')}
      </p>
      <Shares balances={balances} drPrice={drPrice} total={total} />
    </section>
  )
}

function TokensAlone({ balances }: { readonly balances: readonly Balance[] }) {
  const t = useT()
  const sum = (token: Balance['token']): bigint =>
    balances
      .filter((balance) => balance.token === token)
      .reduce((total, balance) => total + ownedOf(balance), 0n)
  return (
    <section className="px-1 pt-2.5" aria-label={t('assets.total')}>
      <p className="text-12 text-t2">{t('assets.total')}</p>
      <p className="mt-1 flex flex-wrap gap-x-4">
        <Amount value={sum('DR')} token="DR" size="lg" />
        <Amount value={sum('USDT')} token="USDT" size="lg" />
      </p>
      <p className="mt-1 text-12 text-t2">{t('assets.noPrice')}</p>
    </section>
  )
}

/** The sum's three parts side by side; the rows below say them in words. */
function Shares({ balances, drPrice, total }: TotalProps & { readonly total: bigint }) {
  if (total === 0n) return <div className="mt-3.5 h-2 rounded-6 bg-s3" aria-hidden="true" />
  return (
    <div className="mt-3.5 flex h-2 gap-[3px]" aria-hidden="true">
      {ACCOUNTS.map((account) => {
        const worth = worthOfAll(balancesOf(balances, account), ownedOf, drPrice) ?? 0n
        const share = Number((worth * 1_000n) / total)
        return worth > 0n ? (
          <i
            key={account}
            className={`min-w-1 rounded-6 ${DOTS[account]}`}
            style={{ flex: Math.max(share, 1) }}
          />
        ) : null
      })}
    </div>
  )
}
