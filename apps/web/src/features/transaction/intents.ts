import type { Token } from '@dr/protocol/amounts'
import type { NetIncome } from '@dr/protocol/rules/package-offer'
import type { Address } from 'viem'
import { createStore } from '../../lib/store.ts'
import type { QuotedIntent } from './kinds/kinds.ts'

/**
 * What the receipt of a deposit says of it: as the server's intent has it today; it may change until it is
 * final.
 */
interface DepositTerms {
  readonly termDays: number
  readonly incomeToken: 'DR' | 'USDT'
  /** Share of a year, 18 decimals. */
  readonly yearlyRate: bigint
  /** In 1/10,000 of the income. */
  readonly burnBps: bigint
  /** Of the whole term, and what is left of it after the burn when everything is withdrawn. */
  readonly result: NetIncome
  /**
   * Until when the income is funded, Unix seconds: its maturity, were it final now. And what the budget has
   * left, base units of the income's token. Absent: kept by an older version of the app.
   */
  readonly funding?: { readonly until: number; readonly left: bigint }
}

/**
 * Why there is no voucher: the server does not answer, vouchers are stopped, or there is no price to quote.
 */
export type NoVoucher = 'silent' | 'stopped' | 'no-price'

/** What a page may ask the transaction sheet for: a voucher (`kinds/`), or a call. Amounts in base units. */
export type TransactionIntent =
  | QuotedIntent
  /**
   * Electricity paid to the contract directly, since no voucher can be had (ADR 0042). The flow itself asks
   * for it.
   */
  | {
      readonly kind: 'renewMachine'
      /** Ascending; a call takes the first hundred. */
      readonly machineIDs: readonly string[]
      readonly Period: number
      readonly because: NoVoucher
      /**
       * When the first of the machines stops, once this is paid: Unix seconds, from the chain, its life left
       * aside.
       */
      readonly paidUntil: number
    }
  /**
   * A package deposit, which needs no voucher: the event alone decides how it is booked (docs/product.md 4).
   */
  | {
      readonly kind: 'deposit'
      readonly token: 'DR' | 'USDT'
      readonly amount: bigint
      /** As the contract takes it: package and income type in one number. */
      readonly chainPackageId: bigint
      readonly shown: DepositTerms
    }
  /** USDR is USDT wrapped 1:1; both ways at any time, by anyone. */
  | { readonly kind: 'wrapUSDR' | 'unwrapUSDR'; readonly amount: bigint }
  /** An entry of the digit draw: burns the amount. `prize` is what comes if the digit is drawn. */
  | {
      readonly kind: 'enterDraw'
      readonly round: bigint
      readonly digit: number
      readonly amount: bigint
      readonly prize: bigint
      readonly closesAt: number
    }
  /** Fetches what a round owes this wallet: a prize, or a refund. */
  | { readonly kind: 'claimDraw'; readonly round: bigint; readonly amount: bigint }
  /** Sets a standing allowance to 0. */
  | { readonly kind: 'revokeApproval'; readonly token: Token; readonly spender: Address }
  /** An open voucher or a transaction under way, opened again. */
  | { readonly kind: 'resume'; readonly orderId: string }

/**
 * pending: sent, and still waiting when the sheet was closed. closed: nothing was sent. back: nothing was
 * sent, and the user went back to where it was asked for.
 */
export type TransactionOutcome = 'success' | 'pending' | 'failed' | 'rejected' | 'closed' | 'back'

interface Request<Input, Result> {
  /** Tells one request from the next. */
  readonly id: number
  readonly input: Input
  readonly resolve: (result: Result) => void
}

let lastId = 0

/** The open request of each host; a new one answers the one before with its "closed". */
const requests = <Input, Result>(closed: Result) => {
  const store = createStore<Request<Input, Result> | null>(null)
  return {
    useRequest: store.useValue,
    open(input: Input): Promise<Result> {
      store.get()?.resolve(closed)
      lastId += 1
      const id = lastId
      return new Promise((resolve) => store.set({ id, input, resolve }))
    },
    /** The host answers the request it serves, once. */
    close(request: Request<Input, Result>, result: Result): void {
      request.resolve(result)
      if (store.get() === request) store.set(null)
    },
    subscribe: store.subscribe,
    current: store.get,
    pending: () => store.get() !== null,
  }
}

export const connectRequests = requests<null, boolean>(false)
export const transactionRequests = requests<TransactionIntent, TransactionOutcome>('closed')
export const walletRequests = requests<'wallet' | 'receive', null>(null)
export const networkRequests = requests<null, boolean>(false)
export const bindRequests = requests<null, null>(null)

/**
 * Connects, switches the network, signs in, registers; true once signed in, false when the user closed it.
 */
export const openConnect = (): Promise<boolean> => connectRequests.open(null)

/** Quote, receipt, numbered steps and result, in one sheet. */
export const openTransaction = (intent: TransactionIntent): Promise<TransactionOutcome> =>
  transactionRequests.open(intent)

/** The wallet's own sheet: address, balances, allowances, network, sign out. */
export const openWallet = (): void => void walletRequests.open('wallet')

/** The wallet's address and its code: to where funds are sent. */
export const openReceive = (): void => void walletRequests.open('receive')

/** Asks for the switch to the app's chain; true once the wallet is there. */
export const openNetworkPrompt = (): Promise<boolean> => networkRequests.open(null)

/** Asks for the inviter over what is open, which keeps what was typed. */
export const openBind = (): void => void bindRequests.open(null)
