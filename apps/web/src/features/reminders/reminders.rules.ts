/** Ends to remind of, from data that the app has read: electricity by hour, packages by maturity. */

import { DAY_SECONDS, REMIND_DAYS } from '@dr/protocol/constants'

export interface Reminder {
  readonly kind: 'electricity' | 'package'
  /** Unix seconds. */
  readonly at: number
  /** Number of machines or packages that end together. */
  readonly count: number
}

export interface Ending {
  readonly machines: readonly { readonly paidUntil: number | null; readonly lifeEnd: number }[]
  readonly locks: readonly { readonly why: string; readonly until: number }[]
}

/**
 * All ends after `now`, the soonest first. A machine whose life ends with its electricity needs no
 * reminder.
 */
export const remindersOf = ({ machines, locks }: Ending, now: number): readonly Reminder[] => {
  const ends = [
    ...machines
      .filter(({ paidUntil, lifeEnd }) => paidUntil !== null && paidUntil < lifeEnd)
      .map(({ paidUntil }) => ({ kind: 'electricity' as const, at: paidUntil ?? 0 })),
    ...locks
      .filter(({ why }) => why === 'package')
      .map(({ until }) => ({ kind: 'package' as const, at: until })),
  ].filter(({ at }) => at > now)
  const byMoment = new Map<string, Reminder>()
  for (const { kind, at } of ends) {
    const known = byMoment.get(`${kind}${at}`)
    byMoment.set(`${kind}${at}`, { kind, at, count: (known?.count ?? 0) + 1 })
  }
  return [...byMoment.values()].sort((a, b) => a.at - b.at || a.kind.localeCompare(b.kind))
}

export const isSoon = ({ at }: Reminder, now: number): boolean => at - now <= REMIND_DAYS * DAY_SECONDS
