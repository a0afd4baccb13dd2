/** Current public minimums, fees and limits (requirement §7, legacy: common/value). */
import type { CommonValueKey } from '@dr/protocol/calls/common'
import type { Setting, SettingContract } from '@dr/protocol/calls/settings'
import {
  CODE_COUNTDOWN_SECONDS,
  CODE_LENGTH,
  COLLECT_INTERVAL_SECONDS,
  COLLECT_MINIMUM,
  ELECTRICITY_FEE_DRGV,
  ELECTRICITY_PERIOD_DAYS,
  MACHINE_BATCH_MAX,
  OPEN_VOUCHERS_PER_NONCE_MAX,
  PAGE_LIMIT_MAX,
  SWAP_VOUCHER_LIFETIME_SECONDS,
  TEXTAREA_MAX_LENGTH,
  VOUCHER_LIFETIME_SECONDS,
} from '@dr/protocol/constants'
import type { ParameterName } from '@dr/protocol/parameters'
import type { Reader } from '../../platform/database/database.ts'
import { readParameters } from '../parameters/index.ts'

type Values = Partial<Record<CommonValueKey, string>>

/** Values fixed in the program. */
const FIXED = {
  electricityFeeDrgv: ELECTRICITY_FEE_DRGV,
  electricityPeriodDays: ELECTRICITY_PERIOD_DAYS,
  collectIntervalSeconds: COLLECT_INTERVAL_SECONDS,
  collectMinimumDr: COLLECT_MINIMUM,
  machineBatchMax: MACHINE_BATCH_MAX,
  openVouchersMax: OPEN_VOUCHERS_PER_NONCE_MAX,
  voucherLifetimeSeconds: VOUCHER_LIFETIME_SECONDS,
  swapVoucherLifetimeSeconds: SWAP_VOUCHER_LIFETIME_SECONDS,
  pageLimitMax: PAGE_LIMIT_MAX,
  codeCountdownSeconds: CODE_COUNTDOWN_SECONDS,
  codeLength: CODE_LENGTH,
  textMaxLength: TEXTAREA_MAX_LENGTH,
} as const satisfies Partial<Record<CommonValueKey, number | bigint>>

/** Values that operators may change. */
const DECIDED = {
  withdrawalMinimumDr: 'withdrawal-minimum-dr',
  withdrawalMinimumUsdt: 'withdrawal-minimum-usdt',
  withdrawalDailyLimitUsd: 'withdrawal-daily-limit',
  podPowerMinimumDr: 'pod-power-minimum-dr',
} as const satisfies Partial<Record<CommonValueKey, ParameterName>>

/** Values of contracts, by their own events. */
const ON_CHAIN = {
  withdrawalBurnBpsMiner: ['withdrawalVault0', 'burn-rate'],
  withdrawalBurnBpsDeflation: ['withdrawalVault1', 'burn-rate'],
  withdrawalBurnBpsNode: ['withdrawalVault2', 'burn-rate'],
  swapFeeBps: ['Exchange', 'fee-rate'],
  podPowerUsdrShareBps: ['DigitalRights', 'usdr-share'],
} as const satisfies Partial<Record<CommonValueKey, readonly [SettingContract, Setting]>>

const entriesOf = <K extends string, V>(record: Readonly<Record<K, V>>) => Object.entries(record) as [K, V][]

/** The newest value of each setting; settings whose event has not been processed yet are left out. */
const readOnChain = async (reader: Reader): Promise<Values> => {
  const { rows } = await reader.query<{ contract: string; setting: string; bps: string }>({
    name: 'setting_current_bps',
    text: `SELECT DISTINCT ON (contract, setting) contract, setting, arguments ->> 'bps' AS bps FROM setting_change
      WHERE setting IN ('burn-rate', 'fee-rate', 'usdr-share') ORDER BY contract, setting, id DESC`,
  })
  const values: Values = {}
  for (const [key, [contract, setting]] of entriesOf(ON_CHAIN)) {
    const found = rows.find((row) => row.contract === contract && row.setting === setting)
    if (found) values[key] = found.bps
  }
  return values
}

/** All values, or the one of `key`. */
export const commonValues = async (
  reader: Reader,
  { key }: { readonly key?: CommonValueKey | undefined },
): Promise<{ values: Values }> => {
  const limits = await readParameters(reader)
  const values: Values = await readOnChain(reader)
  for (const [name, value] of entriesOf(FIXED)) values[name] = value.toString()
  for (const [name, parameter] of entriesOf(DECIDED)) values[name] = limits[parameter].toString()
  if (key === undefined) return { values }
  const value = values[key]
  return { values: value === undefined ? {} : { [key]: value } }
}
