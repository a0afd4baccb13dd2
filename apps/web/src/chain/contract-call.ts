import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import type { Voucher } from '@dr/protocol/calls/voucher'
import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import type { Address } from '../api/session.ts'
import { readVoucherMessage } from './voucher-message.ts'

/** A call a wallet may be asked to send. */
export interface ContractCall {
  readonly to: Address
  readonly data: Hex
}

/** The call a voucher permits; every argument comes from its signed fields. */
export function voucherCall({ contract, typedData, signature }: Voucher): ContractCall {
  const message = readVoucherMessage(typedData)
  const to = contract as Address
  const proof = signature as Hex
  const { deadline } = message
  switch (message.primaryType) {
    case 'BuyMachine':
      return {
        to,
        data: encodeFunctionData({
          abi: digitalRightsAbi,
          functionName: 'buyMachine',
          args: [
            message.usdtAmount,
            message.DRGVAmount,
            message.DRGVPrice,
            message.machineCount,
            deadline,
            proof,
          ],
        }),
      }
    case 'ActivateMachine':
      return {
        to,
        data: encodeFunctionData({
          abi: digitalRightsAbi,
          functionName: 'activateMachine',
          args: [message.machineIDs, message.DRGVAmount, message.DRGVPrice, message.Period, deadline, proof],
        }),
      }
    case 'WithdrawDR':
      return {
        to,
        data: encodeFunctionData({
          abi: withdrawalVaultAbi,
          functionName: 'withdrawDR',
          args: [message.amount, message.burnAmount, message.orderId, deadline, proof],
        }),
      }
  }
}

/** Lets `spender` pull up to `amount` (base units) inside a call of the wallet's own. */
export const approveCall = (input: { token: Address; spender: Address; amount: bigint }): ContractCall => ({
  to: input.token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [input.spender, input.amount] }),
})
