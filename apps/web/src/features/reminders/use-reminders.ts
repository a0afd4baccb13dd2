import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { endingsQuery } from '../../api/queries/endings.ts'
import { overviewQuery } from '../../api/queries/public.ts'
import { isSoon, type Reminder, remindersOf } from './reminders.rules.ts'

export interface Reminders {
  readonly all: readonly Reminder[]
  /** Ends to be shown now. */
  readonly soon: readonly Reminder[]
  /** False: some machines were not read. */
  readonly complete: boolean
}

/** Reminders of the user, by the product's clock; null while loading. */
export const useReminders = (address: Address): Reminders | null => {
  const endings = useQuery(endingsQuery(address))
  const overview = useQuery(overviewQuery())
  const now = overview.data?.clock.timestamp
  if (endings.data === undefined || now === undefined) return null
  const all = remindersOf(endings.data, now)
  return { all, soon: all.filter((reminder) => isSoon(reminder, now)), complete: endings.data.complete }
}
