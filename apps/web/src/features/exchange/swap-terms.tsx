import { formatAmount, WAD } from '@dr/protocol/amounts'
import type { SwapObstacle } from '@dr/protocol/calls/swap'
import type { SwapBook } from '../../api/queries/swap.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Banner } from '../../ui/layout/banner.tsx'
import { Receipt } from '../../ui/lists/receipt.tsx'
import { SkeletonText } from '../../ui/status/skeleton.tsx'
import { formatBps, formatCount, formatDate } from '../../ui/text/format.ts'
import { rateText } from './rate-text.ts'
import { type Pair, previewSwap } from './swap-preview.ts'
import type { Swap } from './use-swap.ts'

type SwapTermsProps = { readonly book: SwapBook; readonly pair: Pair; readonly swap: Swap }

const obstacleKeys = {
  'no-price': 'exchange.obstacle.noPrice',
  'no-day-average': 'exchange.obstacle.noDay',
  'price-moved': 'exchange.obstacle.moved',
  inventory: 'exchange.obstacle.inventory',
  'daily-cap': 'exchange.obstacle.cap',
  paused: 'exchange.obstacle.paused',
} as const satisfies Record<SwapObstacle, string>

/** Rate with its block, fee and limits of the exchange. */
export const SwapTerms = ({ book, pair, swap }: SwapTermsProps) => {
  const t = useT()
  const { preview, inputAmount } = swap
  if (preview === null) return null
  const whole = previewSwap(book, pair, WAD).amounts
  const fee = inputAmount > 0n ? preview.amounts?.fee : undefined
  return (
    <>
      {preview.obstacle === null ? null : (
        <Banner tone="gold" icon="alert" live>
          {t(obstacleKeys[preview.obstacle], { percent: formatBps(book.boundBps), token: pair.output })}
        </Banner>
      )}
      <Receipt
        rows={[
          { label: t('exchange.rate'), value: whole === null ? '—' : rateText(pair, whole.rate) },
          {
            label: t('exchange.fee', { percent: formatBps(book.fee.bps) }),
            value: fee === undefined ? '—' : <Amount value={fee} token="USDT" size="sm" maxDecimals={6} />,
          },
          // One price for every amount: the exchange sells from its inventory at the oracle's price, not
          // along a curve.
          { label: t('exchange.impact'), value: t('exchange.impact.none') },
          {
            label: t('exchange.limit'),
            value: `${formatAmount(preview.maximum, { maxDecimals: 2 })} ${pair.input}`,
          },
          {
            label: t('exchange.readAt'),
            value: (
              <>
                <span>{t('common.block', { number: formatCount(book.blockNumber) })}</span>
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

/** As tall as the terms, with their static texts. */
export const TermsSkeleton = () => {
  const t = useT()
  return (
    <div role="status" aria-label={t('message.loading')} className="flex flex-col gap-3">
      <Receipt
        rows={[
          { label: t('exchange.rate'), value: <SkeletonText>1 USDT = 2.0000 DR</SkeletonText> },
          { label: t('exchange.fee', { percent: '…' }), value: '—' },
          { label: t('exchange.impact'), value: t('exchange.impact.none') },
          { label: t('exchange.limit'), value: <SkeletonText>100,000 USDT</SkeletonText> },
          {
            label: t('exchange.readAt'),
            value: (
              <>
                <SkeletonText>{t('common.block', { number: '1,000' })}</SkeletonText>
                <span className="block text-12">
                  <SkeletonText>00:00:00</SkeletonText>
                </span>
              </>
            ),
          },
        ]}
      />
      <p className="text-12">
        <SkeletonText>{t('exchange.quoteNote', { seconds: 60 })}</SkeletonText>
      </p>
    </div>
  )
}
