/**
 * What the app knows of a kind of voucher, from the request to the receipt: one file a kind (or two that are
 * asked for alike), and a line of `kinds.ts`. The shape of its typed data is the registry's
 * (`packages/protocol/src/vouchers.ts`); what is here holds the values against the request and the chain.
 */
import type { Voucher } from '@dr/protocol/calls/voucher'
import type { VaultIndex } from '@dr/protocol/token-table'
import type { Token } from '@dr/protocol/tokens'
import type { VoucherKind, VoucherMessage } from '@dr/protocol/vouchers'
import type { Address } from 'viem'
import type { Config } from '../../../api/config.ts'
import type { ChainClient } from '../../../chain/reads/public-client.ts'
import type { Holdings, Needs } from '../../../chain/shortage/shortage.rules.ts'
import type { Mismatch } from '../../../chain/vouchers/mismatches.ts'
import type { TokenAmount } from '../../../chain/vouchers/voucher-tokens.ts'
import type { Translate } from '../../../i18n/translate.ts'
import type { ReceiptRow } from '../../../ui/lists/receipt.tsx'

/**
 * Electricity for the machines that an earlier leg bought; their ids are known once the purchase is booked.
 */
export interface ActivateBought {
  readonly kind: 'activateBought'
  readonly machineCount: number
  readonly Period: number
}

/** One call of several, as far as it is known before its own quote. Amounts in base units. */
export interface LegDraft<Intent> {
  readonly intent: Intent | ActivateBought
  /** What the user asked for; the others prepare it, or follow from it. */
  readonly isGoal: boolean
  /** The contract that is called, and approved where a token is pulled. */
  readonly to: Address
  /** What leaves the wallet, at most. */
  readonly outgoing: readonly TokenAmount[]
  /** What has to reach the wallet, at least: later legs need it. */
  readonly gives: readonly TokenAmount[]
}

/** What the whole is for, in the words of a receipt. */
export type OutlineIncoming =
  | { readonly kind: 'machines'; readonly count: number; readonly name: string; readonly power: bigint }
  | { readonly kind: 'pod'; readonly power: bigint }
  | { readonly kind: 'machines-powered'; readonly count: number; readonly Period: number }
  | { readonly kind: 'token'; readonly token: Token; readonly amount: bigint }

/** What is asked for, at today's public prices: its own leg, what follows from it, and what comes. */
export interface Goal<Intent> {
  readonly legs: readonly LegDraft<Intent>[]
  /** Of a purchase that is powered: the same without its electricity. */
  readonly withoutPower?: { readonly intent: Intent; readonly legs: readonly LegDraft<Intent>[] }
  readonly incoming: readonly OutlineIncoming[]
}

interface GoalInput {
  readonly contracts: Config['contracts']
  readonly wallet: Holdings
  /**
   * What the server said the wallet would have to hold, where only the server knows (the burn of a
   * withdrawal, electricity of all machines).
   */
  readonly required: Needs
}

export interface CheckInput<Request> {
  /** Null: a voucher found again without its request, or one for something else. */
  readonly request: Request | null
  readonly config: Config
  readonly voucher: Voucher
}

/**
 * `price`: the contract's own error name and values. `burn`: more would be burned than the share of what was
 * earned is worth. Base units.
 */
export type UnfairTerms =
  | { readonly kind: 'price'; readonly error: string; readonly quoted: bigint; readonly fair: bigint }
  | { readonly kind: 'burn'; readonly quoted: bigint; readonly fair: bigint }

export interface TermsInput {
  readonly client: ChainClient
  readonly config: Config
  readonly contract: Address
  /** Of a withdrawal: what leaves without burn. */
  readonly burnFree: bigint
}

/** What a renewed quote may change: a token (what is paid of it), `burn` (of DR), a count. */
export type Measure = Exclude<Token, 'DR'> | 'amount' | 'burn' | 'output' | 'machines' | 'periods'

/** What a kind's own rows are made of: always the signed amounts, never the server's words for them. */
export interface ReceiptInput<Message> {
  readonly t: Translate
  readonly plan: {
    readonly vault: VaultIndex | null
    readonly spends: readonly TokenAmount[]
    readonly incoming: readonly TokenAmount[]
  }
  readonly voucher: Voucher
  readonly message: Message
}

export interface ReceiptParts {
  readonly leaving: readonly ReceiptRow[]
  readonly coming: readonly ReceiptRow[]
  /** `coming` once it has come, where that says less: no estimate, no offer. */
  readonly done?: readonly ReceiptRow[]
  /** What the decision hangs on, in the size of the offer. */
  readonly note?: string
}

/** The parts that depend on what is signed. */
export interface SignedParts<Kinds extends VoucherKind, Request> {
  /** Whether what is signed is what the user asked for, at the prices shown and the fees written down. */
  readonly check: (input: CheckInput<Request>, message: VoucherMessage<Kinds>) => readonly Mismatch[]
  /** What the chain says of its price, before anyone pays for an approval; null when it is fair. */
  readonly unfairTerms: (
    input: TermsInput,
    message: VoucherMessage<Kinds>,
  ) => Promise<UnfairTerms | null> | null
  readonly measures: (message: VoucherMessage<Kinds>) => Readonly<Partial<Record<Measure, bigint>>>
  readonly receipt: (input: ReceiptInput<VoucherMessage<Kinds>>) => ReceiptParts
}

/** The parts that depend on what was asked for. */
export interface RequestParts<
  Name extends string,
  Kinds extends VoucherKind,
  Intent extends { readonly kind: string },
  Request,
> {
  /** What people call it: its texts are `tx.title.<name>`, `tx.step.<name>`, `tx.success.<name>`. */
  readonly name: Name
  readonly intent: Intent['kind']
  /** Asks the server for the voucher; above 100 machines for the first of several. */
  readonly request: (intent: Intent) => Promise<Voucher>
  /** What its voucher will be, for the gas before there is one. */
  readonly expected: (intent: Intent) => Kinds
  /** What was asked for, in the terms a voucher is checked against; prices as the public list has them. */
  readonly requestOf: (intent: Intent) => Request | Promise<Request>
  /** What it takes at most; null: nothing is to be said of it before its quote. */
  readonly goal: (intent: Intent, input: GoalInput) => Goal<Intent> | null | Promise<Goal<Intent> | null>
}

export type Kind<
  Name extends string,
  Kinds extends VoucherKind,
  Intent extends { readonly kind: string },
  Request extends { readonly kind: Intent['kind'] },
> = RequestParts<Name, Kinds, Intent, Request> & SignedParts<Kinds, Request>
