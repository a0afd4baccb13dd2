import type { Token } from '@dr/protocol/amounts'
import type { Voucher } from '@dr/protocol/calls/voucher'
import { MACHINE_BATCH_MAX } from '@dr/protocol/constants'
import { orderIdToUint } from '@dr/protocol/order-id'
import { electricityFee, machineCost } from '@dr/protocol/rules/machine-cost'
import { splitBurnFree } from '@dr/protocol/rules/unreturned'
import { burnShare } from '@dr/protocol/rules/withdrawal-burn'
import type { Address } from 'viem'
import type { Config } from '../../api/config.ts'
import { expectEqual, type Mismatch } from './mismatches.ts'
import type { VoucherMessage } from './voucher-message.ts'
import { tokenAt } from './voucher-tokens.ts'

type AccountIndex = 0 | 1 | 2

/**
 * What the user asked for, from their own screen; absent for a voucher found again without its request. Base
 * units.
 */
export type VoucherRequest =
  | {
      readonly kind: 'buyMachine'
      readonly machineCount: number
      /** As the list of products said it: USD with 18 decimals, and the part paid in DRGV. */
      readonly product: { readonly price: bigint; readonly drgvShareBps: number }
    }
  | {
      readonly kind: 'activateMachine'
      readonly machineIDs: readonly string[] | null
      readonly Period: number
    }
  | {
      readonly kind: 'withdraw'
      readonly account: AccountIndex
      readonly token: 'DR' | 'USDT'
      readonly amount: bigint
    }
  | {
      readonly kind: 'buyPODpower'
      readonly drAmount: bigint
      /** The bound inviter; the zero address where there is none. */
      readonly referrer: Address
    }
  | {
      readonly kind: 'swapToken'
      readonly input: Token
      readonly output: Token
      readonly inputAmount: bigint
    }
type RequestOf<Kind extends VoucherRequest['kind']> = Extract<VoucherRequest, { kind: Kind }>

interface Input {
  readonly asked: VoucherRequest | null
  readonly config: Config
  readonly voucher: Voucher
}

/** The request, when it is of this kind; a mismatch when the voucher is for something else than was asked. */
function sameKind<Kind extends VoucherRequest['kind']>(
  asked: VoucherRequest | null,
  kind: Kind,
): { readonly asked: RequestOf<Kind> | null; readonly mismatches: Mismatch[] } {
  if (asked === null || asked.kind === kind) return { asked: asked as RequestOf<Kind> | null, mismatches: [] }
  return { asked: null, mismatches: expectEqual('request', asked.kind, kind) }
}

/** Whether the signed amounts are what the user asked for, at the prices shown and the fees written down. */
export function checkRequest(input: Input, message: VoucherMessage): Mismatch[] {
  switch (message.kind) {
    case 'buy-machine':
      return checkPurchase(input, message)
    case 'activate-machine':
      return checkActivation(input, message)
    case 'withdraw-dr':
    case 'withdraw-usdt':
      return checkWithdrawal(input, message)
    case 'buy-pod-power':
    case 'buy-pod-power-again':
      return checkPODpower(input, message)
    case 'swap-token':
      return checkSwap(input, message)
  }
}

const checkPrice = ({ voucher }: Input, DRGVPrice: bigint): Mismatch[] =>
  expectEqual('price', DRGVPrice, voucher.prices.DRGV?.price ?? null)

function checkPurchase(input: Input, message: VoucherMessage<'buy-machine'>): Mismatch[] {
  const price = checkPrice(input, message.DRGVPrice)
  const { asked, mismatches } = sameKind(input.asked, 'buyMachine')
  if (asked === null) return [...price, ...mismatches]
  const machineCount = Math.min(asked.machineCount, MACHINE_BATCH_MAX)
  const cost = machineCost({ ...asked.product, machineCount, drgvPrice: message.DRGVPrice })
  return [
    ...price,
    ...expectEqual('request', machineCount, Number(message.machineCount)),
    ...expectEqual('amounts', [cost.usdtAmount, cost.drgvAmount], [message.usdtAmount, message.DRGVAmount]),
  ]
}

function checkActivation(input: Input, message: VoucherMessage<'activate-machine'>): Mismatch[] {
  const fee = electricityFee({ machines: message.machineIDs.length, periods: Number(message.Period) })
  const { asked, mismatches } = sameKind(input.asked, 'activateMachine')
  return [
    ...checkPrice(input, message.DRGVPrice),
    ...expectEqual('amounts', fee, message.DRGVAmount),
    ...mismatches,
    ...(asked === null ? [] : checkMachines(asked, message)),
  ]
}

function checkMachines(
  asked: RequestOf<'activateMachine'>,
  message: VoucherMessage<'activate-machine'>,
): Mismatch[] {
  const period = expectEqual('request', asked.Period, Number(message.Period))
  if (asked.machineIDs === null) return period
  // An order of many is split: then its machines are a part of those asked for, none twice, as the contract
  // demands.
  const wanted = new Set(asked.machineIDs)
  const strangers = message.machineIDs.map(String).filter((id) => !wanted.has(id))
  const count = Math.min(wanted.size, MACHINE_BATCH_MAX)
  return [
    ...period,
    ...expectEqual('request', [], strangers),
    ...expectEqual('request', count, new Set(message.machineIDs).size),
  ]
}

/**
 * The burn is that of what was earned: DR burns its own share of it, exactly. What is said to leave without
 * burn (deposits not yet returned) is part of the amount, and of the node account alone. What USDT may burn
 * depends on the price, and is held against the chain when the plan is made (`read-fair-terms.ts`).
 */
function checkWithdrawal(input: Input, message: VoucherMessage<'withdraw-dr' | 'withdraw-usdt'>): Mismatch[] {
  const { asked, mismatches } = sameKind(input.asked, 'withdraw')
  const token = message.kind === 'withdraw-dr' ? 'DR' : 'USDT'
  const fromNode =
    input.config.contracts.withdrawalVaults[2]?.toLowerCase() === input.voucher.contract.toLowerCase()
  const actual = BigInt(input.voucher.withdrawal?.burnFree ?? 0)
  const { burnFree, burnable } = splitBurnFree({ amount: message.amount, unreturned: fromNode ? actual : 0n })
  const burnBps = BigInt(input.config.parameters.withdrawalBurnBps)
  return [
    ...mismatches,
    ...(asked === null ? [] : expectEqual('request', [asked.token, asked.amount], [token, message.amount])),
    ...expectEqual('receipt', burnFree, actual),
    ...(token === 'USDT' && burnable > 0n
      ? []
      : expectEqual('amounts', burnShare({ burnable, burnBps }), message.burnAmount)),
    ...expectEqual('header', orderIdToUint(input.voucher.orderId), message.orderId),
  ]
}

function checkPODpower(
  { asked: request }: Input,
  message: VoucherMessage<'buy-pod-power' | 'buy-pod-power-again'>,
): Mismatch[] {
  const { asked, mismatches } = sameKind(request, 'buyPODpower')
  if (asked === null) return mismatches
  return expectEqual('request', [asked.drAmount, asked.referrer], [message.drAmount, message.referrer])
}

function checkSwap(
  { asked: request, config, voucher }: Input,
  message: VoucherMessage<'swap-token'>,
): Mismatch[] {
  const { asked, mismatches } = sameKind(request, 'swapToken')
  const order = expectEqual('header', orderIdToUint(voucher.orderId), message.orderId)
  if (asked === null) return [...mismatches, ...order]
  const actual = [
    tokenAt(config, message.inputTokenAddress),
    tokenAt(config, message.outputTokenAddress),
    message.inputAmount,
  ]
  return [...order, ...expectEqual('request', [asked.input, asked.output, asked.inputAmount], actual)]
}
