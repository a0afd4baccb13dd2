import type { PayoutToken } from '@dr/protocol/tokens'
import { settleSuspended, WITHOUT_ORDER } from '../../indexer/index.ts'
import { MACHINES_BOUGHT } from '../../modules/mining/index.ts'
import { isWithoutOrder } from '../../modules/vouchers/index.ts'
import { FatalError } from '../../platform/errors.ts'
import type { Modules } from '../create-modules.ts'

type Reposter = Parameters<typeof settleSuspended>[0]
type Settle = Parameters<typeof settleSuspended>[1]['settle']
type Payment = Parameters<Modules['claims']['recordPaymentWithoutOrder']>[1]

/** Handlers of payments that vaults make by voucher. */
const PAID: Readonly<Record<string, PayoutToken>> = {
  'withdrawal.withdrawn-dr': 'DR',
  'withdrawal.withdrawn-usdt': 'USDT',
}
/** Handlers of events that touch no vault, and for which nothing has to be credited. */
const CREDITS_NOTHING: ReadonlySet<string> = new Set([
  'mining.machines-activated',
  MACHINES_BOUGHT,
  'pod-power.bought',
  'swap.swapped',
])

const settleBy =
  (claims: Pick<Modules['claims'], 'recordPaymentWithoutOrder'>): Settle =>
  async (tx, { handler, event, error }) => {
    if (!isWithoutOrder(error)) throw error
    const token = PAID[handler]
    if (token !== undefined)
      await claims.recordPaymentWithoutOrder(tx, { token, event: event as Payment['event'] })
    else if (!CREDITS_NOTHING.has(handler))
      throw new FatalError(`an event of ${handler} cannot be settled`, { cause: error })
  }

/**
 * Settles an event in suspense whose voucher is in no order: what a vault paid is charged to its account, as if
 * the account had claimed it; for what no vault paid nothing is credited. Returns false if it was resolved already.
 */
export const settleWithoutOrder = (
  deps: Reposter & { readonly claims: Pick<Modules['claims'], 'recordPaymentWithoutOrder'> },
  {
    id,
    by: [first, second],
    why,
  }: { readonly id: bigint; readonly by: readonly [string, string]; readonly why: string },
): Promise<boolean> => {
  if (first === second) throw new FatalError('two people decide this')
  const resolution = `${WITHOUT_ORDER} decided by ${first} and ${second}: ${why}`
  return settleSuspended(deps, { id, resolution, settle: settleBy(deps.claims) })
}
