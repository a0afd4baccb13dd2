import type { Hex } from 'viem'
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

/** Addresses in indexed arguments of unresolved events in suspense; a few may be none. */
export const suspendedAccounts = async (reader: Reader): Promise<LowerHex[]> => {
  const { rows } = await reader.query<{ account: LowerHex }>({
    name: 'suspense_accounts',
    text: `SELECT DISTINCT '0x' || right(topic, 40) AS account
      FROM suspense_event, jsonb_array_elements_text(topics) WITH ORDINALITY AS t (topic, place)
      WHERE resolved_at IS NULL AND place > 1 AND topic LIKE '0x' || repeat('0', 24) || '%'`,
    values: [],
  })
  return rows.map(({ account }) => account)
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

/** Beginning of the resolution of an event that two operators settled without an order. */
export const WITHOUT_ORDER = 'no order:'

/** Logs of a handler's events that name the account in an indexed argument and were settled without an order. */
export const settledLogs = async (
  reader: Reader,
  { handler, account }: { readonly handler: string; readonly account: LowerHex },
): Promise<{ topics: readonly Hex[]; data: Hex }[]> => {
  const { rows } = await reader.query<{ topics: readonly Hex[]; data: Hex }>({
    name: 'suspense_settled_of_account',
    text: `SELECT topics, data FROM suspense_event
      WHERE handler = $1 AND topics ? $2 AND starts_with(resolution, $3)`,
    values: [handler, topicOfAddress(account), WITHOUT_ORDER],
  })
  return rows
}
