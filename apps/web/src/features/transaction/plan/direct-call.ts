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
  transferCall,
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
  'transferWithin',
] as const
/** Intents that need no voucher: any wallet may make the call. */
export type DirectIntent = Extract<FreshIntent, { kind: (typeof DIRECT_KINDS)[number] }>
export const isDirect = (intent: FreshIntent): intent is DirectIntent =>
  (DIRECT_KINDS as readonly string[]).includes(intent.kind)

const TOKENLESS_KINDS = ['revokeApproval', 'claimDraw', 'transferWithin'] as const
type TokenlessIntent = Extract<DirectIntent, { kind: (typeof TOKENLESS_KINDS)[number] }>
/** Calls that take nothing out of the wallet: they are one step, whose gas is always estimated. */
export const needsNoToken = (intent: DirectIntent): intent is TokenlessIntent =>
  (TOKENLESS_KINDS as readonly string[]).includes(intent.kind)

export interface DirectCall {
  readonly call: ContractCall
  readonly outgoing: readonly TokenAmount[]
  readonly incoming: readonly TokenAmount[]
}

/** Tokens that an intent without a voucher takes out of the wallet, and brings. */
export const directTokens = (intent: DirectIntent): Omit<DirectCall, 'call'> => {
  switch (intent.kind) {
    case 'renewMachine': {
      const machines = namedNow(intent).length
      const amount = electricityFee({ machines, periods: intent.Period })
      return { outgoing: [{ token: 'DRGV', amount }], incoming: [] }
    }
    case 'deposit':
      return { outgoing: [{ token: intent.token, amount: intent.amount }], incoming: [] }
    case 'wrapUSDR':
    case 'unwrapUSDR': {
      const { amount } = intent
      const [from, to] =
        intent.kind === 'wrapUSDR' ? (['USDT', 'USDR'] as const) : (['USDR', 'USDT'] as const)
      return { outgoing: [{ token: from, amount }], incoming: [{ token: to, amount }] }
    }
    case 'enterDraw':
      return { outgoing: [{ token: 'DR', amount: intent.amount }], incoming: [] }
    case 'claimDraw':
      return { outgoing: [], incoming: [{ token: 'DR', amount: intent.amount }] }
    case 'transferWithin':
    case 'revokeApproval':
      return { outgoing: [], incoming: [] }
  }
}

/** Machines of the first call, up to its maximum. */
const namedNow = ({ machineIDs }: DirectIntent & { kind: 'renewMachine' }): readonly string[] =>
  machineIDs.slice(0, MACHINE_BATCH_MAX)

const callOf = (intent: DirectIntent, account: Address, { contracts }: Config): ContractCall => {
  const usdr = contracts.USDR as Address
  switch (intent.kind) {
    case 'renewMachine':
      return renewCall({
        digitalRights: contracts.DigitalRights as Address,
        machineIDs: namedNow(intent).map(BigInt),
        periods: intent.Period,
      })
    case 'deposit':
      return depositCall({
        digitalRights: contracts.DigitalRights as Address,
        token: contracts[intent.token] as Address,
        amount: intent.amount,
        packageId: intent.chainPackageId,
      })
    case 'wrapUSDR':
    case 'unwrapUSDR':
      return wrapCall({
        usdr,
        account,
        amount: intent.amount,
        way: intent.kind === 'wrapUSDR' ? 'wrap' : 'unwrap',
      })
    case 'enterDraw': {
      const { round, digit, amount } = intent
      return enterDrawCall({ digitDraw: contracts.DigitDraw as Address, round, digit, amount })
    }
    case 'claimDraw':
      return claimDrawCall({ digitDraw: contracts.DigitDraw as Address, round: intent.round, account })
    case 'transferWithin': {
      const { vault, token, to, amount, proof } = intent
      const call = { vault: contracts.withdrawalVaults[vault] as Address, to, amount, proof }
      return transferCall({ ...call, token: contracts[token] as Address })
    }
    case 'revokeApproval': {
      const token = contracts[intent.token] as Address
      return approveCall({ token, spender: intent.spender, amount: 0n })
    }
  }
}

/** The call of an intent without a voucher; all of it is known on this device. */
export const directCall = (intent: DirectIntent, account: Address, config: Config): DirectCall => ({
  call: callOf(intent, account, config),
  ...directTokens(intent),
})
