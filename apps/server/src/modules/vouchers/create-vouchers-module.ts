import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import type { Logger } from 'pino'
import type { PublicClient } from 'viem'
import { type EventHandler, eventHandler } from '../../platform/chain-events.ts'
import type { WallClock } from '../../platform/clock.ts'
import type { ContractAddresses } from '../../platform/contract-addresses.ts'
import type { Database, Reader, Tx } from '../../platform/database/database.ts'
import type { ModuleParts } from '../../platform/module-parts.ts'
import type { Page } from '../../platform/pagination.ts'
import { issueVoucher, type VoucherRequest } from './issue-voucher.ts'
import { KINDS } from './kinds.ts'
import { listOrders } from './list-orders.ts'
import { openQuote, type QuoteBase } from './open-quote.ts'
import type { Order, OrderKind } from './order.ts'
import { openOrdersOf } from './repository.ts'
import {
  closeOrdersOnUsedNonce,
  lapseOrders,
  type ReleaseHook,
  resolveByDigest,
  type VoucherEvent,
} from './resolve-orders.ts'
import { vouchersRoutes } from './routes.ts'
import { createSigner } from './signer.ts'

type Hex = `0x${string}`

export interface VouchersModule extends ModuleParts {
  /** Reads what a quote of this kind rests on, at `block`. Refuses while the contract takes no vouchers. */
  openQuote(kind: OrderKind, quote: { account: Hex; block: QuoteBase['block'] }): Promise<QuoteBase>
  /** Signs, and keeps the order. See `issue-voucher.ts`. */
  issueVoucher(tx: Tx, request: VoucherRequest): Promise<{ order: Order; reused: boolean }>
  /** The order a final event used, now used. Throws for a digest nobody issued. */
  resolveByDigest(tx: Tx, input: { kind: OrderKind; event: VoucherEvent }): Promise<Order>
  /** Open orders of an account on the kind's contract, of one nonce where it is given. */
  openOrders(reader: Reader, query: { kind: OrderKind; account: Hex; nonce?: bigint }): Promise<Order[]>
  listOrders(reader: Reader, query: Parameters<typeof listOrders>[1]): Promise<Page<Order>>
  /** What frees the stock or the hold of a kind; called once for each order that ends unused. */
  onRelease(kind: OrderKind, hook: ReleaseHook): void
}

export interface VouchersDeps {
  readonly database: Database
  readonly client: PublicClient
  readonly chainId: number
  readonly contracts: ContractAddresses
  /** The signer's key, from SECRETS_DIR. */
  readonly signerKey: Hex
  readonly now: WallClock
  readonly logger: Logger
}

/** Whatever used up a nonce, known or not: the account's other vouchers on it are closed. */
const nonceHandlers = (
  contracts: ContractAddresses,
  close: (tx: Tx, event: VoucherEvent) => Promise<void>,
): EventHandler[] => [
  eventHandler({
    name: 'vouchers.nonce-used-by-purchase',
    address: contracts.digitalRights,
    abi: digitalRightsAbi,
    event: 'MachinesBought',
    handle: close,
  }),
  eventHandler({
    name: 'vouchers.nonce-used-by-activation',
    address: contracts.digitalRights,
    abi: digitalRightsAbi,
    event: 'MachinesActivated',
    handle: close,
  }),
  eventHandler({
    name: 'vouchers.nonce-used-by-withdrawal',
    address: contracts.withdrawalVault0,
    abi: withdrawalVaultAbi,
    event: 'WithdrawnDR',
    handle: close,
  }),
]

export const createVouchersModule = (deps: VouchersDeps): VouchersModule => {
  const { database, client, chainId, contracts, now, logger } = deps
  const signer = createSigner(deps.signerKey)
  const hooks = new Map<OrderKind, ReleaseHook>()
  const releasing = { hooks, logger }
  const contractOf = (kind: OrderKind): Hex => contracts[KINDS[kind].contract]

  return {
    openQuote: (kind, { account, block }) =>
      openQuote(client, {
        spec: KINDS[kind],
        contract: contractOf(kind),
        account,
        signer: signer.address,
        block,
      }),
    issueVoucher: (tx, request) =>
      issueVoucher(tx, { chainId, contract: contractOf(request.kind), signer, now }, request),
    resolveByDigest,
    openOrders: (reader, { kind, account, nonce }) =>
      openOrdersOf(reader, {
        account,
        contract: contractOf(kind),
        ...(nonce === undefined ? {} : { nonce }),
      }),
    listOrders,
    onRelease: (kind, hook) => {
      if (hooks.has(kind)) throw new TypeError(`two hooks for ${kind}`)
      hooks.set(kind, hook)
    },
    routes: vouchersRoutes({ database }),
    eventHandlers: nonceHandlers(contracts, (tx, event) => closeOrdersOnUsedNonce(tx, releasing, event)),
    advanceHooks: [{ name: 'vouchers.lapse', run: (tx, { to }) => lapseOrders(tx, releasing, to) }],
    ticks: [],
  }
}
