/**
 * The week that counts an event, and the rules that apply to it, when weeks are recomputed from their files.
 * Pure.
 */
import { weekOf } from '@dr/protocol/rules/weeks'
import type { EventName, Happened } from './chain-facts.ts'

/** A file has an impossible claim. */
export class ImpossibleClaimError extends Error {}

export const eventKey = ({ txHash, logIndex }: EventName): string => `${txHash}:${logIndex}`

interface EventWeeks<Rules> {
  /** The week that counts an event: its own, or the one that lists it as late. */
  weekOf(event: Happened): bigint
  /**
   * The rules that may apply to an event: those from the week before `since` (they may have changed within
   * that one) to those of the week that counts it.
   */
  rulesOf(event: Happened, since: bigint): Rules[]
}

/**
 * Event weeks of published files, in order. Throws `ImpossibleClaimError` if one counts an event before it
 * happened.
 */
export const createEventWeeks = <Rules>(
  files: readonly { readonly week: bigint; readonly late: readonly EventName[]; readonly rules: Rules }[],
): EventWeeks<Rules> => {
  const late = new Map(files.flatMap((file) => file.late.map((one) => [eventKey(one), file.week] as const)))
  const weekCounting = (event: Happened): bigint => {
    const own = weekOf(event.timestamp)
    const counted = late.get(eventKey(event)) ?? own
    if (counted >= own) return counted
    throw new ImpossibleClaimError(`an event of week ${own} is counted in week ${counted} (${event.txHash})`)
  }
  return {
    weekOf: weekCounting,
    rulesOf: (event, since) =>
      files.filter(({ week }) => week >= since - 1n && week <= weekCounting(event)).map(({ rules }) => rules),
  }
}
