import type { Voucher } from '@dr/protocol/calls/voucher'
import type { VaultIndex } from '@dr/protocol/token-table'
import type { Address } from 'viem'
import type { ContractCall } from '../../../chain/calls/contract-call.ts'
import type { Spend } from '../../../chain/reads/read-spend.ts'
import { readVoucherMessage } from '../../../chain/vouchers/voucher-message.ts'
import type { TokenAmount } from '../../../chain/vouchers/voucher-tokens.ts'
import type { WalletAbility } from '../../../chain/wallet/wallet-ability.ts'
import type { TransactionIntent } from '../intents.ts'
import type { Measure } from '../kinds/kind.ts'
import { measuresOf } from '../kinds/kinds.ts'
import type { PendingWork } from '../work/pending.ts'

/** An intent with something to do; `resume` is turned into one of these first. */
export type FreshIntent = Exclude<TransactionIntent, { kind: 'resume' }>

/** Electricity of machines that are named. */
export type NamedPowerIntent = Extract<FreshIntent, { kind: 'activateMachine' }> & {
  readonly machineIDs: readonly string[]
}

/** Whether it names its machines: of "all that are paused" only the server knows which they are. */
export const namesMachines = (intent: FreshIntent): intent is NamedPowerIntent =>
  intent.kind === 'activateMachine' && 'machineIDs' in intent

/** Everything the receipt shows and the wallet will be asked for, read and verified at one block. */
export interface Plan {
  /**
   * Tells one plan from the next: the voucher's digest; of a call without one, its own each time. What was
   * confirmed is exactly what was shown.
   */
  readonly id: string
  readonly account: Address
  /** Absent for a voucher found again without its request. */
  readonly intent: FreshIntent | null
  /** Absent where no voucher is needed (a deposit, wrapping, revoking an approval). */
  readonly voucher: Voucher | null
  /** The account a withdrawal is from. */
  readonly vault: VaultIndex | null
  readonly call: ContractCall
  /** What reaches the wallet by the call. */
  readonly incoming: readonly TokenAmount[]
  readonly spends: readonly Spend[]
  readonly ability: WalletAbility
  /** Network fee of all steps together, at most, in wei; and what the wallet has for it. */
  readonly gas: { readonly cost: bigint; readonly balance: bigint }
  /** Last second of the voucher, by the chain's time. */
  readonly deadline: number | null
  readonly blockNumber: bigint
  /** Chain time of that block (Unix seconds), and this device's clock when it was read (ms). */
  readonly blockTime: number
  readonly readAtMs: number
  /** An earlier attempt that the chain does not show: of both one may be mined at most. */
  readonly first?: PendingWork | undefined
}

/** Chain time now, estimated between two blocks. */
const chainNow = ({ blockTime, readAtMs }: Pick<Plan, 'blockTime' | 'readAtMs'>, nowMs: number): number =>
  blockTime + Math.max(0, (nowMs - readAtMs) / 1_000)

/**
 * A voucher this near its end is renewed before anyone signs it: the wallet and a block still take their
 * time.
 */
export const RENEW_MARGIN_SECONDS = 45
/** A swap's quote is good for 60 seconds in all. */
const SWAP_RENEW_MARGIN_SECONDS = 15

const renewMargin = ({ voucher }: Plan): number =>
  voucher?.kind === 'swap-token' ? SWAP_RENEW_MARGIN_SECONDS : RENEW_MARGIN_SECONDS

export const isExpiring = (plan: Plan, nowMs: number): boolean =>
  plan.deadline !== null && chainNow(plan, nowMs) > plan.deadline - renewMargin(plan)

/** No block can take it any more. */
export const isPast = (plan: Plan, nowMs: number): boolean =>
  plan.deadline !== null && chainNow(plan, nowMs) > plan.deadline

/** Whole seconds until the quote renews itself; never below 0. Null: it has no end. */
export const renewsInSeconds = (plan: Plan, nowMs: number): number | null =>
  plan.deadline === null
    ? null
    : Math.max(0, Math.floor(plan.deadline - renewMargin(plan) - chainNow(plan, nowMs)))

/**
 * What a renewed quote changed in what leaves or comes; shown, and confirmed again. Base units, or counts.
 */
export interface Change {
  readonly field: Measure
  readonly before: bigint
  readonly after: bigint
}

const measures = (voucher: Voucher): Readonly<Partial<Record<Change['field'], bigint>>> =>
  measuresOf(readVoucherMessage(voucher.typedData))

/** Empty when the renewed voucher says the same but for its nonce, deadline and price note. */
export const changesBetween = (before: Voucher, after: Voucher): readonly Change[] => {
  const old = measures(before)
  const renewed = measures(after)
  const fields = Object.keys({ ...old, ...renewed }) as Change['field'][]
  return fields
    .map((field) => ({ field, before: old[field] ?? 0n, after: renewed[field] ?? 0n }))
    .filter((change) => change.before !== change.after)
}

/** A plan beside an earlier attempt. The same call without a voucher is the same work: either may be mined. */
export const afterFirst = (plan: Plan, first: PendingWork | undefined): Plan => {
  const isSame = plan.voucher === null && first?.direct?.to === plan.call.to && first.data === plan.call.data
  return { ...plan, first, ...(isSame && { id: first.orderId }) }
}

/** The id under which the work of a plan is kept. */
export const workId = ({ voucher, id }: Pick<Plan, 'voucher' | 'id'>): string => voucher?.orderId ?? id
