import type { Voucher } from '@dr/protocol/calls/voucher'
import type { FreshIntent } from '../plan/plan.ts'
import { RENEW_MARGIN_SECONDS } from '../plan/plan.ts'
import { FlowFailure } from './failure.ts'
import type { FlowPorts, Work } from './ports.ts'

/**
 * Seconds that an open voucher must have left to be offered again: time to read its receipt, and the
 * margin.
 */
const REUSE_SECONDS = RENEW_MARGIN_SECONDS + 30

/** The open voucher that was waited for has been used: the request is already paid. */
export class AlreadyUsed extends Error {
  override readonly name = 'AlreadyUsed'
  readonly orderId: string
  constructor(orderId: string) {
    super(orderId)
    this.orderId = orderId
  }
}

type QuotePorts = Pick<FlowPorts, 'quote' | 'openWithdrawal' | 'findVoucher' | 'findPending' | 'nextBlock'>

/**
 * Returns a voucher for the intent. A withdrawal's voucher holds its amount from its issue until it is used
 * or ends: an open one for the same withdrawal is offered again, and one too near its end is waited out, so
 * that the amount is never held twice. Throws AlreadyUsed, and `busy` if it has been sent.
 */
export const quoteOnce = async (
  ports: QuotePorts,
  intent: FreshIntent,
  { emit, isLive }: Pick<Work, 'emit' | 'isLive'>,
): Promise<Voucher | null> => {
  for (;;) {
    const open = await ports.openWithdrawal(intent)
    if (open === null) return ports.quote(intent)
    const { voucher, secondsLeft } = open
    const { orderId, deadline } = voucher
    const sent = ports.findPending(orderId)
    if (sent?.hash !== undefined || sent?.callsId !== undefined)
      throw new FlowFailure({ code: 'busy', orderId })
    if (secondsLeft >= REUSE_SECONDS) return voucher
    emit({ type: 'hold-waits', until: deadline })
    await untilEnded(ports, voucher, isLive)
  }
}

/** Waits until the server ends the voucher and releases its hold, once a final block is past the deadline. */
const untilEnded = async (ports: QuotePorts, { orderId }: Voucher, isLive: () => boolean): Promise<void> => {
  for (;;) {
    await ports.nextBlock()
    if (!isLive()) throw new FlowFailure({ code: 'expired' })
    const status = (await ports.findVoucher(orderId))?.status
    if (status === 'used') throw new AlreadyUsed(orderId)
    if (status !== 'open') return
  }
}
