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

/** An intent with its own call; `resume` is turned into one of these first. */
export type FreshIntent = Exclude<TransactionIntent, { kind: 'resume' }>

/** Electricity for named machines. */
export type NamedPowerIntent = Extract<FreshIntent, { kind: 'activateMachine' }> & {
  readonly machineIDs: readonly string[]
}

/** Whether it names its machines; for "all that are paused" only the server knows them. */
export const namesMachines = (intent: FreshIntent): intent is NamedPowerIntent =>
  intent.kind === 'activateMachine' && 'machineIDs' in intent

/** Data of the receipt and the wallet requests, read and verified at one block. */
export interface Plan {
  /**
   * Id of the plan: the voucher's digest, or a new one for a call without a voucher. Confirms exactly what
   * was shown.
   */
  readonly id: string
  readonly account: Address
  /** Null for a voucher found again without its request. */
  readonly intent: FreshIntent | null
  /** Null if no voucher is needed (a deposit, wrapping, revoking an approval). */
  readonly voucher: Voucher | null
  /** The account that a withdrawal is from. */
  readonly vault: VaultIndex | null
  readonly call: ContractCall
  /** Amounts that the call brings to the wallet. */
  readonly incoming: readonly TokenAmount[]
  readonly spends: readonly Spend[]
  readonly ability: WalletAbility
  /** Maximum network fee of all steps, and the wallet's balance for it, in wei. */
  readonly gas: { readonly cost: bigint; readonly balance: bigint }
  /** Last second of the voucher, in chain time. */
  readonly deadline: number | null
  readonly blockNumber: bigint
  /** Chain time of that block (Unix seconds), and this device's clock when it was read (ms). */
  readonly blockTime: number
  readonly readAtMs: number
  /** An earlier attempt that the chain does not show: at most one of the two can be mined. */
  readonly first?: PendingWork | undefined
}

/** Current chain time in seconds, estimated between blocks. */
const chainNow = ({ blockTime, readAtMs }: Pick<Plan, 'blockTime' | 'readAtMs'>, nowMs: number): number =>
  blockTime + Math.max(0, (nowMs - readAtMs) / 1_000)

/** Seconds before the deadline at which a voucher is renewed: the wallet and a block still take time. */
export const RENEW_MARGIN_SECONDS = 45
/** A swap's quote lasts 60 seconds. */
const SWAP_RENEW_MARGIN_SECONDS = 15

const renewMargin = ({ voucher }: Plan): number =>
  voucher?.kind === 'swap-token' ? SWAP_RENEW_MARGIN_SECONDS : RENEW_MARGIN_SECONDS

export const isExpiring = (plan: Plan, nowMs: number): boolean =>
  plan.deadline !== null && chainNow(plan, nowMs) > plan.deadline - renewMargin(plan)

/** No later block can include the call. */
export const isPast = (plan: Plan, nowMs: number): boolean =>
  plan.deadline !== null && chainNow(plan, nowMs) > plan.deadline

/** Whole seconds until the quote is renewed, at least 0. Null: it has no deadline. */
export const renewsInSeconds = (plan: Plan, nowMs: number): number | null =>
  plan.deadline === null
    ? null
    : Math.max(0, Math.floor(plan.deadline - renewMargin(plan) - chainNow(plan, nowMs)))

/** A change that a renewed quote made to what leaves or comes; confirmed again. Base units, or counts. */
export interface Change {
  readonly field: Measure
  readonly before: bigint
  readonly after: bigint
}

const measures = (voucher: Voucher): Readonly<Partial<Record<Change['field'], bigint>>> =>
  measuresOf(readVoucherMessage(voucher.typedData))

/** Changes between two vouchers. Nonce, deadline and price note do not count. */
export const changesBetween = (before: Voucher, after: Voucher): readonly Change[] => {
  const old = measures(before)
  const renewed = measures(after)
  const fields = Object.keys({ ...old, ...renewed }) as Change['field'][]
  return fields
    .map((field) => ({ field, before: old[field] ?? 0n, after: renewed[field] ?? 0n }))
    .filter((change) => change.before !== change.after)
}

/**
 * Adds an earlier attempt to a plan. The same call without a voucher is the same work: either may be mined.
 */
export const afterFirst = (plan: Plan, first: PendingWork | undefined): Plan => {
  const isSame = plan.voucher === null && first?.direct?.to === plan.call.to && first.data === plan.call.data
  return { ...plan, first, ...(isSame && { id: first.orderId }) }
}

/** The id under which the work of a plan is kept. */
export const workId = ({ voucher, id }: Pick<Plan, 'voucher' | 'id'>): string => voucher?.orderId ?? id
