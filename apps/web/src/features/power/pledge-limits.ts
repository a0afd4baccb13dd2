import type { PodPowerInfo } from './power-hero.tsx'

export type PledgeAction = 'pledge' | 'unpledge'

/** When what is pledged or unpledged takes effect. */
export interface PledgeParts {
  readonly atOnce: bigint
  /** On Monday, when the week ends. */
  readonly atWeekEnd: bigint
}

type View = Pick<PodPowerInfo, 'unpledged' | 'leaving' | 'staying' | 'joining'>

/**
 * The maximum that can be pledged (what is unpledged, and what is about to leave) and unpledged (what stays,
 * and what is about to join).
 */
export const pledgeLimits = (view: View): Readonly<Record<PledgeAction, bigint>> => ({
  pledge: BigInt(view.unpledged) + BigInt(view.leaving),
  unpledge: BigInt(view.staying) + BigInt(view.joining),
})

/**
 * What has not taken effect yet is taken back first, at once: asked to leave where it is pledged again, about
 * to join where it is unpledged. As the server's `pledgePower` and `unpledgePower`.
 */
export const pledgeParts = (
  action: PledgeAction,
  view: Pick<View, 'leaving' | 'joining'>,
  units: bigint,
): PledgeParts => {
  const pending = BigInt(action === 'pledge' ? view.leaving : view.joining)
  const atOnce = units < pending ? units : pending
  return { atOnce, atWeekEnd: units - atOnce }
}
