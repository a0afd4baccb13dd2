import { formatAmount } from '@dr/protocol/amounts'
import { useQuery } from '@tanstack/react-query'
import { swapTokensQuery } from '../../api/queries/swap.ts'
import { useT } from '../../i18n/use-t.ts'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { Receipt } from '../../ui/lists/receipt.tsx'
import { Async } from '../../ui/status/async.tsx'
import { SkeletonRows } from '../../ui/status/skeleton.tsx'
import { formatBps } from '../../ui/text/format.ts'

/** Distribution of the fee, its pending amount, and the exchange's inventory. */
export const FeeCard = () => {
  const t = useT()
  const query = useQuery(swapTokensQuery())
  return (
    <Card>
      <CardHeader title={t('exchange.feeTitle')} />
      <p className="mt-1 mb-3 text-14 text-t2">{t('exchange.feeText')}</p>
      <Async query={query} skeleton={<SkeletonRows count={3} label={t('message.loading')} />}>
        {({ fee, tokens }) => (
          <>
            <Receipt
              rows={[
                { label: t('exchange.fee.dividends'), value: formatBps(fee.dividendPoolBps) },
                { label: t('exchange.fee.nodes'), value: formatBps(fee.nodePoolBps) },
                { label: t('exchange.fee.inviter'), value: formatBps(fee.inviterBps) },
                {
                  label: t('exchange.fee.collected'),
                  value: `${formatAmount(BigInt(fee.collected), { maxDecimals: 6 })} USDT`,
                  total: true,
                },
              ]}
            />
            <h3 className="mt-4 mb-1.5 text-12 text-t2">{t('exchange.inventory')}</h3>
            <Receipt
              rows={tokens.map(({ token, inventory, leftToday }) => ({
                label: token,
                value: (
                  <>
                    <span>{formatAmount(BigInt(inventory), { maxDecimals: 2 })}</span>
                    <span className="block text-12 text-t2">
                      {t('exchange.leftToday', {
                        amount: formatAmount(BigInt(leftToday), { maxDecimals: 0 }),
                      })}
                    </span>
                  </>
                ),
              }))}
            />
          </>
        )}
      </Async>
    </Card>
  )
}
