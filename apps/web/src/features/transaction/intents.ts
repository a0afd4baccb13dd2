import type { Token } from '@dr/protocol/amounts'
import type { Proof } from '@dr/protocol/roots/proof'
import type { NetIncome } from '@dr/protocol/rules/package-offer'
import type { VaultIndex } from '@dr/protocol/token-table'
import type { Address } from 'viem'
import { createStore } from '../../lib/store.ts'
import type { QuotedIntent } from './kinds/kinds.ts'

/** Terms on a deposit's receipt: the server's current intent, which may change until the deposit is final. */
interface DepositTerms {
  readonly termDays: number
  readonly incomeToken: 'DR' | 'USDT'
  /** Share of a year, 18 decimals. */
  readonly yearlyRate: bigint
  /** In 1/10,000 of the income. */
  readonly burnBps: bigint
  /** Income of the whole term, and what is left of it after the burn if everything is withdrawn. */
  readonly result: NetIncome
  /**
   * End of the funded income, Unix seconds: its maturity if the deposit were final now; and the rest of the
   * budget, base units of the income's token. Absent: stored by an older version of the app.
   */
  readonly funding?: { readonly until: number; readonly left: bigint }
}

/** Reason for paying without a voucher: no answer of the server, paused vouchers, no price, or a blocked account. */
export type NoVoucher = 'silent' | 'stopped' | 'no-price' | 'blocked'

/** Requests to the transaction sheet: for a voucher (`kinds/`) or a direct call. Amounts in base units. */
export type TransactionIntent =
  | QuotedIntent
  /**
   * Electricity paid to the contract directly, since no voucher is available (ADR 0042). Requested by the
   * flow.
   */
  | {
      readonly kind: 'renewMachine'
      /** Ascending; a call takes the first hundred. */
      readonly machineIDs: readonly string[]
      readonly Period: number
      readonly because: NoVoucher
      /**
       * Time at which the first of the machines stops after this payment: Unix seconds, from the chain,
       * ignoring the end of its life.
       */
      readonly paidUntil: number
    }
  /** A package deposit, which needs no voucher: its event decides how it is booked (docs/product.md 4). */
  | {
      readonly kind: 'deposit'
      readonly token: 'DR' | 'USDT'
      readonly amount: bigint
      /** As the contract takes it: package and income type in one number. */
      readonly chainPackageId: bigint
      readonly shown: DepositTerms
    }
  /** USDR is USDT wrapped 1:1, in both directions, at any time, by anyone. */
  | { readonly kind: 'wrapUSDR' | 'unwrapUSDR'; readonly amount: bigint }
  /** An entry of the digit draw: burns the amount. `prize` is paid if the digit is drawn. */
  | {
      readonly kind: 'enterDraw'
      readonly round: bigint
      readonly digit: number
      readonly amount: bigint
      readonly prize: bigint
      readonly closesAt: number
    }
  /** Claims a prize or refund that a round owes this wallet. */
  | { readonly kind: 'claimDraw'; readonly round: bigint; readonly amount: bigint }
  /**
   * Takes money out of an account by the wallet's own call, without a voucher: what a proof grants, or what
   * was deposited (ADR 0073). `amount` is gross. `withheld`: DR that burns, or USDT that stays for its pool;
   * `fromPackages`: what the account's free balance does not cover, so that packages end; null: not known.
   */
  | {
      readonly kind: 'claim'
      readonly vault: VaultIndex
      readonly token: 'DR' | 'USDT'
      readonly amount: bigint
      readonly proof: Proof
      readonly shown: { readonly withheld: bigint; readonly fromPackages: bigint | null }
    }
  /**
   * Shuts the wallet's own claims and transfers in all vaults, or opens them again after three days' notice;
   * `reopensAt`: Unix seconds, by the chain's time now.
   */
  | { readonly kind: 'lockClaims' }
  | { readonly kind: 'unlockClaims'; readonly reopensAt: number }
  /**
   * A transfer within a vault, by the account's own call. Only the proof is the server's: a wrong one makes the call
   * revert, and changes neither receiver nor amount.
   */
  | {
      readonly kind: 'transferWithin'
      readonly vault: VaultIndex
      readonly token: 'DR' | 'USDT'
      readonly to: Address
      readonly amount: bigint
      readonly proof: Proof
      /** Whether the receiver is registered. */
      readonly isUser: boolean
    }
  /** Sets a standing allowance to 0. */
  | { readonly kind: 'revokeApproval'; readonly token: Token; readonly spender: Address }
  /** An open voucher or a pending transaction, opened again. */
  | { readonly kind: 'resume'; readonly orderId: string }

/**
 * pending: sent, and still waiting when the sheet was closed. closed: nothing was sent. back: nothing was
 * sent, and the user returned to the form.
 */
export type TransactionOutcome = 'success' | 'pending' | 'failed' | 'rejected' | 'closed' | 'back'

interface Request<Input, Result> {
  readonly id: number
  readonly input: Input
  readonly resolve: (result: Result) => void
}

let lastId = 0

/** The open request of each host; a new one resolves the previous one as `closed`. */
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
    /** Resolves a request once, and removes it. */
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

/** Connects, switches the network, signs in, registers; true once signed in, false if the user closed it. */
export const openConnect = (): Promise<boolean> => connectRequests.open(null)

/** Opens the sheet with quote, receipt, numbered steps and result. */
export const openTransaction = (intent: TransactionIntent): Promise<TransactionOutcome> =>
  transactionRequests.open(intent)

/** Opens the wallet sheet: address, balances, allowances, network, sign out. */
export const openWallet = (): void => void walletRequests.open('wallet')

/** Shows the wallet's address and its QR code, to receive funds. */
export const openReceive = (): void => void walletRequests.open('receive')

/** Asks for the switch to the app's chain; true once the wallet is on it. */
export const openNetworkPrompt = (): Promise<boolean> => networkRequests.open(null)

/** Asks for the inviter above the open sheet, which keeps its input. */
export const openBind = (): void => void bindRequests.open(null)
