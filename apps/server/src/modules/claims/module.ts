import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import type { VaultIndex } from '@dr/protocol/token-table'
import { PAYOUT_TOKENS, type PayoutToken, VAULT_TOKENS } from '@dr/protocol/tokens'
import { type ChainEvent, type EventHandler, eventHandler } from '../../platform/chain/chain-events.ts'
import { type ChainNumber, countedEvent } from '../../platform/chain/chain-numbers.ts'
import { selectorOf } from '../../platform/chain/chain-views.ts'
import type { ContractAddresses } from '../../platform/chain/contract-addresses.ts'
import type { Tx } from '../../platform/database/database.ts'
import { createLeaderGauge } from '../../platform/gauges/leader-gauges.ts'
import type { ModuleParts } from '../../platform/module-parts.ts'
import type { Tick } from '../../platform/tick.ts'
import { readVaultBooks } from '../ledger/index.ts'
import { bookClaims } from './book-claims.ts'
import type { ClaimsDeps } from './deps.ts'
import {
  type PaidByVoucher,
  recordClaimed,
  recordPaymentWithoutOrder,
  recordTransferredWithin,
} from './record-claim.ts'
import { claimsRoutes } from './routes.ts'
import { longestWait } from './store.ts'

const BOOK_SECONDS = 1

const eventHandlers = (deps: ClaimsDeps): EventHandler[] =>
  deps.contracts.withdrawalVaults.flatMap((address, index) => {
    const vault = index as VaultIndex
    return [
      eventHandler({
        name: 'claims.claimed',
        address,
        abi: withdrawalVaultAbi,
        event: 'Claimed',
        handle: (tx, event) => recordClaimed(tx, deps, { vault, event }),
      }),
      eventHandler({
        name: 'claims.transferred',
        address,
        abi: withdrawalVaultAbi,
        event: 'TransferredWithin',
        handle: (tx, event) => recordTransferredWithin(tx, deps, { vault, event }),
      }),
    ]
  })

/** `totalTransferred` of each vault and token; `totalPaid` is among the numbers of withdrawals. */
const transferNumbers = ({ withdrawalVaults, ...contracts }: ContractAddresses): ChainNumber[] =>
  withdrawalVaults.flatMap((address, vault) =>
    PAYOUT_TOKENS.map((name) => ({
      name: `claims.transferred-${vault}-${name}`,
      view: {
        address,
        selector: selectorOf(withdrawalVaultAbi, 'totalTransferred'),
        argument: contracts[name],
      },
      events: [
        countedEvent({
          address,
          abi: withdrawalVaultAbi,
          event: 'TransferredWithin',
          add: ({ token, amount }) => (token.toLowerCase() === contracts[name] ? amount : 0n),
        }),
      ],
    })),
  )

const bookTick = (deps: ClaimsDeps): Tick => {
  const waiting = createLeaderGauge(deps.registry, 'worker', {
    name: 'claims_waiting_seconds',
    help: 'Time for which the oldest claim on chain is not booked to its account; more than a minute is an alarm',
  })
  const uncovered = createLeaderGauge(deps.registry, 'worker', {
    name: 'vault_uncovered_base_units',
    help: 'Claimed on chain above what the accounts’ books covered; more than 0 is an alarm',
    labelNames: ['vault', 'token'] as const,
  })
  return {
    name: 'claims.book',
    schedule: BOOK_SECONDS,
    run: async (signal) => {
      await bookClaims(deps, signal)
      const { read } = deps.database
      waiting.set(Number(await longestWait(read)))
      const books = await readVaultBooks(read)
      for (const { vault, token } of VAULT_TOKENS) {
        const found = books.find((one) => one.vault === vault && one.token === token)
        uncovered.set({ vault: String(vault), token }, Number(found?.uncovered ?? 0n))
      }
    },
  }
}

export interface ClaimsModule extends ModuleParts {
  /** See `recordPaymentWithoutOrder`. */
  recordPaymentWithoutOrder(
    tx: Tx,
    payment: { readonly token: PayoutToken; readonly event: ChainEvent<PaidByVoucher> },
  ): Promise<void>
}

export const createClaimsModule = (deps: ClaimsDeps): ClaimsModule => ({
  recordPaymentWithoutOrder: (tx, payment) => recordPaymentWithoutOrder(tx, deps, payment),
  routes: claimsRoutes(deps),
  eventHandlers: eventHandlers(deps),
  chainNumbers: transferNumbers(deps.contracts),
  advanceHooks: [],
  ticks: [bookTick(deps)],
})
