/**
 * Parts of the app for a kind of voucher, from the request to the receipt: one file a kind (or two that are
 * requested alike), and a line of `kinds.ts`. The registry (`packages/protocol/src/vouchers.ts`) has the
 * shape of the typed data; these parts check its values against the request and the chain.
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

/** Electricity for machines that an earlier leg bought; their ids are known once the purchase is booked. */
export interface ActivateBought {
  readonly kind: 'activateBought'
  readonly machineCount: number
  readonly Period: number
}

/** One of several calls, as far as it is known before its own quote. Amounts in base units. */
export interface LegDraft<Intent> {
  readonly intent: Intent | ActivateBought
  /** The user's own request; the other legs prepare it or follow from it. */
  readonly isGoal: boolean
  /** The contract that is called, and approved if it pulls a token. */
  readonly to: Address
  /** Maximum amounts that leave the wallet. */
  readonly outgoing: readonly TokenAmount[]
  /** Minimum amounts that must reach the wallet: later legs need them. */
  readonly gives: readonly TokenAmount[]
}

/** Result of all legs, in the words of a receipt. */
export type OutlineIncoming =
  | { readonly kind: 'machines'; readonly count: number; readonly name: string; readonly power: bigint }
  | { readonly kind: 'pod'; readonly power: bigint }
  | { readonly kind: 'machines-powered'; readonly count: number; readonly Period: number }
  | { readonly kind: 'token'; readonly token: Token; readonly amount: bigint }

/** A request at current public prices: its own leg, the legs that follow from it, and the result. */
export interface Goal<Intent> {
  readonly legs: readonly LegDraft<Intent>[]
  /** Legs of a purchase with electricity, without the electricity. */
  readonly withoutPower?: { readonly intent: Intent; readonly legs: readonly LegDraft<Intent>[] }
  readonly incoming: readonly OutlineIncoming[]
}

interface GoalInput {
  readonly contracts: Config['contracts']
  readonly wallet: Holdings
  /**
   * Amounts that the server reported as needed; only it knows the burn of a withdrawal and the electricity
   * of all machines.
   */
  readonly required: Needs
}

export interface CheckInput<Request> {
  /** Null: a voucher found again without its request, or one for another request. */
  readonly request: Request | null
  readonly config: Config
  readonly voucher: Voucher
}

/**
 * `price`: the contract's own error name and values. `burn`: more would be burned than the share of earned
 * income is worth. Base units.
 */
export type UnfairTerms =
  | { readonly kind: 'price'; readonly error: string; readonly quoted: bigint; readonly fair: bigint }
  | { readonly kind: 'burn'; readonly quoted: bigint; readonly fair: bigint }

export interface TermsInput {
  readonly client: ChainClient
  readonly config: Config
  readonly contract: Address
  /** Amount of a withdrawal that leaves without burn. */
  readonly burnFree: bigint
}

/** Quantities that a renewed quote may change: a paid token, `burn` (in DR), a count. */
export type Measure = Exclude<Token, 'DR'> | 'amount' | 'burn' | 'output' | 'machines' | 'periods'

/** Input for the receipt rows of a kind: the signed amounts, not the server's description of them. */
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
  /** Replaces `coming` after success: without estimates and offers. */
  readonly done?: readonly ReceiptRow[]
  /** Main risk or condition, shown in the size of the offer. */
  readonly note?: string
}

/** The parts that depend on the signed message. */
export interface SignedParts<Kinds extends VoucherKind, Request> {
  /** Compares the message with the user's request, the shown prices and the documented fees. */
  readonly check: (input: CheckInput<Request>, message: VoucherMessage<Kinds>) => readonly Mismatch[]
  /** Compares its price with the chain before an approval is paid for; null: fair. */
  readonly unfairTerms: (
    input: TermsInput,
    message: VoucherMessage<Kinds>,
  ) => Promise<UnfairTerms | null> | null
  readonly measures: (message: VoucherMessage<Kinds>) => Readonly<Partial<Record<Measure, bigint>>>
  readonly receipt: (input: ReceiptInput<VoucherMessage<Kinds>>) => ReceiptParts
}

/** The parts that depend on the request. */
export interface RequestParts<
  Name extends string,
  Kinds extends VoucherKind,
  Intent extends { readonly kind: string },
  Request,
> {
  /** Name in texts: `tx.title.<name>`, `tx.step.<name>`, `tx.success.<name>`. */
  readonly name: Name
  readonly intent: Intent['kind']
  /** Requests the voucher from the server; above 100 machines the first of several. */
  readonly request: (intent: Intent) => Promise<Voucher>
  /** Kind of its voucher, to estimate gas before there is one. */
  readonly expected: (intent: Intent) => Kinds
  /** The request in the terms that a voucher is checked against; prices from the public list. */
  readonly requestOf: (intent: Intent) => Request | Promise<Request>
  /** Maximum cost and the result; null: unknown before the quote. */
  readonly goal: (intent: Intent, input: GoalInput) => Goal<Intent> | null | Promise<Goal<Intent> | null>
}

export type Kind<
  Name extends string,
  Kinds extends VoucherKind,
  Intent extends { readonly kind: string },
  Request extends { readonly kind: Intent['kind'] },
> = RequestParts<Name, Kinds, Intent, Request> & SignedParts<Kinds, Request>
