import type { Voucher } from '@dr/protocol/calls/voucher'
import type { FreshIntent } from '../plan/plan.ts'
import { RENEW_MARGIN_SECONDS } from '../plan/plan.ts'
import { FlowFailure } from './failure.ts'
import type { FlowPorts, Work } from './ports.ts'

/**
 * An open voucher is offered again while there is time to read its receipt, and the margin before its end.
 */
const REUSE_SECONDS = RENEW_MARGIN_SECONDS + 30

/** The open voucher that was waited for has been used: what was asked for is paid already. */
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
 * A voucher for the intent. A withdrawal's voucher holds its amount from the moment it is issued until it is
 * used or ends: an open one for the same withdrawal is offered again; one that is too near its end is waited
 * out, so that the amount is never held twice. Throws AlreadyUsed, and `busy` where it has been sent.
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

/** The server ends a voucher, and gives back what it held, once a final block is past its deadline. */
const untilEnded = async (ports: QuotePorts, { orderId }: Voucher, isLive: () => boolean): Promise<void> => {
  for (;;) {
    await ports.nextBlock()
    if (!isLive()) throw new FlowFailure({ code: 'expired' })
    const status = (await ports.findVoucher(orderId))?.status
    if (status === 'used') throw new AlreadyUsed(orderId)
    if (status !== 'open') return
  }
}
