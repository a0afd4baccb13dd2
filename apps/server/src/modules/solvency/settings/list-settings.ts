import type { ResponseOf } from '@dr/protocol/call'
import type { AnnouncedCall, SettingChange, settingChanges } from '@dr/protocol/calls/settings'
import { TIMELOCK_EXECUTION_WINDOW_SECONDS } from '@dr/protocol/constants'
import { type Abi, decodeFunctionData, type Hex } from 'viem'
import { chainNow } from '../../../platform/chain/chain-clock.ts'
import type { ContractAddresses } from '../../../platform/chain/contract-addresses.ts'
import type { Reader } from '../../../platform/database/database.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import { beforeCursor, toPage } from '../../../platform/pagination.ts'
import { listDecided, listStops } from '../../parameters/index.ts'
import { contractSettings } from './contract-settings.ts'

const ANNOUNCED_SHOWN = 50
const DECIDED_SHOWN = 50

interface ChangeRow {
  id: bigint
  contract: SettingChange['contract']
  address: string
  setting: SettingChange['setting']
  values: Record<string, string>
  at: bigint
  block_number: bigint
  tx_hash: string
}

const changeOf = ({ at, block_number, tx_hash, id: _, ...row }: ChangeRow): SettingChange => ({
  ...row,
  at: Number(at),
  blockNumber: Number(block_number),
  txHash: tx_hash,
})

interface AnnouncedRow {
  operation_id: string
  target: LowerHex
  data: Hex
  announced_at: bigint
  executable_at: bigint
  state: 'waiting' | 'done' | 'cancelled'
  tx_hash: string
}

/** Decodes a call to a contract of the product; empty if the contract has no such function. */
const decode = (abi: Abi | undefined, data: Hex): Pick<AnnouncedCall, 'functionName' | 'arguments'> => {
  try {
    const { functionName, args = [] } = decodeFunctionData({ abi: abi ?? [], data })
    const toText = (value: unknown): string =>
      typeof value === 'object' && value !== null ? Object.values(value).map(toText).join(' ') : String(value)
    return { functionName, arguments: args.map(toText) }
  } catch {
    return { functionName: null, arguments: [] } // the raw data is shown beside it
  }
}

/** A call that was not executed in time has expired: it must be announced again. */
const stateOf = ({ state, executable_at }: AnnouncedRow, now: bigint): AnnouncedCall['state'] => {
  if (state !== 'waiting' || now < executable_at) return state
  return now > executable_at + BigInt(TIMELOCK_EXECUTION_WINDOW_SECONDS) ? 'expired' : 'ready'
}

const announcedOf = (contracts: ContractAddresses, row: AnnouncedRow, now: bigint): AnnouncedCall => {
  const known = contractSettings(contracts).find(({ address }) => address === row.target)
  return {
    operationId: row.operation_id,
    contract: known?.contract ?? null,
    target: row.target,
    ...decode(known?.abi, row.data),
    data: row.data,
    announcedAt: Number(row.announced_at),
    executableAt: Number(row.executable_at),
    state: stateOf(row, now),
    txHash: row.tx_hash,
  }
}

const readAnnounced = async (
  reader: Reader,
  contracts: ContractAddresses,
): Promise<ResponseOf<typeof settingChanges>['announced']> => {
  const { timestamp: now } = await chainNow(reader)
  const { rows } = await reader.query<AnnouncedRow>({
    name: 'announced_call_list',
    text: `SELECT operation_id, target, data, announced_at, executable_at, state, tx_hash FROM announced_call
      ORDER BY announced_at DESC, operation_id, call_index LIMIT ${ANNOUNCED_SHOWN}`,
  })
  return rows.map((row) => announcedOf(contracts, row, now))
}

const readOwn = async (
  reader: Reader,
  contracts: ContractAddresses,
): Promise<Pick<ResponseOf<typeof settingChanges>, 'announced' | 'decided' | 'stops'>> => ({
  announced: await readAnnounced(reader, contracts),
  decided: await listDecided(reader, { limit: DECIDED_SHOWN }),
  stops: (await listStops(reader)).map(({ what, reason, since }) => ({ what, reason, since: Number(since) })),
})

/**
 * All changes of settings, newest first; the first page also has the time-lock's announcements, the decisions
 * of two operators, and the stops.
 */
export const listSettings = async (
  { reader, contracts }: { readonly reader: Reader; readonly contracts: ContractAddresses },
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<ResponseOf<typeof settingChanges>> => {
  const { rows } = await reader.query<ChangeRow>({
    name: 'setting_change_list',
    text: `SELECT id, contract, address, setting, arguments AS values, at, block_number, tx_hash FROM setting_change
      WHERE id < $1 ORDER BY id DESC LIMIT $2`,
    values: [beforeCursor(cursor), limit + 1],
  })
  return {
    ...toPage(rows, { limit, idOf: ({ id }) => id, itemOf: changeOf }),
    ...(cursor === undefined ? await readOwn(reader, contracts) : { announced: [], decided: [], stops: [] }),
  }
}
