import type { PodPowerInfo } from './power-hero.tsx'

export type PledgeAction = 'pledge' | 'unpledge'

/** Amounts by the time a pledge or an unpledge takes effect. */
export interface PledgeParts {
  readonly atOnce: bigint
  /** On Monday, at the end of the week. */
  readonly atWeekEnd: bigint
}

type View = Pick<PodPowerInfo, 'unpledged' | 'leaving' | 'staying' | 'joining'>

/** Maximum to pledge (unpledged and leaving power) and to unpledge (staying and joining power). */
export const pledgeLimits = (view: View): Readonly<Record<PledgeAction, bigint>> => ({
  pledge: BigInt(view.unpledged) + BigInt(view.leaving),
  unpledge: BigInt(view.staying) + BigInt(view.joining),
})

/**
 * Splits `units`. Pending changes in the other direction are cancelled first, at once: leaving power by a
 * pledge, joining power by an unpledge. As `pledgePower` and `unpledgePower` of the server.
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
