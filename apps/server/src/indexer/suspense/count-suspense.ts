import { topicOfAddress } from '../../platform/chain/chain-events.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'

/** Number of unresolved events in suspense. */
export const countSuspense = async (reader: Reader): Promise<number> => {
  const { rows } = await reader.query<{ waiting: bigint }>({
    name: 'suspense_waiting',
    text: 'SELECT count(*) AS waiting FROM suspense_event WHERE resolved_at IS NULL',
  })
  return Number(rows[0]?.waiting ?? 0)
}

/** Number of unresolved events that were booked and differ on chain. */
export const countFalseEvents = async (reader: Reader): Promise<number> => {
  const { rows } = await reader.query<{ open: bigint }>({
    name: 'false_events_open',
    text: 'SELECT count(*) AS open FROM false_event WHERE resolved_at IS NULL',
  })
  return Number(rows[0]?.open ?? 0)
}

/** Whether an unresolved event in suspense names the account in one of its indexed arguments. */
export const hasSuspended = async (reader: Reader, account: LowerHex): Promise<boolean> => {
  const { rows } = await reader.query<{ found: boolean }>({
    name: 'suspense_of_account',
    text: 'SELECT EXISTS (SELECT FROM suspense_event WHERE resolved_at IS NULL AND topics ? $1) AS found',
    values: [topicOfAddress(account)],
  })
  return rows[0]?.found ?? false
}
