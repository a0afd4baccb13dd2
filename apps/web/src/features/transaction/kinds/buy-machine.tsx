import { MACHINE_BATCH_MAX } from '@dr/protocol/constants'
import { electricityFee, machineCost } from '@dr/protocol/rules/machine-cost'
import type { Address } from 'viem'
import { callApi } from '../../../api/client.ts'
import { purchaseTakes } from '../../../chain/shortage/purchase.rules.ts'
import { expectEqual } from '../../../chain/vouchers/mismatches.ts'
import type { ReceiptRow } from '../../../ui/lists/receipt.tsx'
import { outRow } from '../../../ui/lists/receipt-rows.tsx'
import { formatPower } from '../../../ui/text/format.ts'
import { unfairDrgvPrice } from './fair-terms.ts'
import { nonZeroAmounts } from './goal.ts'
import type { Kind, LegDraft, OutlineIncoming } from './kind.ts'

export interface PurchaseIntent {
  readonly kind: 'buyMachine'
  readonly productId: string
  readonly machineCount: number
  /** Pays the first period's electricity right after the purchase. Absent: not offered. */
  readonly power?: boolean
}

interface PurchaseRequest extends Pick<PurchaseIntent, 'kind' | 'productId' | 'machineCount'> {
  /** As in the list of products: USD with 18 decimals, and the part paid in DRGV. Null: not listed. */
  readonly product: { readonly price: bigint; readonly drgvShareBps: number } | null
}

const findProduct = async (productId: string) =>
  (await callApi('products')).items.find((product) => product.productId === productId)

export const buyMachine: Kind<'buy', 'buy-machine', PurchaseIntent, PurchaseRequest> = {
  name: 'buy',
  intent: 'buyMachine',
  request: ({ productId, machineCount }) =>
    callApi('machineSignature', { request: { productId, machineCount } }),
  expected: () => 'buy-machine',
  requestOf: async ({ kind, productId, machineCount }) => {
    const product = await findProduct(productId)
    return {
      kind,
      productId,
      machineCount,
      product:
        product === undefined ? null : { price: BigInt(product.price), drgvShareBps: product.drgvShareBps },
    }
  },
  goal: async (intent, { contracts, wallet }) => {
    const [product, { DRGV }] = await Promise.all([findProduct(intent.productId), callApi('drgvPrice')])
    if (product === undefined) return null
    const machineCount = Math.min(intent.machineCount, MACHINE_BATCH_MAX)
    const { usdtAmount, drgvAmount } = machineCost({
      price: BigInt(product.price),
      drgvShareBps: product.drgvShareBps,
      machineCount,
      drgvPrice: BigInt(DRGV.price),
    })
    const to = contracts.DigitalRights as Address
    const fee = electricityFee({ machines: machineCount, periods: 1 })
    /** `electricity`: DRGV paid after the purchase, from the same balance. */
    const purchase = (intent: PurchaseIntent, electricity: bigint): LegDraft<PurchaseIntent> => ({
      intent,
      isGoal: true,
      to,
      outgoing: nonZeroAmounts(purchaseTakes({ usdt: usdtAmount, drgv: drgvAmount, electricity }, wallet)),
      gives: [],
    })
    const power: LegDraft<PurchaseIntent> = {
      intent: { kind: 'activateBought', machineCount, Period: 1 },
      isGoal: false,
      to,
      outgoing: nonZeroAmounts({ DRGV: fee }),
      gives: [],
    }
    const incoming: readonly OutlineIncoming[] = [
      {
        kind: 'machines',
        count: machineCount,
        name: product.name,
        power: BigInt(product.power * machineCount),
      },
    ]
    // Electricity of a split purchase is paid from the backpack, once all its machines are there.
    if (intent.power !== true || machineCount !== intent.machineCount)
      return { legs: [purchase(intent, 0n)], incoming }
    const alone: PurchaseIntent = { ...intent, power: false }
    return {
      legs: [purchase(intent, fee), power],
      withoutPower: { intent: alone, legs: [purchase(alone, 0n)] },
      incoming,
    }
  },

  check: ({ request, voucher }, { DRGVPrice, machineCount, usdtAmount, DRGVAmount }) => {
    const listed = voucher.incoming.reduce((sum, row) => sum + (row.kind === 'machines' ? row.count : 0), 0)
    const own = [
      ...expectEqual('price', DRGVPrice, voucher.prices.DRGV?.price ?? null),
      ...expectEqual('receipt', Number(machineCount), listed),
    ]
    if (request === null) return own
    if (request.product === null)
      return [...own, { name: 'request', expected: request.productId, actual: '' }]
    const count = Math.min(request.machineCount, MACHINE_BATCH_MAX)
    const cost = machineCost({ ...request.product, machineCount: count, drgvPrice: DRGVPrice })
    return [
      ...own,
      ...expectEqual('request', count, Number(machineCount)),
      ...expectEqual('amounts', [cost.usdtAmount, cost.drgvAmount], [usdtAmount, DRGVAmount]),
    ]
  },
  unfairTerms: (input, { DRGVPrice }) => unfairDrgvPrice(input, { quoted: DRGVPrice, average: 'lowerPrice' }),
  measures: ({ usdtAmount, DRGVAmount, machineCount }) => ({
    USDT: usdtAmount,
    DRGV: DRGVAmount,
    machines: machineCount,
  }),
  receipt: ({ t, voucher, message }) => ({
    leaving: [
      outRow(t('tx.row.toTreasury'), message.usdtAmount, 'USDT'),
      outRow(t('tx.row.burned'), message.DRGVAmount, 'DRGV'),
    ],
    coming: voucher.incoming.flatMap((coming): ReceiptRow[] =>
      coming.kind !== 'machines'
        ? []
        : [
            { label: t('tx.row.machines'), value: `${message.machineCount} × ${coming.name}`, tone: 'in' },
            { label: t('tx.row.power'), value: formatPower(BigInt(coming.power)) },
            { label: t('tx.row.life'), value: t('common.days', { count: coming.lifeDays }) },
          ],
    ),
  }),
}
