import type { PodPowerInfo } from './power-hero.tsx'

export type PledgeAction = 'pledge' | 'unpledge'

type View = Pick<PodPowerInfo, 'unpledged' | 'leaving' | 'staying' | 'joining'>

/**
 * Most that can be pledged (what is unpledged, and what is about to leave) and unpledged (what stays, and
 * what is about to join).
 */
export const pledgeLimits = (view: View): Readonly<Record<PledgeAction, bigint>> => ({
  pledge: BigInt(view.unpledged) + BigInt(view.leaving),
  unpledge: BigInt(view.staying) + BigInt(view.joining),
})
