import { formatAmount } from '@dr/protocol/amounts'
import type { PackageIncome, TermPackage } from '@dr/protocol/calls/packages'
import { DAY_SECONDS } from '@dr/protocol/constants'
import type { PackageList } from '../../api/queries/packages.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { AmountInput } from '../../ui/amounts/amount-input.tsx'
import { Banner } from '../../ui/layout/banner.tsx'
import { Receipt } from '../../ui/lists/receipt.tsx'
import { formatBps, formatPercent } from '../../ui/text/format.ts'
import { day, shownDate } from '../../ui/text/moment.ts'
import { WaySteps } from '../transaction/shortage/way-steps.tsx'
import { ExitNote } from './exit-note.tsx'
import { netRows } from './net-rows.tsx'
import { clockText, isAlwaysOpen, isFull, maxWhole, offerOf } from './package-view.ts'
import { useBurnBps } from './use-burn-bps.ts'
import type { Order } from './use-order.ts'

type OrderFormProps = {
  readonly item: TermPackage
  readonly income: PackageIncome
  readonly order: Order
  readonly prices: PackageList['prices']
  /** The product's clock, Unix seconds. */
  readonly now: number
}
const short = (value: bigint): string => formatAmount(value, { maxDecimals: 4 })

/** Amount, cost, income with its date, and the risk in the size of the offer. */
export const OrderForm = ({ item, income, order, prices, now }: OrderFormProps) => {
  const t = useT()
  const { amount, balance, balanceFailed, problem } = order
  const burnBps = useBurnBps()
  const max = maxWhole(income, balance)
  const minimum = t('home.packages.minimum', { amount: short(BigInt(item.minimum)), token: item.token })
  const refusals = {
    'not-whole': t('error.1016'),
    'below-minimum': minimum,
    'above-balance': t('packages.refusal.balance'),
    full: t('error.30001'),
    'above-room': t('packages.refusal.room', { amount: short(BigInt(income.room ?? 0)), token: item.token }),
  }
  return (
    <>
      <Hours item={item} />
      {isFull(income) ? (
        <Banner tone="gold" icon="alert">
          {t('packages.fullNote', { token: income.token })}
        </Banner>
      ) : null}
      <AmountInput
        label={t('packages.amount')}
        token={item.token}
        text={order.text}
        onText={order.setText}
        aside={
          balance !== undefined
            ? t('packages.balance', { amount: short(balance) })
            : balanceFailed
              ? t('wallet.sheet.unavailable')
              : null
        }
        {...(max === null || max <= 0n ? {} : { max: { value: max, label: t('common.max') } })}
        attempts={order.attempts}
        problemText={(name) => (name === 'empty' ? t('message.recharge_no') : t(`common.amount.${name}`))}
        refusal={order.text.trim() === '' || problem === null ? undefined : refusals[problem]}
        understood={(shown) => t('common.amount.understood', { amount: shown })}
      />
      <WaySteps solution={problem === null ? order.solution : null} then={[t('tx.step.deposit')]} />
      {amount === 0n ? (
        <Example item={item} income={income} prices={prices} now={now} />
      ) : (
        <Preview item={item} income={income} amount={amount} prices={prices} now={now} />
      )}
      <p className="rounded-16 bg-out-soft px-4 py-3 text-14 text-t1">
        {t('packages.risk', { token: item.token, percent: formatBps(burnBps ?? 0n) })}
      </p>
    </>
  )
}

/** Opening hours, and the next opening. */
const Hours = ({ item }: { readonly item: TermPackage }) => {
  const t = useT()
  if (isAlwaysOpen(item)) return null
  const hours = t('packages.hours', {
    from: clockText(item.opensAtSecond),
    to: clockText(item.closesAtSecond),
  })
  if (item.open) return <p className="num text-12 text-t2">{hours}</p>
  return (
    <Banner tone="gold" icon="clock">
      {`${hours} ${t('packages.opensNext', { time: shownDate(item.nextOpening * 1_000, 'YMDHMS') })}`}
    </Banner>
  )
}

/** Before an amount is typed: the same rows for the smallest order that is taken. */
const Example = (props: Omit<PreviewProps, 'amount'>) => {
  const t = useT()
  const { token, minimum } = props.item
  return (
    <div>
      <p className="num mb-1.5 text-12 text-t2">
        {t('packages.example', { amount: short(BigInt(minimum)), token })}
      </p>
      <Preview {...props} amount={BigInt(minimum)} />
    </div>
  )
}

type PreviewProps = Omit<OrderFormProps, 'order'> & { readonly amount: bigint }

const Preview = ({ item, income, amount, prices, now }: PreviewProps) => {
  const t = useT()
  const burnBps = useBurnBps()
  const { result, yearlyRate } = offerOf({
    terms: item,
    income,
    amount,
    prices,
    burnBps: burnBps ?? 0n,
  })
  const whole = result?.income ?? null
  const ends = day(now + item.termDays * DAY_SECONDS)
  return (
    <div>
      <Receipt
        rows={[
          {
            label: t('packages.row.leaves'),
            value: <Amount value={-amount} token={item.token} size="sm" tone="out" />,
          },
          {
            label: t('packages.row.wholeTerm', { days: item.termDays }),
            value:
              whole === null ? (
                '—'
              ) : (
                <Amount value={whole} token={income.token} size="sm" maxDecimals={6} tone="in" signed />
              ),
          },
          { label: t('packages.row.yearly'), value: formatPercent(yearlyRate) },
          {
            label: t('packages.row.back', { date: ends }),
            value: <Amount value={amount} token={item.token} size="sm" signed tone="in" />,
          },
          ...netRows(t, { result, token: income.token, burnBps }),
          {
            label: t('packages.row.funded'),
            value: income.fundedUntil === null ? '—' : day(income.fundedUntil),
          },
          { label: t('packages.row.left'), value: `${short(BigInt(income.left))} ${income.token}` },
        ]}
      />
      {whole === null ? null : (
        <div className="mt-2">
          <ExitNote token={item.token} incomeToken={income.token} principal={amount} income={whole} />
        </div>
      )}
      <p className="mt-1.5 text-12 text-t2">
        {item.token === income.token ? t('packages.fixedNote') : t('packages.fixedAtPrice')}
      </p>
    </div>
  )
}
