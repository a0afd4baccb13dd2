import { adminTimelockAbi } from '@dr/contracts/abi/admin-timelock'
import type { Setting, SettingContract } from '@dr/protocol/calls/settings'
import type { Hex } from 'viem'
import { type ChainEvent, type EventHandler, eventHandler } from '../../../platform/chain/chain-events.ts'
import type { ContractAddresses } from '../../../platform/chain/contract-addresses.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import { contractSettings } from './contract-settings.ts'

/** Own lane, since these events are independent of all others. */
const LANE = 'settings'

/** Arguments by name, as text; those of a struct by their own names. */
const serializeArguments = (args: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(args ?? {}).flatMap(([name, value]): [string, string][] =>
      typeof value === 'object' && value !== null
        ? Object.entries(serializeArguments(value))
        : [[name, String(value)]],
    ),
  )

const recordSetting = async (
  tx: Tx,
  of: { readonly contract: SettingContract; readonly setting: Setting },
  event: ChainEvent,
): Promise<void> => {
  await tx.query({
    name: 'setting_change_insert',
    text: `INSERT INTO setting_change (key, contract, address, setting, arguments, at, block_number, tx_hash)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      event.key,
      of.contract,
      event.address,
      of.setting,
      serializeArguments(event.args),
      event.blockTimestamp,
      event.blockNumber,
      event.txHash,
    ],
  })
}

interface Scheduled {
  readonly id: LowerHex
  readonly index: bigint
  readonly target: LowerHex
  readonly data: Hex
  readonly delay: bigint
}

const recordAnnounced = async (tx: Tx, event: ChainEvent<Scheduled>): Promise<void> => {
  const { id, index, target, data, delay } = event.args
  await tx.query({
    name: 'announced_call_insert',
    text: `INSERT INTO announced_call (operation_id, call_index, target, data, announced_at, executable_at, tx_hash)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      ON CONFLICT (operation_id, call_index) DO UPDATE SET state = 'waiting', announced_at = excluded.announced_at,
        executable_at = excluded.executable_at, tx_hash = excluded.tx_hash`,
    values: [id, index, target, data, event.blockTimestamp, event.blockTimestamp + delay, event.txHash],
  })
}

/** Ends one call of the operation, or all. */
const endAnnounced = async (
  tx: Tx,
  end: { readonly id: LowerHex; readonly index?: bigint; readonly state: 'done' | 'cancelled' },
): Promise<void> => {
  await tx.query({
    name: 'announced_call_end',
    text: `UPDATE announced_call SET state = $3
      WHERE operation_id = $1 AND ($2::integer IS NULL OR call_index = $2) AND state = 'waiting'`,
    values: [end.id, end.index ?? null, end.state],
  })
}

/**
 * Handlers of all events with a setting's new value, and of the time-lock's events: announced, executed,
 * cancelled.
 */
export const settingHandlers = (contracts: ContractAddresses): EventHandler[] => {
  const timelock = { address: contracts.timelock, abi: adminTimelockAbi, lane: LANE } as const
  return [
    ...contractSettings(contracts).flatMap(({ contract, address, abi, events }) =>
      Object.entries(events).map(([event, setting]) =>
        eventHandler({
          name: `solvency.setting-${setting}`,
          address,
          abi,
          event,
          lane: LANE,
          handle: (tx, happened) => recordSetting(tx, { contract, setting }, happened),
        }),
      ),
    ),
    eventHandler({
      ...timelock,
      name: 'solvency.announced',
      event: 'CallScheduled',
      handle: recordAnnounced,
    }),
    eventHandler({
      ...timelock,
      name: 'solvency.carried-out',
      event: 'CallExecuted',
      handle: (tx, { args: { id, index } }) => endAnnounced(tx, { id, index, state: 'done' }),
    }),
    eventHandler({
      ...timelock,
      name: 'solvency.cancelled',
      event: 'Cancelled',
      handle: (tx, { args: { id } }) => endAnnounced(tx, { id, state: 'cancelled' }),
    }),
  ]
}
