import type { PayoutToken } from '@dr/protocol/tokens'
import { settleSuspended, WITHOUT_ORDER } from '../../indexer/index.ts'
import { MACHINES_ACTIVATED, MACHINES_BOUGHT } from '../../modules/mining/index.ts'
import { isOfEndedOrder, isWithoutOrder } from '../../modules/vouchers/index.ts'
import { FatalError } from '../../platform/errors.ts'
import type { Modules } from '../create-modules.ts'

type Reposter = Parameters<typeof settleSuspended>[0]
type Settle = Parameters<typeof settleSuspended>[1]['settle']
type Payment = Parameters<Modules['claims']['recordPaymentWithoutOrder']>[1]
type Activation = Parameters<Modules['mining']['recordActivationWithoutOrder']>[1]
type Booking = {
  readonly claims: Pick<Modules['claims'], 'recordPaymentWithoutOrder'>
  readonly mining: Pick<Modules['mining'], 'recordActivationWithoutOrder'>
}

/** Handlers of payments that vaults make by voucher. */
const PAID: Readonly<Record<string, PayoutToken>> = {
  'withdrawal.withdrawn-dr': 'DR',
  'withdrawal.withdrawn-usdt': 'USDT',
}
/** Handlers of events that touch no vault, and for which nothing has to be credited. */
const CREDITS_NOTHING: ReadonlySet<string> = new Set([MACHINES_BOUGHT, 'pod-power.bought', 'swap.swapped'])

const settleBy =
  ({ claims, mining }: Booking): Settle =>
  async (tx, { handler, event, error }) => {
    const token = PAID[handler]
    const isFinal = isWithoutOrder(error) || (token !== undefined && isOfEndedOrder(error))
    if (!isFinal) throw error
    if (token !== undefined)
      await claims.recordPaymentWithoutOrder(tx, { token, event: event as Payment['event'] })
    else if (handler === MACHINES_ACTIVATED)
      await mining.recordActivationWithoutOrder(tx, event as Activation)
    else if (!CREDITS_NOTHING.has(handler))
      throw new FatalError(`an event of ${handler} cannot be settled`, { cause: error })
  }

/**
 * Settles an event in suspense whose voucher is in no order: what a vault paid is charged to its account, as if
 * the account had claimed it, also where the order had ended; electricity is booked by owner; for all else nothing
 * is credited. Returns false if it was resolved already.
 */
export const settleWithoutOrder = (
  deps: Reposter & Booking,
  {
    id,
    by: [first, second],
    why,
  }: { readonly id: bigint; readonly by: readonly [string, string]; readonly why: string },
): Promise<boolean> => {
  if (first === second) throw new FatalError('two people decide this')
  const resolution = `${WITHOUT_ORDER} decided by ${first} and ${second}: ${why}`
  return settleSuspended(deps, { id, resolution, settle: settleBy(deps) })
}
