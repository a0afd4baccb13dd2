import type { Voucher } from '@dr/protocol/calls/voucher'
import type { Address } from '../../api/session.ts'
import type { ContractCall } from '../../chain/contract-call.ts'
import type { TransactionIntent } from '../../chain/intents.ts'
import type { Spend } from '../../chain/read-spend.ts'
import { readVoucherMessage } from '../../chain/voucher-message.ts'

/** An intent with something to do; `resume` is turned into one of these first. */
export type FreshIntent = Exclude<TransactionIntent, { kind: 'resume' }>

/** Everything the receipt shows and the wallet will be asked for, read and verified at one block. */
export interface Plan {
  /** Tells one plan from the next: the voucher's digest. What was confirmed is exactly what was shown. */
  readonly id: string
  readonly account: Address
  /** Absent for a voucher found again without its request. */
  readonly intent: FreshIntent | null
  /** Absent where no voucher is needed (revoking an approval). */
  readonly voucher: Voucher | null
  readonly call: ContractCall
  readonly spends: readonly Spend[]
  /** Network fee of all steps together, at most, in wei; and what the wallet has for it. */
  readonly gas: { readonly cost: bigint; readonly balance: bigint }
  /** Last second of the voucher, by the chain's time. */
  readonly deadline: number | null
  readonly blockNumber: bigint
  /** Chain time of that block (Unix seconds), and this device's clock when it was read (ms). */
  readonly blockTime: number
  readonly readAtMs: number
}

/** Chain time now, as far as can be told between two blocks. */
const chainNow = ({ blockTime, readAtMs }: Pick<Plan, 'blockTime' | 'readAtMs'>, nowMs: number): number =>
  blockTime + Math.max(0, (nowMs - readAtMs) / 1_000)

/** A voucher this near its end is renewed before anybody signs it: the wallet and a block still take their time. */
const RENEW_MARGIN_SECONDS = 45

export const isExpiring = (plan: Plan, nowMs: number): boolean =>
  plan.deadline !== null && chainNow(plan, nowMs) > plan.deadline - RENEW_MARGIN_SECONDS

/** What a renewed quote changed in what leaves or comes; shown, and confirmed again. Base units, or counts. */
export interface Change {
  readonly field: 'USDT' | 'DRGV' | 'DR' | 'burn' | 'machines' | 'periods'
  readonly before: bigint
  readonly after: bigint
}

const measures = (voucher: Voucher): Readonly<Partial<Record<Change['field'], bigint>>> => {
  const message = readVoucherMessage(voucher.typedData)
  switch (message.primaryType) {
    case 'BuyMachine':
      return { USDT: message.usdtAmount, DRGV: message.DRGVAmount, machines: message.machineCount }
    case 'ActivateMachine':
      return {
        DRGV: message.DRGVAmount,
        machines: BigInt(message.machineIDs.length),
        periods: message.Period,
      }
    case 'WithdrawDR':
      return { DR: message.amount, burn: message.burnAmount }
  }
}

/** Empty when the renewed voucher says the same but for its nonce, deadline and price note. */
export function changesBetween(before: Voucher, after: Voucher): readonly Change[] {
  const old = measures(before)
  const renewed = measures(after)
  const fields = Object.keys({ ...old, ...renewed }) as Change['field'][]
  return fields
    .map((field) => ({ field, before: old[field] ?? 0n, after: renewed[field] ?? 0n }))
    .filter((change) => change.before !== change.after)
}
