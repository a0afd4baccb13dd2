import type { FundFlow } from '@dr/protocol/calls/fund-flows'
import type { IconName } from '../../ui/pictures/icons.tsx'

type Look = { readonly icon: IconName; readonly tone: 'in' | 'out' | 'plain' }

/** Icon and colour of each kind of line; kinds in both directions take the colour from theirs. */
export const looks: Record<FundFlow['kind'], Look> = {
  'mining.collect': { icon: 'down', tone: 'in' },
  'swap.fee-share': { icon: 'swap', tone: 'in' },
  'dividends.credit': { icon: 'down', tone: 'in' },
  'dividends.growth': { icon: 'power', tone: 'in' },
  'node.week': { icon: 'down', tone: 'in' },
  'package.deposit': { icon: 'lock', tone: 'plain' },
  'package.credit': { icon: 'down', tone: 'plain' },
  'package.income': { icon: 'down', tone: 'in' },
  'package.mature': { icon: 'unlock', tone: 'plain' },
  'package.ended': { icon: 'unlock', tone: 'plain' },
  'package.reinvest': { icon: 'lock', tone: 'plain' },
  'withdrawal.hold': { icon: 'clock', tone: 'plain' },
  'withdrawal.paid': { icon: 'up', tone: 'plain' },
  'withdrawal.burned': { icon: 'fire', tone: 'out' },
  'withdrawal.returned': { icon: 'down', tone: 'plain' },
  'claim.booked': { icon: 'up', tone: 'plain' },
  'claim.sent': { icon: 'swap', tone: 'plain' },
  'claim.received': { icon: 'swap', tone: 'plain' },
  'operator.reversal': { icon: 'info', tone: 'plain' },
  other: { icon: 'list', tone: 'plain' },
}

export const KINDS = Object.keys(looks) as readonly FundFlow['kind'][]

/** Deposit of the user's own money into an account, which is no gain. */
export const isOwnDeposit = ({ kind, direction }: Pick<FundFlow, 'kind' | 'direction'>): boolean =>
  (kind === 'package.deposit' || kind === 'package.credit') && direction === 'in'

/**
 * Amount with its sign: in is positive, out is negative; movements inside the account and own deposits are
 * unsigned.
 */
export const signedAmount = (flow: FundFlow): { value: bigint; signed: boolean } => {
  const { direction, amount } = flow
  if (isOwnDeposit(flow)) return { value: BigInt(amount), signed: false }
  if (direction === 'in') return { value: BigInt(amount), signed: true }
  if (direction === 'out') return { value: -BigInt(amount), signed: true }
  return { value: BigInt(amount), signed: false }
}
