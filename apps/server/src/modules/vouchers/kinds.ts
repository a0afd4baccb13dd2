import type { ErrorName } from '@dr/protocol/errors'
import type { VoucherType } from '@dr/protocol/typed-data'
import type { OrderKind } from './order.ts'

export interface KindSpec {
  readonly primaryType: VoucherType
  /** Contract that takes it. */
  readonly contract: 'digitalRights' | 'withdrawalVault0'
  /** What is answered while the contract takes no vouchers. */
  readonly stopped: ErrorName
}

export const KINDS: Readonly<Record<OrderKind, KindSpec>> = {
  'buy-machine': { primaryType: 'BuyMachine', contract: 'digitalRights', stopped: 'FEATURE_OFF' },
  'activate-machine': { primaryType: 'ActivateMachine', contract: 'digitalRights', stopped: 'FEATURE_OFF' },
  'withdraw-dr': { primaryType: 'WithdrawDR', contract: 'withdrawalVault0', stopped: 'WITHDRAWALS_STOPPED' },
}
