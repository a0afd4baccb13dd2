import type { VaultIndex } from '@dr/protocol/token-table'
import { createBatcher, createSharedAsker } from '../../platform/batcher.ts'
import { chainNow } from '../../platform/chain/chain-clock.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'
import type { ModuleParts } from '../../platform/module-parts.ts'
import type { Page } from '../../platform/pagination.ts'
import { createSettingsReader } from '../parameters/index.ts'
import type { VouchersDeps } from './deps.ts'
import {
  type IssueContext,
  type Issued,
  issueVoucher,
  issueVouchers,
  type VoucherRequest,
} from './issue/issue-voucher.ts'
import { contractOf, type OrderTarget } from './kinds.ts'
import { listOrders, type OrdersQuery } from './list-orders.ts'
import { nonceHandlers } from './nonce-handlers.ts'
import { createContractStates, openQuote, type QuoteBase } from './open-quote.ts'
import { isOfKind, type Order, type OrderKind, type OrderOf } from './order.ts'
import {
  endOrders,
  expireOrders,
  type ReleaseHook,
  resolveByDigest,
  supersedeOrders,
  type VoucherEvent,
} from './resolve-orders.ts'
import { vouchersRoutes } from './routes.ts'
import type { VoucherSigner } from './signing/voucher-signer.ts'
import { isIssued, openOrdersOf } from './store.ts'

export interface VouchersModule extends ModuleParts {
  /**
   * Reads, at `block`, the state that a quote of this kind needs. Throws while the contract accepts no
   * vouchers.
   */
  openQuote(
    kind: OrderKind,
    quote: { account: LowerHex; block: QuoteBase['block']; vault?: VaultIndex },
  ): Promise<QuoteBase>
  /** Addresses of the keys that can sign, lower case. */
  readonly signerAddresses: VoucherSigner['addresses']
  /** Signs a voucher and stores its order (`issue-voucher.ts`). */
  issueVoucher(tx: Tx, request: VoucherRequest): Promise<Issued>
  /** Issues a voucher in its own transaction: concurrent requests are issued in one batch. */
  issueAlone(request: VoucherRequest): Promise<Issued>
  /**
   * Marks the order of a final event as `used`, and returns it. Throws for a digest that was never issued.
   */
  resolveByDigest<Kind extends OrderKind>(
    tx: Tx,
    input: { kind: Kind; event: VoucherEvent },
  ): Promise<OrderOf<Kind>>
  /** Whether a voucher with this digest was issued here. */
  isIssued(reader: Reader, digest: LowerHex): Promise<boolean>
  /** Open orders of an account on the kind's contract, optionally of one nonce. */
  openOrders(reader: Reader, query: OrderTarget & { account: LowerHex; nonce?: bigint }): Promise<Order[]>
  /** See `list-orders.ts`; `vault`: only orders of its contract. */
  listOrders<Kind extends OrderKind>(
    reader: Reader,
    query: Omit<OrdersQuery<Kind>, 'contract'> & { readonly vault?: VaultIndex | undefined },
  ): Promise<Page<OrderOf<Kind>>>
  /** Supersedes an account's open vouchers on a contract up to a nonce (`resolve-orders.ts`). */
  endOrders(
    tx: Tx,
    input: {
      readonly account: LowerHex
      readonly contract: LowerHex
      readonly nonce: bigint
      readonly at: Date
    },
  ): Promise<void>
  /**
   * Registers the hook that releases the stock or the hold of a kind; called once for each order that ends
   * unused.
   */
  onRelease<Kind extends OrderKind>(kind: Kind, hook: ReleaseHook<Kind>): void
}

export const createVouchersModule = (deps: VouchersDeps): VouchersModule => {
  const { database, client, chainId, contracts, signer, now, logger, ledgerLagMaxSeconds } = deps
  const stateOf = createContractStates(client)
  const ledgerLag =
    ledgerLagMaxSeconds === undefined
      ? undefined
      : {
          readClock: createSharedAsker(() => chainNow(database.read)),
          maxSeconds: ledgerLagMaxSeconds,
        }
  const settings = createSettingsReader(() => database.read)
  const issuing: IssueContext = {
    chainId,
    contractOf: (target) => contractOf(contracts, target),
    signer,
    now,
    logger,
  }
  const hooks = new Map<OrderKind, ReleaseHook>()
  const releasing = { hooks, logger }

  return {
    openQuote: (kind, { account, block, ...target }) =>
      openQuote(
        { client, stateOf, settings, ledgerLag },
        {
          kind,
          contract: contractOf(contracts, { kind, ...target }),
          account,
          signers: signer.addresses,
          block,
        },
      ),
    signerAddresses: signer.addresses,
    issueVoucher: (tx, request) => issueVoucher(tx, issuing, request),
    issueAlone: createBatcher({
      run: (requests) => database.transaction((tx) => issueVouchers(tx, issuing, requests)),
    }),
    resolveByDigest,
    isIssued,
    openOrders: (reader, { account, nonce, ...target }) =>
      openOrdersOf(reader, logger, {
        account,
        contract: contractOf(contracts, target),
        ...(nonce === undefined ? {} : { nonce }),
      }),
    listOrders: (reader, { vault, ...query }) =>
      listOrders(reader, logger, {
        ...query,
        contract: vault === undefined ? undefined : contracts.withdrawalVaults[vault],
      }),
    endOrders: (tx, input) => endOrders(tx, releasing, input),
    onRelease: (kind, hook) => {
      if (hooks.has(kind)) throw new TypeError(`two hooks for ${kind}`)
      hooks.set(kind, (tx, { order, ...end }) => {
        if (!isOfKind(order, kind)) throw new TypeError(`order ${order.id} is of ${order.kind}, not ${kind}`)
        return hook(tx, { order, ...end })
      })
    },
    routes: vouchersRoutes({ database, logger }),
    eventHandlers: nonceHandlers(contracts, (tx, event) => supersedeOrders(tx, releasing, event)),
    advanceHooks: [{ name: 'vouchers.expire', run: (tx, { to }) => expireOrders(tx, releasing, to) }],
    ticks: [],
  }
}
