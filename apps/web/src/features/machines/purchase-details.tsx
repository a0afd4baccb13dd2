import { ceilingAt, formatAmount } from '@dr/protocol/amounts'
import type { Product } from '@dr/protocol/calls/mining'
import { useOfferTerms } from '../../api/queries/use-offer-terms.ts'
import { useExpectedPlan } from '../../chain/queries/use-expected-plan.ts'
import { useWallet } from '../../chain/wallet/wallet.ts'
import { formatPaid } from '../../i18n/rate-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { Receipt } from '../../ui/lists/receipt.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { shortenAddress } from '../../ui/text/format.ts'
import { PayButton } from '../transaction/shortage/pay-button.tsx'
import { atMostText } from '../transaction/shortage/shortage-text.ts'
import { WaySteps } from '../transaction/shortage/way-steps.tsx'
import { BringBack } from './bring-back.tsx'
import { MarketLine } from './market-line.tsx'
import { offerOf, sharesOf } from './offer-of.ts'
import { usePurchase } from './use-purchase.ts'
import { BestAndWorst, WhatIfTable } from './what-if.tsx'

type PurchaseProps = { readonly product: Product; readonly count: number }

/** Possible gain of the machines, cost, paying wallet, and steps. */
export const PurchaseDetails = ({ product, count }: PurchaseProps) => {
  const t = useT()
  const { address } = useWallet()
  const terms = useOfferTerms()
  const { usdt, drgv, electricity, total, solution, calls } = usePurchase(product, count)
  const plan = useExpectedPlan(solution, calls)
  const offer = offerOf(product, count)
  const what = `${count} × ${product.name}`
  const then = [t('tx.step.buy'), ...(electricity > 0n ? [t('tx.step.activate')] : [])]
  return (
    <div className="flex flex-col gap-2.5">
      {terms === undefined ? (
        <Skeleton className="h-60 w-full rounded-16" />
      ) : (
        <>
          <WhatIfTable
            offer={offer}
            terms={terms}
            aside={total === null ? what : t('whatIf.paid', { what, amount: formatPaid(total) })}
          />
          <BringBack offer={offer} terms={terms} risk="elsewhere" />
          <MarketLine />
        </>
      )}
      <WaySteps solution={solution} then={then} />
      <Receipt
        rows={[
          {
            label: t('backpack.buy.leavesFrom', { address: address ? shortenAddress(address, 4) : '—' }),
            value: `${atMostText(usdt)} USDT + ${drgv === null ? '—' : atMostText(drgv)} DRGV`,
          },
          {
            label: t('tx.row.fee'),
            value:
              plan === undefined ? '—' : `≈ ${formatAmount(ceilingAt(plan.fee, 6), { maxDecimals: 6 })} BNB`,
          },
        ]}
      />
    </div>
  )
}

type FooterProps = {
  readonly product: Product
  /** Null: empty or invalid. */
  readonly count: number | null
  readonly onBuy: () => void
}

/** Best and worst case and the risk, beside the button: none of them has to be scrolled to. */
export const PurchaseFooter = ({ product, count, onBuy }: FooterProps) => {
  const t = useT()
  const terms = useOfferTerms()
  const { solution, calls } = usePurchase(product, count ?? 1)
  const plan = useExpectedPlan(solution, calls)
  const own =
    count !== null && plan ? t('backpack.buy.review', { count: plan.steps }) : t('backpack.buy.reviewSoon')
  return (
    <>
      {count === null || terms === undefined ? null : (
        <BestAndWorst offer={offerOf(product, count)} terms={terms} />
      )}
      <p className="text-center text-14 text-out">{t('backpack.buy.risk', sharesOf(product))}</p>
      <PayButton solution={solution} goal="buy" own={own} onPay={onBuy} />
    </>
  )
}
