/**
 * In which week an event counts, and by which rules, when weeks are computed again from their files. Pure.
 */
import { weekOf } from '@dr/protocol/rules/weeks'
import type { EventName, Happened } from './chain-facts.ts'

/** A file claims something impossible. */
export class ImpossibleClaimError extends Error {}

export const eventKey = ({ txHash, logIndex }: EventName): string => `${txHash}:${logIndex}`

interface EventWeeks<Rules> {
  /** The week that counts an event: its own, or the one that named it as late. */
  weekOf(event: Happened): bigint
  /**
   * The rules that an event can have followed: those from the week before `since` (they may have changed
   * within that one) to those of the week that counts it.
   */
  rulesOf(event: Happened, since: bigint): Rules[]
}

/**
 * Of published weeks, in order. Throws `ImpossibleClaimError` where one counts an event before it happened.
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
