import type { Product } from '@dr/protocol/calls/mining'
import { electricityFee, machineCost } from '@dr/protocol/rules/machine-cost'
import { useQuery } from '@tanstack/react-query'
import { drgvPriceQuery } from '../../api/queries/public.ts'
import { tokenPrices, totalWorth } from '../../api/token-worth.ts'
import type { ExpectedCall } from '../../chain/calls/gas.rules.ts'
import { useSolution } from '../../chain/queries/use-solution.ts'
import { walletBalancesQuery } from '../../chain/queries/wallet-balances.ts'
import { onlyElectricityMissing, purchaseTakes } from '../../chain/shortage/purchase.rules.ts'
import type { Solution } from '../../chain/shortage/shortage.rules.ts'
import { useWallet } from '../../chain/wallet/wallet.ts'

export interface Purchase {
  /** Cost at today's price, base units; DRGV is null without a price. */
  readonly usdt: bigint
  readonly drgv: bigint | null
  /** First electricity, part of `drgv`, paid in the same flow; 0: the wallet cannot pay it too. */
  readonly electricity: bigint
  /** Worth of the whole cost, USD with 18 decimals, without the network fee. */
  readonly total: bigint | null
  readonly solution: Solution | null
  readonly calls: readonly ExpectedCall[]
}

/**
 * Cost of a purchase, and how the wallet pays machines and first electricity; without the electricity if
 * only that cannot be paid.
 */
export const usePurchase = (product: Product, count: number): Purchase => {
  const prices = useQuery(drgvPriceQuery()).data
  const drgvPrice = prices ? BigInt(prices.DRGV.price) : null
  const { address } = useWallet()
  const { data: wallet } = useQuery(walletBalancesQuery(address))
  const order = { price: BigInt(product.price), drgvShareBps: product.drgvShareBps, machineCount: count }
  const cost = machineCost({ ...order, drgvPrice: drgvPrice ?? 1n })
  const usdt = cost.usdtAmount
  const drgv = drgvPrice === null ? 0n : cost.drgvAmount
  const fee = electricityFee({ machines: count, periods: 1 })
  const held = wallet ?? { DRGV: 0n }
  const takes = purchaseTakes({ usdt, drgv, electricity: fee }, held)
  const takesAlone = purchaseTakes({ usdt, drgv, electricity: 0n }, held)
  const buy = { kind: 'buy-machine', contract: 'DigitalRights' } as const
  const calls: readonly ExpectedCall[] = [
    { ...buy, takes },
    { kind: 'activate-machine', contract: 'DigitalRights', takes: { DRGV: fee }, machines: count },
  ]
  const callsAlone: readonly ExpectedCall[] = [{ ...buy, takes: takesAlone }]
  const whole = useSolution({
    needs: { USDT: takes.USDT, DRGV: takes.DRGV + fee },
    shown: { USDT: usdt, DRGV: drgv + fee },
    calls,
  })
  const alone = useSolution({ needs: takesAlone, shown: { USDT: usdt, DRGV: drgv }, calls: callsAlone })
  const powered = whole === null || alone === null || !onlyElectricityMissing(whole, alone)
  const electricity = powered ? fee : 0n
  return {
    usdt,
    drgv: drgvPrice === null ? null : drgv + electricity,
    electricity,
    total: totalWorth(
      [
        { token: 'USDT', amount: usdt },
        { token: 'DRGV', amount: drgv + electricity },
      ],
      tokenPrices(prices),
    ),
    solution: powered ? whole : alone,
    calls: powered ? calls : callsAlone,
  }
}
