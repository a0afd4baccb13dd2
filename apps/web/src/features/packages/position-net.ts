import type { PackagePosition } from '@dr/protocol/calls/packages'
import { type NetIncome, netIncome } from '@dr/protocol/rules/package-offer'
import type { PackageList } from '../../api/queries/packages.ts'
import { pricesOf } from './package-view.ts'

/** Net income of a position if everything is withdrawn, calculated like its offer from the fixed income. */
export const positionNet = (
  position: Pick<PackagePosition, 'income' | 'incomeToken'>,
  { prices, burnBps }: { readonly prices: PackageList['prices']; readonly burnBps: bigint },
): NetIncome =>
  netIncome({
    income: BigInt(position.income),
    incomeToken: position.incomeToken,
    burnBps,
    prices: pricesOf(prices),
  })
