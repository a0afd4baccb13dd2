import type { Product } from '@dr/protocol/calls/mining'
import { ZERO_ADDRESS } from '@dr/protocol/constants'
import { useQuery } from '@tanstack/react-query'
import { miningInfoQuery } from '../../api/queries/mining.ts'
import { useSession } from '../../api/session/session.ts'

interface PurchaseLeft {
  /** Machines that the user may buy now, by stock and limit per user. */
  readonly left: number
  /** Machines that the user has bought, which count against the limit. */
  readonly bought: number
}

/** Remaining purchases of a product; a visitor has bought nothing. */
export const usePurchaseLeft = (product: Product | undefined): PurchaseLeft => {
  const session = useSession()
  const address = session.status === 'signed-in' ? session.address : null
  const { data } = useQuery({ ...miningInfoQuery(address ?? ZERO_ADDRESS), enabled: address !== null })
  if (product === undefined) return { left: 0, bought: 0 }
  const { productId, stock, perUserLimit } = product
  const bought = data?.bought.find((one) => one.productId === productId)?.count ?? 0
  return { left: Math.max(0, Math.min(stock, perUserLimit - bought)), bought }
}
