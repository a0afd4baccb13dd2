import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import { getWithdrawalList } from '@dr/protocol/calls/user-money'
import {
  createWithdrawal as createWithdrawalCall,
  withdrawalDetail as withdrawalDetailCall,
} from '@dr/protocol/calls/withdrawal'
import { type EventHandler, eventHandler } from '../../platform/chain/chain-events.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { ModuleParts } from '../../platform/module-parts.ts'
import { route } from '../../platform/route.ts'
import { voucherAnswer } from '../vouchers/index.ts'
import { type BurnFreeBalance, burnFreeBalances } from './burn-free-balances.ts'
import { burnedTotal } from './burned-total.ts'
import { createWithdrawal } from './create-withdrawal.ts'
import { usedUsd } from './daily-limit.ts'
import type { WithdrawalDeps } from './deps.ts'
import { recordWithdrawal } from './record-withdrawal.ts'
import { releaseWithdrawal } from './release-withdrawal.ts'
import { createReserveReader, type ReadReserves } from './reserves.ts'
import { withdrawalDetail } from './withdrawal-detail.ts'

export interface WithdrawalModule extends ModuleParts {
  /** What each vault holds, and what the ledger owes from it, at the ledger's own block. */
  readonly readReserves: ReadReserves
  /** DR burned by final withdrawals, base units. */
  burnedTotal(reader: Reader): Promise<bigint>
  /** What a user has by account and token, and what of it a withdrawal quoted now would let leave without burn. */
  burnFreeBalances(user: {
    readonly userId: UserId
    /** Lower case. */
    readonly account: `0x${string}`
  }): Promise<BurnFreeBalance[]>
  /** What counts against a user's limit on a UTC day, USD with 18 decimals. */
  usedUsd(reader: Reader, query: { readonly userId: UserId; readonly day: string }): Promise<bigint>
}

/** The miner account's vault pays no USDT: its contract has no such event to give. */
const eventHandlers = ({ contracts, vouchers }: WithdrawalDeps): EventHandler[] =>
  contracts.withdrawalVaults.flatMap((address) => [
    eventHandler({
      name: 'withdrawal.withdrawn-dr',
      address,
      abi: withdrawalVaultAbi,
      event: 'WithdrawnDR',
      handle: (tx, event) => recordWithdrawal(tx, vouchers, { token: 'DR', event }),
    }),
    eventHandler({
      name: 'withdrawal.withdrawn-usdt',
      address,
      abi: withdrawalVaultAbi,
      event: 'WithdrawnUSDT',
      handle: (tx, event) => recordWithdrawal(tx, vouchers, { token: 'USDT', event }),
    }),
  ])

export const createWithdrawalModule = (deps: WithdrawalDeps): WithdrawalModule => {
  const { database, vouchers } = deps
  const readReserves = createReserveReader(deps)
  vouchers.onRelease('withdraw-dr', releaseWithdrawal)
  vouchers.onRelease('withdraw-usdt', releaseWithdrawal)
  const listDeps = { reader: database.read, vouchers }
  return {
    readReserves,
    burnedTotal,
    usedUsd,
    burnFreeBalances: (user) => burnFreeBalances(deps, user),
    routes: [
      route(createWithdrawalCall, async ({ body, caller, request: { ip } }) => {
        const { paymentPassword: password } = body
        await deps.security.checkPasswordIfSet({ userId: caller.userId, ip, password })
        return voucherAnswer(
          await createWithdrawal(deps, readReserves, {
            userId: caller.userId,
            account: caller.address,
            vault: body.account,
            token: body.token,
            amount: BigInt(body.amount),
          }),
        )
      }),
      route(withdrawalDetailCall, ({ body, caller }) =>
        withdrawalDetail(listDeps, { ...body, userId: caller.userId }),
      ),
      route(getWithdrawalList, ({ body, caller }) =>
        withdrawalDetail(listDeps, { ...body, userId: caller.userId }),
      ),
    ],
    eventHandlers: eventHandlers(deps),
    advanceHooks: [],
    ticks: [],
  }
}
