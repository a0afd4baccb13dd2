import { formatAmount } from '@dr/protocol/amounts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { WithdrawalTerms } from '../../chain/reads/read-withdrawal-terms.ts'
import { formatUsdSet } from '../../i18n/rate-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { Banner } from '../../ui/layout/banner.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Receipt } from '../../ui/lists/receipt.tsx'
import { Address } from '../../ui/text/address.tsx'
import { formatCount } from '../../ui/text/format.ts'
import type { WithdrawalLimits } from './withdrawal.rules.ts'

type LimitsCardProps = {
  readonly limits: WithdrawalLimits
  readonly usdLimit: bigint
  readonly terms: UseQueryResult<WithdrawalTerms>
}

/**
 * Amount that may still be withdrawn today: by the ledger's daily limit, the contract's caps, and the
 * recent share.
 */
export const LimitsCard = ({ limits, usdLimit, terms }: LimitsCardProps) => {
  const t = useT()
  const { token, usdLeft, vaultLeft, accountLeft, recent, recentDays: days, recentLeft } = limits
  const amount = (value: bigint | null): string =>
    value === null ? '—' : `${formatAmount(value, { maxDecimals: 2 })} ${token}`
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-16 font-semibold">{t('withdrawal.limits.title')}</h2>
      {terms.isError ? (
        <Banner
          tone="off"
          icon="offline"
          live
          action={
            <Button size="sm" variant="ghost" busy={terms.isFetching} onClick={() => void terms.refetch()}>
              {t('common.retry')}
            </Button>
          }
        >
          {t('withdrawal.limits.unavailable')}
        </Banner>
      ) : null}
      <Receipt
        rows={[
          {
            label: t('withdrawal.limits.daily'),
            value: t('withdrawal.limits.of', {
              left: formatUsdSet(usdLeft),
              limit: formatUsdSet(usdLimit),
            }),
          },
          { label: t('withdrawal.limits.account'), value: amount(accountLeft) },
          { label: t('withdrawal.limits.vault'), value: amount(vaultLeft) },
          ...(recent === 0n
            ? []
            : [{ label: t('withdrawal.limits.recent', { days }), value: amount(recentLeft) }]),
          ...(terms.data === undefined
            ? []
            : [
                {
                  label: t('withdrawal.limits.readFrom', { block: formatCount(terms.data.blockNumber) }),
                  value: <Address address={terms.data.vault} keep={4} />,
                },
              ]),
        ]}
      />
      <p className="text-12 text-t2">{t('withdrawal.limits.note')}</p>
      {recent === 0n ? null : <p className="text-12 text-t2">{t('withdrawal.limits.recentNote')}</p>}
    </Card>
  )
}
