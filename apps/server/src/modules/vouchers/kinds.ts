import { SWAP_VOUCHER_LIFETIME_SECONDS, VOUCHER_LIFETIME_SECONDS } from '@dr/protocol/constants'
import type { ErrorName } from '@dr/protocol/errors'
import type { Stoppable } from '@dr/protocol/parameters'
import type { VoucherType } from '@dr/protocol/typed-data'
import type { ContractAddresses } from '../../platform/contract-addresses.ts'
import type { Vault } from '../ledger/index.ts'
import type { OrderKind } from './order.ts'

type Hex = `0x${string}`

export interface KindSpec {
  readonly primaryType: VoucherType
  /** Contract that takes it; `vault`: the withdrawal contract of the account it pays from. */
  readonly contract: 'digitalRights' | 'exchange' | 'vault'
  readonly lifetimeSeconds: number
  /** What is answered while the contract takes no vouchers, or operators have stopped them. */
  readonly stopped: ErrorName
  /** As operators know it. */
  readonly stoppable: Stoppable
}

/** A kind, and the vault where its contract is one of three. */
export interface OrderTarget {
  readonly kind: OrderKind
  /** Of a withdrawal. */
  readonly vault?: Vault
}

const sale = {
  contract: 'digitalRights',
  lifetimeSeconds: VOUCHER_LIFETIME_SECONDS,
  stopped: 'FEATURE_OFF',
} as const
const withdrawal = {
  contract: 'vault',
  lifetimeSeconds: VOUCHER_LIFETIME_SECONDS,
  stopped: 'WITHDRAWALS_STOPPED',
} as const

export const KINDS: Readonly<Record<OrderKind, KindSpec>> = {
  'buy-machine': { primaryType: 'BuyMachine', stoppable: 'buy-machine', ...sale },
  'activate-machine': { primaryType: 'ActivateMachine', stoppable: 'activate-machine', ...sale },
  'buy-pod-power': { primaryType: 'BuyPODpower', stoppable: 'buy-pod-power', ...sale },
  'buy-pod-power-again': { primaryType: 'BuyPODpowerAgain', stoppable: 'buy-pod-power', ...sale },
  'swap-token': {
    primaryType: 'SwapToken',
    contract: 'exchange',
    lifetimeSeconds: SWAP_VOUCHER_LIFETIME_SECONDS,
    stopped: 'FEATURE_OFF',
    stoppable: 'swap-token',
  },
  'withdraw-dr': { primaryType: 'WithdrawDR', stoppable: 'withdraw-dr', ...withdrawal },
  'withdraw-usdt': { primaryType: 'WithdrawUSDT', stoppable: 'withdraw-usdt', ...withdrawal },
}

/** The contract that takes the voucher, and whose nonce it uses. Throws TypeError for a withdrawal without its vault. */
export const contractOf = (contracts: ContractAddresses, { kind, vault }: OrderTarget): Hex => {
  const { contract } = KINDS[kind]
  if (contract !== 'vault') return contracts[contract]
  if (vault === undefined) throw new TypeError(`${kind} is of one of three vaults: say which`)
  return contracts.withdrawalVaults[vault]
}
