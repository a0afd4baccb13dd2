import type { Product } from '@dr/protocol/calls/mining'
import { electricityFee } from '@dr/protocol/rules/machine-cost'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { drgvPriceQuery, productsQuery } from '../../api/queries/public.ts'
import { useMarket } from '../../api/queries/use-market.ts'
import { openTransaction } from '../../chain/intents.ts'
import { useSolution } from '../../chain/queries/use-solution.ts'
import { walletBalancesQuery } from '../../chain/queries/wallet-balances.ts'
import { PayButton } from '../../chain/shortage/pay-button.tsx'
import { onlyElectricityMissing, purchaseTakes } from '../../chain/shortage/purchase.rules.ts'
import type { Solution } from '../../chain/shortage/shortage.rules.ts'
import { WaySteps } from '../../chain/shortage/way-steps.tsx'
import { useWallet } from '../../chain/wallet/wallet.ts'
import { smallNetworkText } from '../../i18n/small-network-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { useQuantity } from '../../ui/form/quantity.ts'
import { Stepper } from '../../ui/form/stepper.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { Async } from '../../ui/status/async.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { SkeletonCard } from '../../ui/status/skeleton.tsx'
import { ProductList } from './product-list.tsx'
import { type PurchasePreview, previewPurchase } from './purchase-preview.ts'
import { PurchaseReceipt } from './purchase-receipt.tsx'
import { PurchaseTotal } from './purchase-total.tsx'
import { usePurchaseLeft } from './use-purchase-left.ts'

type BuySheetProps = { readonly open: boolean; readonly onOpenChange: (open: boolean) => void }

/** Buying machines: which, how many, what leaves the wallet, and the risk in the same size. */
export const BuySheet = ({ open, onOpenChange }: BuySheetProps) => {
  const t = useT()
  const products = useQuery(productsQuery())
  const market = useMarket()
  const [productId, setProductId] = useState<string | null>(null)
  const items = products.data?.items ?? []
  const chosen = items.find((item) => item.productId === productId) ?? items.find(({ stock }) => stock > 0)
  const { left, bought } = usePurchaseLeft(chosen)
  const quantity = useQuantity({ max: Math.max(1, left) })
  const machineCount = quantity.count
  const limit = chosen?.perUserLimit ?? 0
  const limitText =
    bought > 0
      ? t('backpack.buy.bought', { count: bought, limit })
      : t('backpack.buy.limit', { count: limit })
  const buy = (product: Product, machineCount: number): void => {
    onOpenChange(false)
    void openTransaction({
      kind: 'buyMachine',
      productId: product.productId,
      machineCount,
      power: true,
    }).then((outcome) => outcome === 'back' && onOpenChange(true))
  }
  return (
    <Sheet
      name="buy"
      open={open}
      onOpenChange={onOpenChange}
      title={t('backpack.buy')}
      footer={
        chosen && left > 0 ? (
          <>
            <Total product={chosen} count={machineCount} />
            <Continue
              product={chosen}
              count={machineCount}
              onBuy={() => quantity.ask((count) => buy(chosen, count))}
            />
          </>
        ) : null
      }
    >
      <Async query={products} skeleton={<SkeletonCard label={t('message.loading')} />}>
        {({ items: list }) =>
          list.length === 0 ? (
            <EmptyState icon="bag" title={t('backpack.buy.none')} />
          ) : (
            <>
              <p className="mb-2 text-12 text-t2">{t('earnings.today')}</p>
              {chosen && left > 0 ? <SmallNetwork product={chosen} count={machineCount} /> : null}
              <ProductList
                products={list}
                market={market}
                chosen={chosen?.productId}
                onChoose={setProductId}
              />
            </>
          )
        }
      </Async>
      {chosen && chosen.stock > 0 ? (
        <>
          <div className="flex min-h-16 items-center justify-between gap-3">
            <span>
              <span className="block text-14 font-semibold">{t('backpack.buy.count')}</span>
              <span className="num block text-12 text-t2">
                {`${limitText} · ${t('backpack.buy.stock', { count: chosen.stock })}`}
              </span>
            </span>
            {left > 0 ? <Stepper label={t('backpack.buy.count')} quantity={quantity} /> : null}
          </div>
          {left > 0 ? (
            <div className="flex flex-col gap-2">
              <Ways product={chosen} count={machineCount} />
              <Preview product={chosen} count={machineCount} />
            </div>
          ) : null}
        </>
      ) : null}
    </Sheet>
  )
}

type PreviewProps = { readonly product: Product; readonly count: number }

/** Where a figure a day does not last, in its own size; below the list a small phone would cut it. */
const SmallNetwork = ({ product, count }: PreviewProps) => {
  const t = useT()
  const { earnings } = usePurchasePreview(product, count)
  const text = earnings ? smallNetworkText(t, earnings) : null
  return text === null ? null : <p className="mb-2 text-14 text-out">{text}</p>
}

const Preview = ({ product, count }: PreviewProps) => {
  const preview = usePurchasePreview(product, count)
  const electricity = useFirstElectricity({ product, count })
  return <PurchaseReceipt product={product} count={count} preview={preview} electricity={electricity} />
}

const Total = ({ product, count }: PreviewProps) => {
  const preview = usePurchasePreview(product, count)
  const electricity = useFirstElectricity({ product, count })
  return <PurchaseTotal what={`${count} × ${product.name}`} preview={preview} electricity={electricity} />
}

type PurchaseSolution = {
  readonly solution: Solution | null
  /** False: the wallet can pay the machines, but not their electricity with them. */
  readonly powered: boolean
}

/**
 * How the wallet pays the machines and their first electricity; without it where only the electricity is
 * missing.
 */
const usePurchaseSolution = ({ product, count }: PreviewProps): PurchaseSolution => {
  const { usdt, drgv } = usePurchasePreview(product, count)
  const { address } = useWallet()
  const { data: wallet } = useQuery(walletBalancesQuery(address))
  const electricity = electricityFee({ machines: count, periods: 1 })
  const held = wallet ?? { DRGV: 0n }
  const takes = purchaseTakes({ usdt, drgv, electricity }, held)
  const takesAlone = purchaseTakes({ usdt, drgv, electricity: 0n }, held)
  const whole = useSolution({
    needs: { USDT: takes.USDT, DRGV: takes.DRGV + electricity },
    shown: { USDT: usdt, DRGV: drgv + electricity },
    calls: [
      { kind: 'buy-machine', contract: 'DigitalRights', takes },
      { kind: 'activate-machine', contract: 'DigitalRights', takes: { DRGV: electricity }, machines: count },
    ],
  })
  const alone = useSolution({
    needs: takesAlone,
    shown: { USDT: usdt, DRGV: drgv },
    calls: [{ kind: 'buy-machine', contract: 'DigitalRights', takes: takesAlone }],
  })
  const powered = whole === null || alone === null || !onlyElectricityMissing(whole, alone)
  return { solution: powered ? whole : alone, powered }
}

/** DRGV that activating the machines takes in the same flow; 0: the wallet cannot pay it too. */
const useFirstElectricity = ({ product, count }: PreviewProps): bigint =>
  usePurchaseSolution({ product, count }).powered ? electricityFee({ machines: count, periods: 1 }) : 0n

const Ways = (props: PreviewProps) => {
  const t = useT()
  const { solution, powered } = usePurchaseSolution(props)
  const then = [t('tx.step.buy'), ...(powered ? [t('tx.step.activate')] : [])]
  return <WaySteps solution={solution} then={then} />
}

const Continue = ({ onBuy, ...props }: PreviewProps & { readonly onBuy: () => void }) => {
  const t = useT()
  const { solution } = usePurchaseSolution(props)
  return <PayButton solution={solution} goal="buy" own={t('common.continue')} onPay={onBuy} />
}

/** What a purchase takes and gives now, from the price and the network as last read. */
const usePurchasePreview = (product: Product, count: number): PurchasePreview => {
  const prices = useQuery(drgvPriceQuery()).data
  const market = useMarket()
  const drgvPrice = prices ? BigInt(prices.DRGV.price) : null
  return previewPurchase({ product, count, drgvPrice, market })
}
