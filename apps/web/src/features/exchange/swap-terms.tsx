import { formatAmount, WAD } from '@dr/protocol/amounts'
import type { SwapObstacle } from '@dr/protocol/calls/swap'
import type { SwapBook } from '../../api/queries/swap.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amount.tsx'
import { Banner } from '../../ui/banner.tsx'
import { formatCount, formatDate } from '../../ui/format.ts'
import { Receipt } from '../../ui/receipt.tsx'
import { rateText } from './rate-text.ts'
import { type Pair, previewSwap } from './swap-preview.ts'
import type { Swap } from './use-swap.ts'

type SwapTermsProps = { readonly book: SwapBook; readonly pair: Pair; readonly swap: Swap }

const obstacleKeys = {
  'no-price': 'exchange.obstacle.noPrice',
  'price-moved': 'exchange.obstacle.moved',
  inventory: 'exchange.obstacle.inventory',
  'daily-cap': 'exchange.obstacle.cap',
  paused: 'exchange.obstacle.paused',
} as const satisfies Record<SwapObstacle, string>

/** Rate, fee and limits as the exchange says them now, with the block they are of. */
export function SwapTerms({ book, pair, swap }: SwapTermsProps) {
  const t = useT()
  const { preview, inputAmount } = swap
  if (preview === null) return null
  const whole = previewSwap(book, pair, WAD).amounts
  const fee = inputAmount > 0n ? preview.amounts?.fee : undefined
  return (
    <>
      {preview.obstacle === null ? null : (
        <Banner tone="gold" icon="alert" live>
          {t(obstacleKeys[preview.obstacle], { percent: `${book.boundBps / 100}%`, token: pair.output })}
        </Banner>
      )}
      <Receipt
        rows={[
          { label: t('exchange.rate'), value: whole === null ? '—' : rateText(pair, whole.rate) },
          {
            label: t('exchange.fee', { percent: `${book.fee.bps / 100}%` }),
            value: fee === undefined ? '—' : <Amount value={fee} token="USDT" size="sm" maxDecimals={6} />,
          },
          // One price for every amount: the exchange sells out of its inventory at the oracle's price, not along a curve.
          { label: t('exchange.impact'), value: t('exchange.impact.none') },
          {
            label: t('exchange.limit'),
            value: (
              <>
                {formatAmount(preview.maximum, { maxDecimals: 2 })} {pair.input}
              </>
            ),
          },
          {
            label: t('exchange.readAt'),
            value: (
              <>
                {t('common.block', { number: formatCount(book.blockNumber) })}
                <span className="block text-12 text-t2">{formatDate(book.blockTime * 1_000, 'HMS')}</span>
              </>
            ),
          },
        ]}
      />
      <p className="text-12 text-t2">{t('exchange.quoteNote', { seconds: book.lifetimeSeconds })}</p>
    </>
  )
}
