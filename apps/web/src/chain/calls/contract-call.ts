import { digitDrawAbi } from '@dr/contracts/abi/digit-draw'
import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { usdrAbi } from '@dr/contracts/abi/usdr'
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import type { Voucher } from '@dr/protocol/calls/voucher'
import { DEPOSIT_ORDER_KIND } from '@dr/protocol/constants'
import type { Proof } from '@dr/protocol/roots/proof'
import { argumentFields, voucherSpec } from '@dr/protocol/vouchers'
import { type Address, encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { readVoucherMessage, type VoucherMessage } from '../vouchers/voucher-message.ts'

/** A call that a wallet may be asked to send. */
export interface ContractCall {
  readonly to: Address
  readonly data: Hex
}

/** Builds the call of a voucher; every argument comes from its signed fields. */
export const voucherCall = ({ contract, typedData, signature }: Voucher): ContractCall => ({
  to: contract as Address,
  data: encodeVoucher(readVoucherMessage(typedData), signature as Hex),
})

/** Encodes by the registry's own signature; a test of the server compares it with the contracts' ABI. */
const encodeVoucher = (message: VoucherMessage, signature: Hex): Hex => {
  const { functionName } = voucherSpec(message.kind)
  const passed = argumentFields(message.kind)
  const values = new Map<string, unknown>(Object.entries(message))
  const inputs = [...passed, { name: 'signature', type: 'bytes' }]
  return encodeFunctionData({
    abi: [{ type: 'function', name: functionName, stateMutability: 'nonpayable', inputs, outputs: [] }],
    args: [...passed.map(({ name }) => values.get(name)), signature],
  })
}

/** Lets `spender` pull up to `amount` (base units) inside a call of the wallet's own. */
export const approveCall = (input: { token: Address; spender: Address; amount: bigint }): ContractCall => ({
  to: input.token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [input.spender, input.amount] }),
})

/** Electricity without a voucher, for the wallet's own machines: ids ascending, `periods` of 30 days. */
export const renewCall = (input: {
  digitalRights: Address
  machineIDs: readonly bigint[]
  periods: number
}): ContractCall => ({
  to: input.digitalRights,
  data: encodeFunctionData({
    abi: digitalRightsAbi,
    functionName: 'renew',
    args: [input.machineIDs, BigInt(input.periods)],
  }),
})

/**
 * A package deposit without a voucher: the main contract sends `amount` (base units) on to the node vault.
 */
export const depositCall = (input: {
  digitalRights: Address
  token: Address
  amount: bigint
  packageId: bigint
}): ContractCall => ({
  to: input.digitalRights,
  data: encodeFunctionData({
    abi: digitalRightsAbi,
    functionName: 'deposit',
    args: [input.token, input.amount, input.packageId, DEPOSIT_ORDER_KIND],
  }),
})

/** Wraps USDT into USDR for the wallet itself, 1:1 (base units), or unwraps it. */
export const wrapCall = (input: {
  usdr: Address
  account: Address
  amount: bigint
  way: 'wrap' | 'unwrap'
}): ContractCall => ({
  to: input.usdr,
  data: encodeFunctionData({
    abi: usdrAbi,
    functionName: input.way === 'wrap' ? 'depositFor' : 'withdrawTo',
    args: [input.account, input.amount],
  }),
})

/** An entry of the digit draw (IDigitDraw.enter): `amount` (base units of DR) is burned. */
export const enterDrawCall = (input: {
  digitDraw: Address
  round: bigint
  digit: number
  amount: bigint
}): ContractCall => ({
  to: input.digitDraw,
  data: encodeFunctionData({
    abi: digitDrawAbi,
    functionName: 'enter',
    args: [input.round, input.digit, input.amount],
  }),
})

/** Pays `account` the prize or refund of a round. */
export const claimDrawCall = (input: {
  digitDraw: Address
  round: bigint
  account: Address
}): ContractCall => ({
  to: input.digitDraw,
  data: encodeFunctionData({
    abi: digitDrawAbi,
    functionName: 'claim',
    args: [input.round, input.account],
  }),
})

/** Gives `amount` (base units) of what the caller can claim at `vault` to `to`, by a proof of what it earned. */
export const transferCall = (input: {
  vault: Address
  token: Address
  to: Address
  amount: bigint
  proof: Proof
}): ContractCall => ({
  to: input.vault,
  data: encodeFunctionData({
    abi: withdrawalVaultAbi,
    functionName: 'transferWithin',
    args: [input.token, input.to, input.amount, input.proof],
  }),
})
