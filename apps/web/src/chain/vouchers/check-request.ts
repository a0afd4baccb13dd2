import type { Token } from '@dr/protocol/amounts'
import type { Voucher } from '@dr/protocol/calls/voucher'
import { MACHINE_BATCH_MAX } from '@dr/protocol/constants'
import { orderIdToUint } from '@dr/protocol/order-id'
import { electricityFee, machineCost } from '@dr/protocol/rules/machine-cost'
import { splitBurnFree } from '@dr/protocol/rules/unreturned'
import { burnShare } from '@dr/protocol/rules/withdrawal-burn'
import type { Config } from '../../api/config.ts'
import type { Address } from '../../api/session/session.ts'
import { expectEqual, type Lie } from './lies.ts'
import type { VoucherMessage } from './voucher-message.ts'
import { tokenAt } from './voucher-tokens.ts'

type AccountIndex = 0 | 1 | 2

/** What the user asked for, from their own screen; absent for a voucher found again without its request. Base units. */
export type Asked =
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
type AskedFor<Kind extends Asked['kind']> = Extract<Asked, { kind: Kind }>

interface Input {
  readonly asked: Asked | null
  readonly config: Config
  readonly voucher: Voucher
}

/** The request, when it is of this kind; a lie when the voucher is for something else than was asked. */
function sameKind<Kind extends Asked['kind']>(
  asked: Asked | null,
  kind: Kind,
): { readonly asked: AskedFor<Kind> | null; readonly lies: Lie[] } {
  if (asked === null || asked.kind === kind) return { asked: asked as AskedFor<Kind> | null, lies: [] }
  return { asked: null, lies: expectEqual('request', asked.kind, kind) }
}

/** Whether the signed amounts are what the user asked for, at the prices shown and the fees written down. */
export function checkRequest(input: Input, message: VoucherMessage): Lie[] {
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

const priceTold = ({ voucher }: Input, DRGVPrice: bigint): Lie[] =>
  expectEqual('price', DRGVPrice, voucher.prices.DRGV?.price ?? null)

function checkPurchase(input: Input, message: VoucherMessage<'buy-machine'>): Lie[] {
  const price = priceTold(input, message.DRGVPrice)
  const { asked, lies } = sameKind(input.asked, 'buyMachine')
  if (asked === null) return [...price, ...lies]
  const machineCount = Math.min(asked.machineCount, MACHINE_BATCH_MAX)
  const cost = machineCost({ ...asked.product, machineCount, drgvPrice: message.DRGVPrice })
  return [
    ...price,
    ...expectEqual('request', machineCount, Number(message.machineCount)),
    ...expectEqual('amounts', [cost.usdtAmount, cost.drgvAmount], [message.usdtAmount, message.DRGVAmount]),
  ]
}

function checkActivation(input: Input, message: VoucherMessage<'activate-machine'>): Lie[] {
  const fee = electricityFee({ machines: message.machineIDs.length, periods: Number(message.Period) })
  const { asked, lies } = sameKind(input.asked, 'activateMachine')
  return [
    ...priceTold(input, message.DRGVPrice),
    ...expectEqual('amounts', fee, message.DRGVAmount),
    ...lies,
    ...(asked === null ? [] : checkMachines(asked, message)),
  ]
}

function checkMachines(
  asked: AskedFor<'activateMachine'>,
  message: VoucherMessage<'activate-machine'>,
): Lie[] {
  const period = expectEqual('request', asked.Period, Number(message.Period))
  if (asked.machineIDs === null) return period
  // An order of many is split: then its machines are a part of those asked for, none twice, as the contract demands.
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
 * The burn is that of what was earned: DR burns its own share of it, exactly. What is said to leave without burn (deposits
 * not yet returned) is part of the amount, and of the node account alone. What USDT may burn depends on the price, and is
 * held against the chain when the plan is made (`read-fair-terms.ts`).
 */
function checkWithdrawal(input: Input, message: VoucherMessage<'withdraw-dr' | 'withdraw-usdt'>): Lie[] {
  const { asked, lies } = sameKind(input.asked, 'withdraw')
  const token = message.kind === 'withdraw-dr' ? 'DR' : 'USDT'
  const fromNode =
    input.config.contracts.withdrawalVaults[2]?.toLowerCase() === input.voucher.contract.toLowerCase()
  const told = BigInt(input.voucher.withdrawal?.burnFree ?? 0)
  const { burnFree, burnable } = splitBurnFree({ amount: message.amount, unreturned: fromNode ? told : 0n })
  const burnBps = BigInt(input.config.parameters.withdrawalBurnBps)
  return [
    ...lies,
    ...(asked === null ? [] : expectEqual('request', [asked.token, asked.amount], [token, message.amount])),
    ...expectEqual('told', burnFree, told),
    ...(token === 'USDT' && burnable > 0n
      ? []
      : expectEqual('amounts', burnShare({ burnable, burnBps }), message.burnAmount)),
    ...expectEqual('header', orderIdToUint(input.voucher.orderId), message.orderId),
  ]
}

function checkPODpower(
  { asked: request }: Input,
  message: VoucherMessage<'buy-pod-power' | 'buy-pod-power-again'>,
): Lie[] {
  const { asked, lies } = sameKind(request, 'buyPODpower')
  if (asked === null) return lies
  return expectEqual('request', [asked.drAmount, asked.referrer], [message.drAmount, message.referrer])
}

function checkSwap({ asked: request, config, voucher }: Input, message: VoucherMessage<'swap-token'>): Lie[] {
  const { asked, lies } = sameKind(request, 'swapToken')
  const order = expectEqual('header', orderIdToUint(voucher.orderId), message.orderId)
  if (asked === null) return [...lies, ...order]
  const told = [
    tokenAt(config, message.inputTokenAddress),
    tokenAt(config, message.outputTokenAddress),
    message.inputAmount,
  ]
  return [...order, ...expectEqual('request', [asked.input, asked.output, asked.inputAmount], told)]
}
