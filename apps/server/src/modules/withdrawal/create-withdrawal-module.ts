import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import { withdrawalDetail as withdrawalDetailCall } from '@dr/protocol/calls/users'
import { createWithdrawal as createWithdrawalCall } from '@dr/protocol/calls/withdrawal'
import { eventHandler } from '../../platform/chain-events.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { ModuleParts } from '../../platform/module-parts.ts'
import { route } from '../../platform/route.ts'
import { voucherAnswer } from '../vouchers/index.ts'
import { burnedTotal } from './burned-total.ts'
import { createWithdrawal, type WithdrawalDeps } from './create-withdrawal.ts'
import { readVaultReserve, type VaultReserve } from './read-vault.ts'
import { recordWithdrawal, releaseWithdrawal } from './record-withdrawal.ts'
import { withdrawalDetail } from './withdrawal-detail.ts'

export interface WithdrawalModule extends ModuleParts {
  /** What the miner vault holds, and what the ledger owes from it, at the ledger's own block. */
  readReserve(reader: Reader): Promise<VaultReserve>
  /** DR burned by final withdrawals, base units. */
  burnedTotal(reader: Reader): Promise<bigint>
}

export const createWithdrawalModule = (deps: WithdrawalDeps): WithdrawalModule => {
  const { database, client, contracts, vouchers } = deps
  vouchers.onRelease('withdraw-dr', releaseWithdrawal)
  return {
    readReserve: (reader) =>
      readVaultReserve({ client, vault: contracts.withdrawalVault0, token: contracts.dr }, reader),
    burnedTotal,
    routes: [
      route(createWithdrawalCall, async ({ body, caller }) =>
        voucherAnswer(
          await createWithdrawal(deps, {
            userId: caller.userId,
            account: caller.address,
            vault: body.account,
            token: body.token,
            amount: BigInt(body.amount),
          }),
        ),
      ),
      route(withdrawalDetailCall, ({ body, caller }) =>
        withdrawalDetail({ reader: database.read, vouchers }, { ...body, userId: caller.userId }),
      ),
    ],
    eventHandlers: [
      eventHandler({
        name: 'withdrawal.withdrawn-dr',
        address: contracts.withdrawalVault0,
        abi: withdrawalVaultAbi,
        event: 'WithdrawnDR',
        handle: (tx, event) => recordWithdrawal(tx, vouchers, event),
      }),
    ],
    advanceHooks: [],
    ticks: [],
  }
}
