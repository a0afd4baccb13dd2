import type { FundFlow } from '@dr/protocol/calls/users'

const within: readonly FundFlow['kind'][] = ['withdrawal.hold', 'withdrawal.released']

/** Moves between available and held of one account: nothing came in or left. */
export const isWithin = (kind: FundFlow['kind']): boolean => within.includes(kind)
