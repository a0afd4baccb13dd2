import { formatAmount } from '@dr/protocol/amounts'
import { COLLECT_MINIMUM } from '@dr/protocol/constants'
import { electricityFee } from '@dr/protocol/rules/machine-cost'
import type { ReactNode } from 'react'
import { formatRate, formatUsdCost } from '../../i18n/rate-text.ts'
import type { Translate } from '../../i18n/translate.ts'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/cx.ts'
import { Button } from '../../ui/form/button.tsx'
import { Icon } from '../../ui/pictures/icons.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { cheapestText } from './cheapest-text.ts'
import { type NextAction, type StartState, type StartStep, startSteps } from './next-action.rules.ts'
import type { Account } from './use-account.ts'

type StartChecklistProps = {
  readonly account: Account | null
  readonly action: NextAction | null
  readonly activated: boolean
  readonly onAction: (action: NextAction) => void
  /** Replaces the button that shows where to send funds. */
  readonly faucet: ReactNode
}

/** First page of a new account: steps from an empty wallet to the first DR, with one button at a time. */
export const StartChecklist = ({ account, action, activated, onAction, faucet }: StartChecklistProps) => {
  const t = useT()
  return (
    <section aria-label={t('start.title')} className="pt-2.5 pb-0.5">
      <h2 className="px-1 text-20 font-semibold">{t('start.title')}</h2>
      {account === null || action === null ? (
        <ChecklistSkeleton label={t('message.loading')} rows={activated ? 4 : 5} />
      ) : (
        <ol className="mt-3 flex flex-col gap-2.5">
          {startSteps(account.facts).map((step, index) => (
            <Step
              key={step.step}
              number={index + 1}
              {...step}
              detail={detailOf(t, step.step, action, account)}
              aside={
                // An inviter can be bound at any time, also before its step.
                step.step === 'bind' && step.state === 'later' ? (
                  <button
                    type="button"
                    className="tap text-14 text-gold"
                    onClick={() => onAction({ kind: 'bind' })}
                  >
                    {t('home.bind.enter')} ›
                  </button>
                ) : null
              }
            >
              {action.kind === 'fund' && faucet !== null ? (
                faucet
              ) : action.kind === 'wait' ? null : (
                <Button variant="primary" className="w-full" onClick={() => onAction(action)}>
                  {t(buttons[action.kind] ?? 'common.continue')}
                </Button>
              )}
            </Step>
          ))}
        </ol>
      )}
    </section>
  )
}

const buttons = {
  fund: 'start.fund.action',
  bind: 'home.bind.enter',
  buy: 'home.firstMachine',
  power: 'next.power.action',
  'switch-network': 'wallet.network.switchShort',
} as const satisfies Partial<Record<NextAction['kind'], string>> & Record<string, string> as Partial<
  Record<
    NextAction['kind'],
    | 'start.fund.action'
    | 'home.bind.enter'
    | 'home.firstMachine'
    | 'next.power.action'
    | 'wallet.network.switchShort'
  >
>

const marks = {
  done: 'bg-in-soft text-in',
  now: 'gold-fill',
  later: 'bg-s3 text-t2',
}

type StepProps = StartState & {
  readonly number: number
  readonly detail: string
  /** Action that is available before the step's turn. */
  readonly aside: ReactNode
  readonly children: ReactNode
}

/** One step; only the present one has details and a button. */
const Step = ({ step, state, number, detail, aside, children }: StepProps) => {
  const t = useT()
  const now = state === 'now'
  return (
    <li
      aria-current={now ? 'step' : undefined}
      className={now ? 'rounded-20 border border-gold-line bg-s1 p-3.5 shadow-card' : 'px-3.5'}
    >
      <div className="flex items-center gap-3">
        <span
          className={cx(
            'num grid size-7 shrink-0 place-items-center rounded-[50%] text-14 font-semibold',
            marks[state],
          )}
        >
          {state === 'done' ? <Icon name="check" size={16} /> : number}
        </span>
        <p className={cx('min-w-0 flex-1', now ? 'font-semibold' : 'text-14 text-t2')}>
          {t(`start.${step}`)}
          {state === 'done' ? <span className="sr-only"> {t('start.done')}</span> : null}
        </p>
        {aside}
      </div>
      {now ? (
        <>
          <p className="num mt-2 min-h-9 text-12 text-t2">{detail}</p>
          <div className="mt-2.5">{children}</div>
        </>
      ) : null}
    </li>
  )
}

const detailOf = (t: Translate, step: StartStep, action: NextAction, { facts, offer }: Account): string => {
  const { cheapest, machines } = facts
  switch (step) {
    case 'fund':
      if (action.kind === 'fund' && action.lacks === 'gas') return t('start.fund.gas')
      return cheapest === null ? '' : cheapestText(t, cheapest)
    case 'buy':
      return offer === null
        ? ''
        : t('start.buy.detail', {
            price: formatUsdCost(offer.price),
            amount: formatRate(offer.perDay),
          })
    case 'power':
      return t('start.power.detail', {
        fee: formatAmount(electricityFee({ machines: Math.max(1, machines.idle), periods: 1 })),
      })
    case 'collect':
      return machines.starting > 0
        ? t('start.collect.soon')
        : t('start.collect.detail', { minimum: formatAmount(COLLECT_MINIMUM) })
    case 'bind':
      return t('start.bind.detail')
  }
}

/** Skeleton of the steps, with their total height. */
const ChecklistSkeleton = ({ label, rows }: { readonly label: string; readonly rows: number }) => (
  <div role="status" aria-label={label} className="mt-3 flex flex-col gap-2.5">
    <Skeleton className="h-37.5 w-full rounded-20" />
    {Array.from({ length: rows - 1 }, (_, index) => (
      <Skeleton key={`step-${String(index)}`} className="mx-3.5 h-7 w-40" />
    ))}
  </div>
)
