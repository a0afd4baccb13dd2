import { formatAmount } from '@dr/protocol/amounts'
import { DAY_SECONDS, HOUR_SECONDS } from '@dr/protocol/constants'
import { nextHalving } from '@dr/protocol/rules/mining-rate'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Config } from '../../api/config.ts'
import { configQuery } from '../../api/queries/public.ts'
import { chainParametersQuery } from '../../chain/queries/books.ts'
import type { ChainParameters } from '../../chain/reads/read-parameters.ts'
import { formatUsdSet } from '../../i18n/rate-text.ts'
import type { Translate } from '../../i18n/translate.ts'
import { useT } from '../../i18n/use-t.ts'
import { serverNow } from '../../ui/clock.ts'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { Receipt, type ReceiptRow } from '../../ui/lists/receipt.tsx'
import { Async } from '../../ui/status/async.tsx'
import { SkeletonRows } from '../../ui/status/skeleton.tsx'
import { formatBps, formatCount } from '../../ui/text/format.ts'
import { day } from '../../ui/text/moment.ts'

type ParametersCardProps = { readonly weeklyRules: ReactNode }

/** Every rule in figures with its place: a contract, read by this device, or the server. */
export const ParametersCard = ({ weeklyRules }: ParametersCardProps) => {
  const t = useT()
  const config = useQuery(configQuery())
  const chain = useQuery(chainParametersQuery())
  const skeleton = <SkeletonRows count={5} label={t('message.loading')} />
  return (
    <Card className="flex flex-col gap-4">
      <CardHeader title={t('platform.parameters')} />
      <section>
        <h3 className="mb-1.5 text-12 text-t2">{t('platform.param.onChain')}</h3>
        <Async query={chain} skeleton={skeleton}>
          {(parameters) => (
            <>
              <Receipt rows={contractRows(t, parameters)} />
              <p className="num mt-1.5 text-12 text-t2">
                {t('platform.param.readAt', { block: formatCount(parameters.blockNumber) })}
              </p>
            </>
          )}
        </Async>
      </section>
      {/* How many rows the contracts have is not known before: nothing is below them until then. */}
      {chain.isPending ? null : (
        <>
          <section>
            <h3 className="mb-1.5 text-12 text-t2">{t('platform.param.server')}</h3>
            <Async query={config} skeleton={skeleton}>
              {({ parameters }) => <Receipt rows={serverRows(t, parameters)} />}
            </Async>
          </section>
          <section>
            <h3 className="mb-1.5 text-12 text-t2">{t('platform.param.weekly')}</h3>
            {weeklyRules}
          </section>
        </>
      )}
    </Card>
  )
}

/** Row with a value and the contract that holds it; a vault is named by the label. */
const row = (label: string, value: string, below: string): ReceiptRow => ({
  label,
  value: (
    <>
      <span>{value}</span>
      <span className="block text-12 text-t2">{below}</span>
    </>
  ),
})

const contractRows = (t: Translate, chain: ChainParameters): readonly ReceiptRow[] => {
  const main = t('platform.address.DigitalRights')
  const rates = [...new Set(chain.burnBps)]
  return [
    row(
      t('platform.param.burn'),
      rates.map(formatBps).join(' / '),
      t('platform.param.vaults', { from: 0, to: 2 }),
    ),
    row(
      t('platform.param.burnFloor'),
      formatBps(chain.usdtBurnMinBps),
      t('platform.param.vaults', { from: 1, to: 2 }),
    ),
    ...capRows(t, chain),
    ...stockRows(t, chain),
    row(t('platform.param.swapFee'), formatBps(chain.swapFeeBps), t('platform.address.Exchange')),
    row(t('platform.param.usdrShare'), formatBps(chain.usdrShareBps), main),
    row(t('platform.param.podMinimum'), `${formatAmount(chain.minimumPodDr)} DR`, main),
    row(t('platform.param.electricityFee'), `${formatAmount(chain.electricityFee)} DRGV`, main),
    row(t('platform.param.tolerance'), `± ${formatBps(chain.priceToleranceBps)}`, main),
    row(
      t('platform.param.depth'),
      `${formatAmount(chain.minimumDepth, { maxDecimals: 0 })} USDT`,
      t('platform.address.PriceOracle'),
    ),
    row(
      t('platform.param.emission'),
      `${formatAmount(chain.emissionPerDay, { maxDecimals: 4 })} DR`,
      t('platform.address.Emission'),
    ),
    row(
      t('platform.halvesOn'),
      day(nextHalving(Number(chain.emissionEndsAt), serverNow() / 1_000)),
      t('platform.address.Emission'),
    ),
    row(
      t('platform.param.timelock'),
      t('common.days', { count: Math.floor(Number(chain.timelockSeconds) / DAY_SECONDS) }),
      t('platform.address.timelock'),
    ),
  ]
}

const capRows = (t: Translate, { caps }: ChainParameters): readonly ReceiptRow[] =>
  caps.map(({ vault, token, vaultDailyBps, vaultDailyFloor, accountDaily }) =>
    row(
      t('platform.param.cap', { vault, token }),
      t('platform.setting.capValue', {
        percent: formatBps(vaultDailyBps),
        floor: formatAmount(vaultDailyFloor, { maxDecimals: 0 }),
      }),
      t('platform.param.capAccount', { account: formatAmount(accountDaily, { maxDecimals: 0 }) }),
    ),
  )

const stockRows = (t: Translate, { stockCaps }: ChainParameters): readonly ReceiptRow[] =>
  stockCaps.map(({ token, dailyBps, dailyFloor }) =>
    row(
      t('platform.param.stockCap', { token }),
      t('platform.param.stockCapValue', {
        percent: formatBps(dailyBps),
        floor: formatAmount(dailyFloor, { maxDecimals: 0 }),
      }),
      t('platform.address.Exchange'),
    ),
  )

const serverRows = (t: Translate, parameters: Config['parameters']): readonly ReceiptRow[] => {
  const amount = (text: string): string => formatAmount(BigInt(text))
  const { DR, USDT } = parameters.withdrawalMinimum
  return [
    { label: t('platform.param.minimum'), value: `${amount(DR)} DR · ${amount(USDT)} USDT` },
    { label: t('platform.param.daily'), value: formatUsdSet(BigInt(parameters.withdrawalDailyLimitUsd)) },
    { label: t('platform.limit.pod-power-minimum-dr'), value: `${amount(parameters.podPowerMinimumDr)} DR` },
    {
      label: t('platform.param.electricity'),
      value: t('platform.param.electricityValue', {
        amount: amount(parameters.electricityFee),
        days: t('common.days', { count: parameters.electricityPeriodDays }),
      }),
    },
    {
      label: t('platform.param.collect'),
      value: t('platform.hours', { count: Math.round(parameters.collectIntervalSeconds / HOUR_SECONDS) }),
    },
    {
      label: t('platform.param.voucher'),
      value: t('platform.minutes', { count: Math.round(parameters.voucherLifetimeSeconds / 60) }),
    },
    {
      label: t('platform.param.swapVoucher'),
      value: t('platform.seconds', { count: parameters.swapVoucherLifetimeSeconds }),
    },
  ]
}
