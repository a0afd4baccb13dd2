import type { PayoutToken } from '@dr/protocol/tokens'
import { callApi } from '../client.ts'

interface PackageOrder {
  readonly packageId: number
  /** Base units. */
  readonly amount: bigint
  readonly incomeType: PayoutToken
}

const ask = (
  { packageId, amount, incomeType }: PackageOrder,
  more: { reinvest?: true; requestId?: string },
) => callApi('investPledgeOrder', { request: { packageId, amount: String(amount), incomeType, ...more } })

/** Asks for the deposit and its present terms; moves nothing. */
export const planDeposit = async (order: PackageOrder) => {
  const answer = await ask(order, {})
  if (answer.kind !== 'deposit') throw new TypeError(`a deposit was asked for, not a ${answer.kind}`)
  return answer
}

/**
 * Reinvests matured principal or income of the node account: at once, without a transaction. A repetition
 * with the same `requestId` is the same reinvestment.
 */
export const reinvestInto = async (order: PackageOrder & { readonly requestId: string }) => {
  const answer = await ask(order, { reinvest: true, requestId: order.requestId })
  if (answer.kind !== 'position') throw new TypeError(`a reinvestment was asked for, not a ${answer.kind}`)
  return answer.position
}
