import { formatAmount } from '@dr/protocol/amounts'
import { ELECTRICITY_FEE_DRGV, ELECTRICITY_PERIOD_DAYS, EMISSION_HALVING_DAYS } from '@dr/protocol/constants'
import { type MiningMarket, machineEarnings } from '@dr/protocol/rules/mining-rate'
import { addedEarnings } from '../../i18n/added-earnings.ts'
import { smallNetworkText } from '../../i18n/small-network-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { formatPower } from '../../ui/text/format.ts'
import { type Assumptions, estimateReturn } from './break-even.rules.ts'

type EstimateViewProps = { readonly market: MiningMarket; readonly assumptions: Assumptions }

/** The estimate, the risk in the same size beside it, and every assumption behind it. */
export const EstimateView = ({ market, assumptions }: EstimateViewProps) => {
  const t = useT()
  const { days, cost, mined, value, breakEvenDay } = estimateReturn(assumptions)
  const { power, machineCount } = assumptions
  const earnings = machineEarnings(market, { power: power * machineCount, machineCount, producing: false })
  const { adds, less } = addedEarnings(t, earnings)
  const small = smallNetworkText(t, earnings)
  const price = (amount: bigint): string => formatAmount(amount, { maxDecimals: 6, minDecimals: 2 })
  return (
    <section aria-live="polite" className="flex flex-col gap-3 rounded-16 border border-line bg-s2 p-4">
      <div>
        <p className="text-16 font-semibold">
          {breakEvenDay === null
            ? t('calculator.never', { days })
            : t('calculator.after', { days: breakEvenDay })}
        </p>
        {small === null ? null : <p className="mt-1 text-16 font-semibold text-out">{small}</p>}
        <p className="mt-1 text-16 font-semibold">{t('calculator.may')}</p>
      </div>
      <dl className="flex flex-col gap-2 text-14">
        <Line label={t('calculator.cost')}>
          <Amount value={cost} token="USD" size="sm" maxDecimals={2} />
        </Line>
        <Line label={t('calculator.perDay')}>{adds}</Line>
        {less === null ? null : (
          <div className="text-12 text-t2">
            <dt className="sr-only">{t('calculator.perDay')}</dt>
            <dd className="num text-right">{less.mined}</dd>
            <dd>{less.why}</dd>
          </div>
        )}
        <Line label={t('calculator.mined', { days })}>
          <Amount value={mined} token="DR" size="sm" maxDecimals={4} />
        </Line>
        <Line label={t('calculator.value')}>
          <Amount value={value} token="USD" size="sm" maxDecimals={2} />
        </Line>
      </dl>
      <div>
        <h3 className="text-14 font-semibold">{t('calculator.assumptions')}</h3>
        <ul className="num mt-1 list-disc pl-5 text-12 text-t2">
          <li>
            {t('calculator.network', {
              power: formatPower(BigInt(assumptions.ownPower + assumptions.othersPower)),
            })}
          </li>
          <li>
            {t('calculator.emission', {
              amount: formatAmount(assumptions.emissionPerDay, { maxDecimals: 6 }),
              days: assumptions.halvesInDays,
              period: EMISSION_HALVING_DAYS,
            })}
          </li>
          <li>
            {t('calculator.prices', { dr: price(assumptions.drPrice), drgv: price(assumptions.drgvPrice) })}
          </li>
          <li>
            {t('calculator.electricity', {
              fee: formatAmount(ELECTRICITY_FEE_DRGV, { maxDecimals: 2 }),
              days: ELECTRICITY_PERIOD_DAYS,
            })}
          </li>
          <li>{t('calculator.without')}</li>
        </ul>
      </div>
    </section>
  )
}

const Line = ({ label, children }: { readonly label: string; readonly children: React.ReactNode }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-3">
    <dt className="text-t2">{label}</dt>
    <dd className="num font-semibold">{children}</dd>
  </div>
)
