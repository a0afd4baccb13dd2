import { formatAmount } from '@dr/protocol/amounts'
import { DAY_SECONDS, HOUR_SECONDS } from '@dr/protocol/constants'
import { electricityFee } from '@dr/protocol/rules/machine-cost'
import { worthOf } from '@dr/protocol/rules/mining-rate'
import type { ReactNode } from 'react'
import { formatRate, formatUsdCost, formatWorthBeside } from '../../i18n/rate-text.ts'
import type { Translate } from '../../i18n/translate.ts'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/cx.ts'
import { Button } from '../../ui/form/button.tsx'
import { Icon, type IconName } from '../../ui/pictures/icons.tsx'
import { Rig, type RigState } from '../../ui/pictures/rig.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { day } from '../../ui/text/moment.ts'
import { cheapestText } from './cheapest-text.ts'
import type { AccountFacts, NextAction } from './next-action.rules.ts'
import type { Account } from './use-account.ts'

/**
 * Height of two lines of title and two of detail, or one each in languages with short words, so that the
 * content below never moves.
 */
const HEIGHT = 'min-h-29.5 [html:is(:lang(zh),:lang(ko),:lang(ja))_&]:min-h-25.5'

type NextCardProps = {
  readonly account: Account | null
  readonly action: NextAction | null
  readonly onAction: (action: NextAction) => void
  readonly onBuy: () => void
  /** Replaces the button that shows where to send funds. */
  readonly faucet: ReactNode
}

/** The next action with one button, or a calm note if everything runs. */
export const NextCard = ({ account, action, onAction, onBuy, faucet }: NextCardProps) => {
  const t = useT()
  if (account === null || action === null) return <NextSkeleton label={t('message.loading')} />
  const { picture, title, details, button } = contentOf(t, action, account)
  const calm = button === undefined
  return (
    <section
      aria-label={t('next.label')}
      className={cx(
        'flex items-center gap-3 rounded-20 border bg-s1 p-4 shadow-card',
        HEIGHT,
        calm ? 'border-line' : 'border-gold-line',
      )}
    >
      <span className="shrink-0 max-[379px]:hidden">{picture}</span>
      <div className="min-w-0 flex-1">
        <h2 className="font-semibold">{title}</h2>
        <p className="num mt-0.5 text-12 text-t2">{details.join('\u00a0· ')}</p>
      </div>
      {action.kind === 'fund' && faucet !== null ? (
        faucet
      ) : calm ? (
        <Button size="sm" className="shrink-0" onClick={onBuy}>
          {t('next.more')}
        </Button>
      ) : (
        <Button size="sm" variant="primary" className="shrink-0" onClick={() => onAction(action)}>
          {button}
        </Button>
      )}
    </section>
  )
}

const NextSkeleton = ({ label }: { readonly label: string }) => (
  <div
    role="status"
    aria-label={label}
    className={cx('flex items-center gap-3.5 rounded-20 border border-line bg-s1 p-4', HEIGHT)}
  >
    <Skeleton className="size-14 rounded-16" />
    <div className="flex-1">
      <Skeleton className="h-4 w-32" />
      <Skeleton className="mt-2.5 h-3 w-40" />
    </div>
    <Skeleton className="h-9 w-16 rounded-12" />
  </div>
)

interface Content {
  readonly picture: ReactNode
  readonly title: string
  readonly details: readonly string[]
  /** Button text; none without an action. */
  readonly button?: string
}

const mark = (name: IconName): ReactNode => (
  <span className="grid size-12 shrink-0 place-items-center rounded-16 bg-gold-soft text-gold">
    <Icon name={name} size={24} />
  </span>
)
const machine = (state: RigState, tier: number): ReactNode => <Rig state={state} tier={tier} size={48} />

const fee = (count: number): string => formatAmount(electricityFee({ machines: count, periods: 1 }))
const feeWorth = ({ drgvPrice }: AccountFacts, count: number): bigint | null =>
  worthOf(electricityFee({ machines: count, periods: 1 }), drgvPrice)

/** `3 days`, or hours on the last day. */
const leftText = (t: Translate, seconds: number): string =>
  seconds >= DAY_SECONDS
    ? t('common.days', { count: Math.floor(seconds / DAY_SECONDS) })
    : t('common.hours', { count: Math.max(1, Math.floor(seconds / HOUR_SECONDS)) })

const whole = (amount: bigint): string => formatAmount(amount, { maxDecimals: 0 })

/** Keeps figures and units on one line. */
const onOneLine = (text: string): string => text.replaceAll(' ', '\u00a0')

/** Distinct product names of the machines. */
const namesOf = (machines: readonly { readonly name: string }[]): string =>
  [...new Set(machines.map(({ name }) => name))].join(', ')

/** Price and output of the cheapest machine on sale. */
const offerText = (t: Translate, { offer }: Account): readonly string[] =>
  offer
    ? [t('start.buy.detail', { price: formatUsdCost(offer.price), amount: formatRate(offer.perDay) })]
    : []

type ActionOf<Kind extends NextAction['kind']> = Extract<NextAction, { readonly kind: Kind }>

const fundContent = (t: Translate, action: ActionOf<'fund'>, { facts }: Account): Content => {
  const reason = (): string => {
    if (action.lacks === 'gas') return t('start.fund.gas')
    if (action.reason === 'power') return t('next.fund.detail', { fee: fee(action.count) })
    return facts.cheapest === null ? '' : cheapestText(t, facts.cheapest)
  }
  return {
    picture: mark('wallet'),
    title: t('start.fund'),
    details: [reason()],
    button: t('start.fund.action'),
  }
}

const powerContent = (t: Translate, action: ActionOf<'power'>, { idle, perDay }: Account): Content => {
  const stopped = action.state === 'paused'
  const adds = perDay(idle.reduce((sum, one) => sum + one.power, 0))
  return {
    picture: machine(stopped ? 'paused' : 'off', idle[0]?.tier ?? 1),
    title: t(stopped ? 'next.power.stopped' : 'next.power.title', { count: action.count }),
    details: [
      ...(idle.length > 0 ? [namesOf(idle)] : []),
      // Not of a part of them: a rate of fewer machines would be another.
      ...(idle.length === action.count && adds > 0n
        ? [t('next.power.adds', { amount: formatRate(adds) })]
        : []),
      onOneLine(t('start.power.detail', { fee: fee(action.count) })),
    ],
    button: t('next.power.pay'),
  }
}

const renewContent = (t: Translate, action: ActionOf<'renew'>, { facts, ending, now }: Account): Content => {
  const worth = feeWorth(facts, action.count)
  return {
    picture: machine('producing', ending[0]?.tier ?? 1),
    title: t('next.renew.title', { time: leftText(t, action.at - now) }),
    details: [
      t('next.renew.detail', { count: action.count, fee: fee(action.count) }),
      ...(worth === null ? [] : [formatWorthBeside(worth)]),
    ],
    button: t('next.renew.action'),
  }
}

const reinvestContent = (t: Translate, action: ActionOf<'reinvest'>): Content => {
  const amounts = (['USDT', 'DR'] as const)
    .filter((token) => action[token] > 0n)
    .map((token) => `${formatAmount(action[token], { maxDecimals: 2 })} ${token}`)
    .join(' · ')
  return {
    picture: mark('clock'),
    title: t('next.reinvest.title', { amounts }),
    details: [t('next.reinvest.detail')],
    button: t('next.reinvest.action'),
  }
}

const waitContent = (t: Translate, { facts, paidUntil }: Account): Content => ({
  picture: machine('producing', 1),
  title: t(facts.machines.producing > 0 ? 'next.wait.title' : 'next.wait.starting'),
  details: paidUntil === null ? [] : [t('next.wait.paid', { date: day(paidUntil) })],
})

const contentOf = (t: Translate, action: NextAction, account: Account): Content => {
  switch (action.kind) {
    case 'switch-network':
      return {
        picture: mark('alert'),
        title: t('wallet.network.wrong'),
        details: [],
        button: t('wallet.network.switchShort'),
      }
    case 'fund':
      return fundContent(t, action, account)
    case 'bind':
      return {
        picture: mark('dao'),
        title: t('next.bind.title'),
        details: [t('start.bind.detail')],
        button: t('home.bind.enter'),
      }
    case 'buy':
      return {
        picture: machine('off', 1),
        title: t('start.buy'),
        details: offerText(t, account),
        button: t('home.firstMachine'),
      }
    case 'power':
      return powerContent(t, action, account)
    case 'renew':
      return renewContent(t, action, account)
    case 'pledge':
      return {
        picture: mark('power'),
        title: t('next.pledge.title', { amount: whole(action.amount) }),
        details: [t('next.pledge.detail')],
        button: t('next.pledge.action'),
      }
    case 'reinvest':
      return reinvestContent(t, action)
    case 'wait':
      return waitContent(t, account)
  }
}
