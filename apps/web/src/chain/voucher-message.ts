import type { VoucherTypedData } from '@dr/protocol/voucher-schemas'
import type { Address } from '../api/session.ts'

interface Signed<Type extends string> {
  readonly primaryType: Type
  readonly account: Address
  readonly nonce: bigint
  readonly deadline: bigint
}
export interface BuyMachineMessage extends Signed<'BuyMachine'> {
  readonly usdtAmount: bigint
  readonly DRGVAmount: bigint
  readonly DRGVPrice: bigint
  readonly machineCount: bigint
}
export interface ActivateMachineMessage extends Signed<'ActivateMachine'> {
  readonly machineIDs: readonly bigint[]
  readonly DRGVAmount: bigint
  readonly DRGVPrice: bigint
  readonly Period: bigint
}
export interface BuyPODpowerMessage extends Signed<'BuyPODpower' | 'BuyPODpowerAgain'> {
  readonly drAmount: bigint
  readonly USDRAmount: bigint
  readonly referrer: Address
}
export interface WithdrawMessage extends Signed<'WithdrawDR' | 'WithdrawUSDT'> {
  readonly amount: bigint
  /** Base units of DR: of the amount itself, or (USDT) out of the wallet, at most. */
  readonly burnAmount: bigint
  readonly orderId: bigint
}
export interface SwapTokenMessage extends Signed<'SwapToken'> {
  readonly inputAmount: bigint
  readonly outputAmount: bigint
  readonly inputTokenAddress: Address
  readonly outputTokenAddress: Address
  readonly orderId: bigint
}

/** The signed fields as the contract reads them: what a receipt says and what a call sends both come from here alone. */
export type VoucherMessage =
  | BuyMachineMessage
  | ActivateMachineMessage
  | BuyPODpowerMessage
  | WithdrawMessage
  | SwapTokenMessage

type Fields = VoucherTypedData['message']

/** Throws on a field that is missing or is no number: such a voucher cannot be read, and is refused. */
const uint = (fields: Fields, name: string): bigint => {
  const text = fields[name]
  if (typeof text !== 'string' || !/^\d+$/.test(text))
    throw new TypeError(`voucher field ${name} is no number`)
  return BigInt(text)
}

const uints = (fields: Fields, name: string): readonly bigint[] => {
  const texts = fields[name]
  if (!Array.isArray(texts)) throw new TypeError(`voucher field ${name} is no list`)
  return texts.map((text) => uint({ [name]: text }, name))
}

const address = (fields: Fields, name: string): Address => {
  const text = fields[name]
  if (typeof text !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(text))
    throw new TypeError(`voucher field ${name} is no address`)
  return text.toLowerCase() as Address
}

export function readVoucherMessage({ primaryType, message }: VoucherTypedData): VoucherMessage {
  const common = {
    account: address(message, 'account'),
    nonce: uint(message, 'nonce'),
    deadline: uint(message, 'deadline'),
  }
  switch (primaryType) {
    case 'BuyMachine':
      return {
        primaryType,
        ...common,
        usdtAmount: uint(message, 'usdtAmount'),
        DRGVAmount: uint(message, 'DRGVAmount'),
        DRGVPrice: uint(message, 'DRGVPrice'),
        machineCount: uint(message, 'machineCount'),
      }
    case 'ActivateMachine':
      return {
        primaryType,
        ...common,
        machineIDs: uints(message, 'machineIDs'),
        DRGVAmount: uint(message, 'DRGVAmount'),
        DRGVPrice: uint(message, 'DRGVPrice'),
        Period: uint(message, 'Period'),
      }
    case 'BuyPODpower':
    case 'BuyPODpowerAgain':
      return {
        primaryType,
        ...common,
        drAmount: uint(message, 'drAmount'),
        USDRAmount: uint(message, 'USDRAmount'),
        referrer: address(message, 'referrer'),
      }
    case 'WithdrawDR':
    case 'WithdrawUSDT':
      return {
        primaryType,
        ...common,
        amount: uint(message, 'amount'),
        burnAmount: uint(message, 'burnAmount'),
        orderId: uint(message, 'orderId'),
      }
    case 'SwapToken':
      return {
        primaryType,
        ...common,
        inputAmount: uint(message, 'inputAmount'),
        outputAmount: uint(message, 'outputAmount'),
        inputTokenAddress: address(message, 'inputTokenAddress'),
        outputTokenAddress: address(message, 'outputTokenAddress'),
        orderId: uint(message, 'orderId'),
      }
  }
}
