import { machineEarnings, worthOf } from '@dr/protocol/rules/mining-rate'
import { useMarket } from '../../api/queries/use-market.ts'
import { formatWorthBeside } from '../../i18n/rate-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { NotedAmount } from '../../ui/amounts/noted-amount.tsx'
import { Receipt, type ReceiptRow } from '../../ui/lists/receipt.tsx'

type PowerGainProps = {
  /** Power of the chosen machines without output, in T; null: not read. */
  readonly stoppedPower: number | null
  /** DR per day of the chosen running machines, base units. */
  readonly mining: bigint
}

/** DR that the electricity adds or keeps, at today's network and price. */
export const PowerGain = ({ stoppedPower, mining }: PowerGainProps) => {
  const t = useT()
  const market = useMarket()
  if (market === undefined || stoppedPower === null) return null
  const adds = machineEarnings(market, { power: stoppedPower, machineCount: 1, producing: false }).addsPerDay
  const row = (label: string, perDay: bigint, signed: boolean): ReceiptRow => {
    const worth = worthOf(perDay, market.drPrice)
    return {
      label,
      value: (
        <NotedAmount
          value={perDay}
          token="DR"
          maxDecimals={4}
          tone="in"
          signed={signed}
          note={worth === null ? null : formatWorthBeside(worth)}
        />
      ),
    }
  }
  const rows = [
    ...(adds > 0n ? [row(t('backpack.pay.adds'), adds, true)] : []),
    ...(mining > 0n ? [row(t('backpack.pay.keeps'), mining, false)] : []),
  ]
  return rows.length === 0 ? null : <Receipt rows={rows} />
}

/** Burned DRGV with its worth. */
export const Fee = ({ value }: { readonly value: bigint }) => {
  const drgvPrice = useMarket()?.drgvPrice ?? null
  const worth = worthOf(value, drgvPrice)
  return (
    <span className="text-right">
      <NotedAmount value={value} token="DRGV" note={worth === null ? null : formatWorthBeside(worth)} />
    </span>
  )
}
