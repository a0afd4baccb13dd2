import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import { PAYOUT_TOKENS } from '@dr/protocol/tokens'
import { type EventHandler, eventHandler } from '../../platform/chain/chain-events.ts'
import { type ChainNumber, countedEvent } from '../../platform/chain/chain-numbers.ts'
import { selectorOf } from '../../platform/chain/chain-views.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'
import type { UserId } from '../../platform/ids.ts'
import type { ModuleParts } from '../../platform/module-parts.ts'
import { type BurnFreeBalance, burnFreeBalances } from './burn-free-balances.ts'
import { burnedTotal } from './burned-total.ts'
import { usedUsd } from './daily-limit.ts'
import type { WithdrawalDeps } from './deps.ts'
import { recordWithdrawal } from './record-withdrawal.ts'
import { releaseWithdrawal } from './release-withdrawal.ts'
import { createReserveReader, type ReadReserves } from './reserves.ts'
import { withdrawalRoutes } from './routes.ts'

export interface WithdrawalModule extends ModuleParts {
  /** Holdings and debts of each vault, at the ledger's own block. */
  readonly readReserves: ReadReserves
  /** DR burned by final withdrawals, base units. */
  burnedTotal(reader: Reader): Promise<bigint>
  /** A user's balances by account and token, and how much of each could be withdrawn now without burn. */
  burnFreeBalances(user: { readonly userId: UserId; readonly account: LowerHex }): Promise<BurnFreeBalance[]>
  /** Amount that counts against a user's limit on a UTC day, USD with 18 decimals. */
  usedUsd(reader: Reader, query: { readonly userId: UserId; readonly day: string }): Promise<bigint>
}

/** The miner account's vault pays no USDT, so its contract has no such event. */
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

/** `totalPaid` of each vault and token. */
const paidNumbers = ({ contracts }: WithdrawalDeps): ChainNumber[] => {
  const selector = selectorOf(withdrawalVaultAbi, 'totalPaid')
  const events = { DR: 'WithdrawnDR', USDT: 'WithdrawnUSDT' } as const
  return contracts.withdrawalVaults.flatMap((address, vault) =>
    PAYOUT_TOKENS.map((token) => ({
      name: `withdrawal.paid-${vault}-${token}`,
      view: { address, selector, argument: contracts[token] },
      events: [
        countedEvent({
          address,
          abi: withdrawalVaultAbi,
          event: events[token],
          add: ({ amount }) => amount,
        }),
        countedEvent({
          address,
          abi: withdrawalVaultAbi,
          event: 'Claimed',
          add: (claim) => (claim.token.toLowerCase() === contracts[token] ? claim.amount : 0n),
        }),
      ],
    })),
  )
}

export const createWithdrawalModule = (deps: WithdrawalDeps): WithdrawalModule => {
  const { vouchers } = deps
  const readReserves = createReserveReader(deps)
  vouchers.onRelease('withdraw-dr', releaseWithdrawal)
  vouchers.onRelease('withdraw-usdt', releaseWithdrawal)
  return {
    readReserves,
    burnedTotal,
    usedUsd,
    burnFreeBalances: (user) => burnFreeBalances(deps, user),
    routes: withdrawalRoutes(deps, readReserves),
    eventHandlers: eventHandlers(deps),
    chainNumbers: paidNumbers(deps),
    advanceHooks: [],
    ticks: [],
  }
}
