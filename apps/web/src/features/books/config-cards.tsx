import { formatAmount } from '@dr/protocol/amounts'
import type { ResponseOf } from '@dr/protocol/call'
import type { publicConfig } from '@dr/protocol/calls/public'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../../api/queries/public.ts'
import { useT } from '../../i18n/use-t.ts'
import { Address } from '../../ui/address.tsx'
import { Async } from '../../ui/async.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Receipt } from '../../ui/receipt.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'

type Config = ResponseOf<typeof publicConfig>

/** Parameters and contract addresses, as the server publishes them. */
export function ConfigCards() {
  const t = useT()
  const query = useQuery(configQuery())
  return (
    <Async
      query={query}
      skeleton={
        <Card>
          <SkeletonRows count={5} label={t('message.loading')} />
        </Card>
      }
    >
      {(config) => (
        <>
          <Parameters config={config} />
          <Contracts config={config} />
        </>
      )}
    </Async>
  )
}

function Parameters({ config: { parameters } }: { readonly config: Config }) {
  const t = useT()
  const amount = (text: string): string => formatAmount(BigInt(text))
  return (
    <Card>
      <CardHeader title={t('platform.parameters')} />
      <div className="mt-3">
        <Receipt
          rows={[
            { label: t('platform.param.burn'), value: `${parameters.withdrawalBurnBps / 100}%` },
            { label: t('platform.param.minDr'), value: `${amount(parameters.withdrawalMinimum.DR)} DR` },
            { label: t('platform.param.daily'), value: `${amount(parameters.withdrawalDailyLimitUsd)} USD` },
            {
              label: t('platform.param.electricity'),
              value: t('platform.param.electricityValue', {
                amount: amount(parameters.electricityFee),
                days: t('common.days', { count: parameters.electricityPeriodDays }),
              }),
            },
            {
              label: t('platform.param.collect'),
              value: t('platform.hours', { count: Math.round(parameters.collectIntervalSeconds / 3_600) }),
            },
            {
              label: t('platform.param.voucher'),
              value: t('platform.minutes', { count: Math.round(parameters.voucherLifetimeSeconds / 60) }),
            },
          ]}
        />
      </div>
    </Card>
  )
}

function Contracts({ config: { chain, contracts } }: { readonly config: Config }) {
  const t = useT()
  const lines: readonly (readonly [string, string])[] = [
    [t('platform.address.DigitalRights'), contracts.DigitalRights],
    ...contracts.withdrawalVaults.map(
      (address, index) => [t('platform.address.vault', { index }), address] as const,
    ),
    [t('platform.address.Emission'), contracts.Emission],
    [t('platform.address.PriceOracle'), contracts.PriceOracle],
    ['DR', contracts.DR],
    ['DRGV', contracts.DRGV],
    ['USDT', contracts.USDT],
    ['USDR', contracts.USDR],
    [t('platform.address.pairDR'), contracts.pairs.DR],
    [t('platform.address.pairDRGV'), contracts.pairs.DRGV],
    [t('platform.address.timelock'), contracts.timelock],
    [t('platform.address.treasury'), contracts.treasury],
  ]
  return (
    <Card>
      <CardHeader title={t('platform.contracts')} aside={`${chain.name} · ${chain.chainId}`} />
      <ul className="mt-2">
        {lines.map(([label, address]) => (
          <li key={label} className="border-line py-2 not-first:border-t">
            <p className="text-12 text-t2">{label}</p>
            <div className="flex items-center justify-between gap-2 text-14">
              <Address address={address} icon />
              {chain.explorerUrl ? (
                <a
                  href={`${chain.explorerUrl}/address/${address}`}
                  target="_blank"
                  rel="noreferrer"
                  className="tap text-12 text-gold"
                >
                  {t('common.explorer')}
                </a>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
