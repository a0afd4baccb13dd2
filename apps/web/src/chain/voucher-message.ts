import type { VoucherTypedData } from '@dr/protocol/typed-data'
import type { Address } from '../api/session.ts'

/** The signed fields as the contract reads them: what a receipt says and what a call sends both come from here alone. */
export type VoucherMessage =
  | {
      readonly primaryType: 'BuyMachine'
      readonly account: Address
      readonly usdtAmount: bigint
      readonly DRGVAmount: bigint
      readonly DRGVPrice: bigint
      readonly machineCount: bigint
      readonly nonce: bigint
      readonly deadline: bigint
    }
  | {
      readonly primaryType: 'ActivateMachine'
      readonly account: Address
      readonly machineIDs: readonly bigint[]
      readonly DRGVAmount: bigint
      readonly DRGVPrice: bigint
      readonly Period: bigint
      readonly nonce: bigint
      readonly deadline: bigint
    }
  | {
      readonly primaryType: 'WithdrawDR'
      readonly account: Address
      readonly amount: bigint
      readonly burnAmount: bigint
      readonly orderId: bigint
      readonly nonce: bigint
      readonly deadline: bigint
    }

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

export function readVoucherMessage({ primaryType, message }: VoucherTypedData): VoucherMessage {
  const account = message.account
  if (typeof account !== 'string') throw new TypeError('voucher field account is missing')
  const common = {
    account: account.toLowerCase() as Address,
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
    case 'WithdrawDR':
      return {
        primaryType,
        ...common,
        amount: uint(message, 'amount'),
        burnAmount: uint(message, 'burnAmount'),
        orderId: uint(message, 'orderId'),
      }
  }
}
