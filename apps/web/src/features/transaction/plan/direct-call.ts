import { MACHINE_BATCH_MAX } from '@dr/protocol/constants'
import { electricityFee } from '@dr/protocol/rules/machine-cost'
import type { Address } from 'viem'
import type { Config } from '../../../api/config.ts'
import {
  approveCall,
  type ContractCall,
  claimDrawCall,
  depositCall,
  enterDrawCall,
  renewCall,
  wrapCall,
} from '../../../chain/calls/contract-call.ts'
import type { TokenAmount } from '../../../chain/vouchers/voucher-tokens.ts'
import type { FreshIntent } from './plan.ts'

const DIRECT_KINDS = [
  'renewMachine',
  'deposit',
  'wrapUSDR',
  'unwrapUSDR',
  'revokeApproval',
  'enterDraw',
  'claimDraw',
] as const
/** Intents that need no voucher: any wallet may make the call. */
export type DirectIntent = Extract<FreshIntent, { kind: (typeof DIRECT_KINDS)[number] }>
export const isDirect = (intent: FreshIntent): intent is DirectIntent =>
  (DIRECT_KINDS as readonly string[]).includes(intent.kind)

export interface DirectCall {
  readonly call: ContractCall
  readonly outgoing: readonly TokenAmount[]
  readonly incoming: readonly TokenAmount[]
}

/** Builds the call of an intent without a voucher, on this device alone. */
export const directCall = (intent: DirectIntent, account: Address, { contracts }: Config): DirectCall => {
  const usdr = contracts.USDR as Address
  switch (intent.kind) {
    case 'renewMachine': {
      const machineIDs = intent.machineIDs.slice(0, MACHINE_BATCH_MAX)
      const amount = electricityFee({ machines: machineIDs.length, periods: intent.Period })
      const call = renewCall({
        digitalRights: contracts.DigitalRights as Address,
        machineIDs: machineIDs.map(BigInt),
        periods: intent.Period,
      })
      return { call, outgoing: [{ token: 'DRGV', amount }], incoming: [] }
    }
    case 'deposit': {
      const { token, amount, chainPackageId: packageId } = intent
      const call = depositCall({
        digitalRights: contracts.DigitalRights as Address,
        token: contracts[token] as Address,
        amount,
        packageId,
      })
      return { call, outgoing: [{ token, amount }], incoming: [] }
    }
    case 'wrapUSDR':
    case 'unwrapUSDR': {
      const { amount } = intent
      const way = intent.kind === 'wrapUSDR' ? 'wrap' : 'unwrap'
      const [from, to] = way === 'wrap' ? (['USDT', 'USDR'] as const) : (['USDR', 'USDT'] as const)
      return {
        call: wrapCall({ usdr, account, amount, way }),
        outgoing: [{ token: from, amount }],
        incoming: [{ token: to, amount }],
      }
    }
    case 'enterDraw': {
      const { round, digit, amount } = intent
      const digitDraw = contracts.DigitDraw as Address
      const call = enterDrawCall({ digitDraw, round, digit, amount })
      return { call, outgoing: [{ token: 'DR', amount }], incoming: [] }
    }
    case 'claimDraw': {
      const { round, amount } = intent
      const call = claimDrawCall({ digitDraw: contracts.DigitDraw as Address, round, account })
      return { call, outgoing: [], incoming: [{ token: 'DR', amount }] }
    }
    case 'revokeApproval': {
      const token = contracts[intent.token] as Address
      return { call: approveCall({ token, spender: intent.spender, amount: 0n }), outgoing: [], incoming: [] }
    }
  }
}
