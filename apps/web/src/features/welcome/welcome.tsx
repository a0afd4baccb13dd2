import { formatAmount } from '@dr/protocol/amounts'
import type { Product } from '@dr/protocol/calls/mining'
import { ELECTRICITY_FEE_DRGV } from '@dr/protocol/constants'
import { type MachineEarnings, machineEarnings } from '@dr/protocol/rules/mining-rate'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { isInviter, readKeptInviter } from '../../api/invite/kept-inviter.ts'
import { inviterQuery, productsQuery } from '../../api/queries/public.ts'
import { useMarket } from '../../api/queries/use-market.ts'
import { formatUsd, formatUsdCost } from '../../i18n/rate-text.ts'
import type { Translate } from '../../i18n/translate.ts'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/cx.ts'
import { Banner } from '../../ui/layout/banner.tsx'
import { Icon } from '../../ui/pictures/icons.tsx'
import { Rig } from '../../ui/pictures/rig.tsx'
import { SkeletonText } from '../../ui/status/skeleton.tsx'
import { formatPower, shortenAddress } from '../../ui/text/format.ts'

/** The first visit: what this is, who invited me, the cheapest way to start, and the button that connects. */
export const Welcome = ({ lead, action }: { readonly lead: string; readonly action: ReactNode }) => {
  const t = useT()
  return (
    <section aria-label={t('shell.brand')} className="flex flex-col gap-3 wide:gap-4">
      <div className="px-1 pt-1.5">
        <h2 className="text-20 leading-tight font-semibold text-balance">{t('welcome.title')}</h2>
        <p className="mt-1.5 text-14 text-t2">{lead}</p>
      </div>
      <Invited />
      <div className="rounded-20 border border-gold-line bg-s1 p-4 shadow-card">
        <Cheapest />
        <div className="mt-3.5 flex gap-3">{action}</div>
      </div>
    </section>
  )
}

/** Whose link brought the visitor here, or that it cannot be read; nothing without one. */
const Invited = () => {
  const t = useT()
  const [name] = useState(readKeptInviter)
  if (name === undefined) return null
  if (isInviter(name)) return <Invitation name={name} />
  return (
    <Banner tone="out" icon="alert">
      {t('home.inviter.unreadable')}
    </Banner>
  )
}

/** The inviter's code beside the address that the link carries. One height, known or not. */
const Invitation = ({ name }: { readonly name: string }) => {
  const t = useT()
  const { data, isError } = useQuery(inviterQuery(name))
  const inviter = data?.inviter
  const note = inviter === null ? 'home.inviter.unknown' : isError ? 'home.inviter.unchecked' : null
  return (
    <div className="flex items-center gap-3 rounded-16 bg-s2 px-3.5 py-2.5">
      <span className="text-gold">
        <Icon name="dao" size={20} />
      </span>
      <div className="min-w-0 flex-1 text-12 text-t2">
        <p>{`${t('welcome.invited')} · ${t('welcome.invitedNote')}`}</p>
        <p className={cx('num text-14 font-semibold', inviter === null ? 'text-out' : 'text-t1')}>
          {inviter?.inviteCode ?? (note ? t(note) : <SkeletonText>AAAA2222</SkeletonText>)}
        </p>
        <p className="num break-all">{shortenAddress(inviter?.address ?? name)}</p>
      </div>
    </div>
  )
}

const cheapestOf = (products: readonly Product[]): Product | undefined =>
  products
    .filter(({ stock }) => stock > 0)
    .reduce<Product | undefined>(
      (low, product) => (low === undefined || BigInt(product.price) < BigInt(low.price) ? product : low),
      undefined,
    )

const perDayText = (t: Translate, { perDay, perDayUsd }: MachineEarnings): string => {
  const tokens = t('welcome.perDay', { amount: formatAmount(perDay, { maxDecimals: 0 }) })
  return perDayUsd === null ? tokens : `${tokens} · ≈ ${formatUsd(perDayUsd)}`
}

/**
 * The cheapest machine on sale with its picture, its price and what it would mine. One height, read or not.
 */
const Cheapest = () => {
  const t = useT()
  const { data: products } = useQuery(productsQuery())
  const market = useMarket()
  const product = products && cheapestOf(products.items)
  const earnings =
    product && market
      ? machineEarnings(market, { power: product.power, machineCount: 1, producing: false })
      : undefined
  return (
    <>
      <div className="flex items-center gap-3.5">
        <Rig state="producing" tier={product?.tier ?? 1} size={72} />
        <div className="min-w-0 flex-1">
          <p className="text-12 text-t2">{t('welcome.cheapest')}</p>
          {product ? (
            <>
              <p className="num flex items-baseline justify-between gap-2 font-semibold">
                <span>{`${product.name} · ${formatPower(BigInt(product.power))}`}</span>
                <span className="text-20">{formatUsdCost(BigInt(product.price))}</span>
              </p>
              <p className="num text-14 font-semibold text-in">
                {earnings === undefined ? '\u00a0' : perDayText(t, earnings)}
              </p>
            </>
          ) : (
            <>
              <p className="num flex items-baseline justify-between gap-2 font-semibold">
                <SkeletonText>M1 · 10 T</SkeletonText>
                <span className="text-20">
                  <SkeletonText>$100</SkeletonText>
                </span>
              </p>
              <p className="num text-14 font-semibold">
                <SkeletonText>{t('welcome.perDay', { amount: '10,000' })}</SkeletonText>
              </p>
            </>
          )}
          <p className="mt-0.5 text-12 text-t2">
            {t('welcome.electricity', { fee: formatAmount(ELECTRICITY_FEE_DRGV) })}
          </p>
        </div>
      </div>
      <Estimate small={earnings?.smallNetwork ?? false} />
    </>
  )
}

const ESTIMATES = ['welcome.estimate', 'welcome.estimateSmall'] as const

/**
 * In the size of the offer: one of two texts, in the room of the longer one: which of them comes is not known
 * before the figures are read.
 */
const Estimate = ({ small }: { readonly small: boolean }) => {
  const t = useT()
  const shown = ESTIMATES[small ? 1 : 0]
  return (
    <p className="mt-2 grid text-14 text-t2">
      {ESTIMATES.map((key) => (
        <span
          key={key}
          className={key === shown ? 'col-start-1 row-start-1' : 'invisible col-start-1 row-start-1'}
        >
          {t(key)}
        </span>
      ))}
    </p>
  )
}

const STEPS = ['welcome.step1', 'welcome.step2', 'welcome.step3'] as const

export const WelcomeSteps = ({ onMore, more }: { readonly onMore: () => void; readonly more: string }) => {
  const t = useT()
  return (
    <section className="px-1">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-16 font-semibold">{t('welcome.steps')}</h2>
        <button type="button" className="tap text-12 text-t2" onClick={onMore}>
          {more} ›
        </button>
      </div>
      <ol className="mt-2 flex flex-col gap-2">
        {STEPS.map((step, index) => (
          <li key={step} className="flex items-center gap-3 text-14">
            <span className="num grid size-6 shrink-0 place-items-center rounded-[50%] bg-s3 text-12 font-semibold text-t2">
              {index + 1}
            </span>
            {t(step)}
          </li>
        ))}
      </ol>
    </section>
  )
}
