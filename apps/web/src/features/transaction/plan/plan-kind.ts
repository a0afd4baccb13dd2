import { MACHINE_BATCH_MAX } from '@dr/protocol/constants'
import type { CallKind } from '../../../chain/calls/gas.rules.ts'
import type { TransactionIntent } from '../intents.ts'
import type { ActivateBought } from '../kinds/kind.ts'
import { expectedKind, nameOfIntent, nameOfVoucher, type VoucherName } from '../kinds/kinds.ts'
import { type DirectIntent, isDirect, needsNoToken } from './direct-call.ts'
import type { FreshIntent, Plan } from './plan.ts'

const DIRECT_NAMES = {
  renewMachine: 'activate',
  deposit: 'deposit',
  wrapUSDR: 'wrap',
  unwrapUSDR: 'unwrap',
  revokeApproval: 'revoke',
  enterDraw: 'draw',
  claimDraw: 'claim',
  transferWithin: 'transfer',
} as const satisfies Record<DirectIntent['kind'], string>

/** Name of a plan in texts, with or without a voucher. */
export type PlanKind = VoucherName | (typeof DIRECT_NAMES)[DirectIntent['kind']]

const nameOf = (intent: FreshIntent): PlanKind =>
  isDirect(intent) ? DIRECT_NAMES[intent.kind] : nameOfIntent(intent.kind)

export const kindOfPlan = ({ voucher, intent }: Pick<Plan, 'voucher' | 'intent'>): PlanKind => {
  if (voucher !== null) return nameOfVoucher(voucher.kind)
  return intent === null ? 'revoke' : nameOf(intent)
}

export const kindOfIntent = (intent: TransactionIntent): PlanKind | null =>
  intent.kind === 'resume' ? null : nameOf(intent)

const DIRECT_CALLS = {
  renewMachine: 'activate-machine',
  deposit: 'deposit',
  wrapUSDR: 'wrap',
  unwrapUSDR: 'unwrap',
  enterDraw: 'draw',
} as const satisfies Partial<Record<DirectIntent['kind'], CallKind>>

/** Kind of call whose gas is the upper limit of an intent before it can be estimated. */
export const callKindOf = (intent: FreshIntent | ActivateBought): CallKind => {
  if (intent.kind === 'activateBought') return 'activate-machine'
  if (!isDirect(intent)) return expectedKind(intent)
  if (needsNoToken(intent)) throw new TypeError(`the gas of ${intent.kind} is always estimated`)
  return DIRECT_CALLS[intent.kind]
}

/** Rest of a request after this voucher: above 100 machines it takes several. */
export const remainingIntent = ({
  intent,
  voucher,
}: Pick<Plan, 'intent' | 'voucher'>): FreshIntent | null => {
  if (intent?.kind === 'renewMachine') {
    const machineIDs = intent.machineIDs.slice(MACHINE_BATCH_MAX)
    return machineIDs.length === 0 ? null : { kind: 'activateMachine', machineIDs, Period: intent.Period }
  }
  if (intent === null || voucher === null) return null
  if (intent.kind === 'activateMachine' && 'machineIDs' in intent) {
    const done = voucher.typedData.message.machineIDs
    const machineIDs = intent.machineIDs.filter((id) => !done?.includes(id))
    return machineIDs.length === 0 ? null : { ...intent, machineIDs }
  }
  if (voucher.remaining === 0) return null
  if (intent.kind === 'activateMachine') return { ...intent, machineCount: voucher.remaining }
  if (intent.kind !== 'buyMachine') return intent
  return { ...intent, machineCount: intent.machineCount - Number(voucher.typedData.message.machineCount) }
}
