import type { TransactionIntent } from '../../chain/intents.ts'
import type { FreshIntent, Plan } from './plan.ts'

/** What people call the thing, whichever way it was opened. */
export type PlanKind = 'buy' | 'activate' | 'withdraw' | 'revoke'

const byVoucher = { 'buy-machine': 'buy', 'activate-machine': 'activate', 'withdraw-dr': 'withdraw' } as const
const byIntent = {
  buyMachine: 'buy',
  activateMachine: 'activate',
  withdrawDR: 'withdraw',
  revokeApproval: 'revoke',
} as const satisfies Record<FreshIntent['kind'], PlanKind>

export const kindOfPlan = ({ voucher }: Plan): PlanKind =>
  voucher === null ? 'revoke' : byVoucher[voucher.kind]

export const kindOfIntent = (intent: TransactionIntent): PlanKind | null =>
  intent.kind === 'resume' ? null : byIntent[intent.kind]

/** What is still to be ordered after this voucher: above 100 machines an order takes several. */
export function remainingIntent({ intent, voucher }: Plan): FreshIntent | null {
  if (intent === null || voucher === null) return null
  if (intent.kind === 'activateMachine' && 'machineIDs' in intent) {
    const done = voucher.typedData.message.machineIDs
    const machineIDs = intent.machineIDs.filter((id) => !done?.includes(id))
    return machineIDs.length === 0 ? null : { ...intent, machineIDs }
  }
  if (voucher.remaining === 0) return null
  if (intent.kind !== 'buyMachine') return intent
  return { ...intent, machineCount: intent.machineCount - Number(voucher.typedData.message.machineCount) }
}
