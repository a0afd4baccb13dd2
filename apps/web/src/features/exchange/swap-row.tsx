import type { SwapRecord } from '@dr/protocol/calls/swap'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { ListRow } from '../../ui/lists/list-row.tsx'
import { formatShort } from '../../ui/text/format.ts'
import { rateText } from './rate-text.ts'

/** One swap in two lines: both amounts, time, price and fee. */
export const SwapRow = ({ record, onOpen }: { readonly record: SwapRecord; readonly onOpen: () => void }) => {
  const t = useT()
  const { inputToken, outputToken } = record
  return (
    <ListRow
      icon="swap"
      title={`${inputToken} → ${outputToken}`}
      detail={
        <>
          <span className="block">{formatShort(record.at * 1_000)}</span>
          <span className="block">
            {rateText({ input: inputToken, output: outputToken }, BigInt(record.rate))}
          </span>
        </>
      }
      value={
        <Amount
          value={BigInt(record.outputAmount)}
          token={outputToken}
          size="sm"
          maxDecimals={6}
          signed
          tone="in"
        />
      }
      valueDetail={
        <>
          <Amount value={-BigInt(record.inputAmount)} token={inputToken} size="sm" maxDecimals={6} />
          <span className="block">
            {t('exchange.feeShort')}{' '}
            <Amount value={BigInt(record.fee)} token="USDT" size="sm" maxDecimals={6} />
          </span>
        </>
      }
      onClick={onOpen}
    />
  )
}
