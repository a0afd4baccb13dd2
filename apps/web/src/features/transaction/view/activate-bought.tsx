import { formatAmount } from '@dr/protocol/amounts'
import { machineEarnings } from '@dr/protocol/rules/mining-rate'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Address } from 'viem'
import { ASK_AGAIN_MS, stoppedQuery } from '../../../api/queries/endings.ts'
import { useMarket } from '../../../api/queries/use-market.ts'
import { formatRate } from '../../../i18n/rate-text.ts'
import { useT } from '../../../i18n/use-t.ts'
import { Button } from '../../../ui/form/button.tsx'
import type { TransactionIntent } from '../intents.ts'

type ActivateBoughtProps = {
  readonly account: Address
  readonly hash: string
  /** Number of machines; null: known once the server has them. */
  readonly count: number | null
  readonly onActivate: (intent: TransactionIntent) => void
}

/** Offers electricity for the bought machines, once the server has them. */
export const ActivateBought = ({ account, hash, count, onActivate }: ActivateBoughtProps) => {
  const t = useT()
  const { data, refetch } = useQuery(stoppedQuery(account, 'not-activated'))
  const bought = (data?.machines ?? []).filter(({ txHash }) => txHash === hash)
  const waiting = bought.length === 0
  const market = useMarket()
  const earnings =
    market && !waiting
      ? machineEarnings(market, {
          power: bought.reduce((sum, { power }) => sum + power, 0),
          machineCount: bought.length,
          producing: false,
        })
      : null
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => void refetch(), ASK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [waiting, refetch])
  return (
    <>
      <p role="status" className="num text-center text-14 text-t2">
        {earnings === null
          ? t('tx.activateSoon')
          : t('earnings.powering', {
              count: bought.length,
              amount: formatRate(earnings.addsPerDay),
              fee: formatAmount(earnings.electricity),
            })}
      </p>
      <Button
        variant="primary"
        busy={waiting}
        onClick={() =>
          onActivate({
            kind: 'activateMachine',
            machineIDs: bought.map(({ machineId }) => machineId),
            Period: 1,
          })
        }
      >
        {t('backpack.activateN', { count: waiting ? (count ?? 1) : bought.length })}
      </Button>
    </>
  )
}
