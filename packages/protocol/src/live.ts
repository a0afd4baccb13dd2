/**
 * Live updates (ADR 0045): one stream of server-sent events an app, `GET /api/v1/live`. With `authorization`
 * it is bound to that session and includes the user's own changes; without, it has the public ones. The data
 * of an event is one `LiveMessage`.
 */
import type { ResponseOf } from './call.ts'
import type { drgvPrice } from './calls/mining.ts'
import type { TokenSwapPrices } from './calls/swap.ts'
import type { PricedToken } from './tokens.ts'

export const LIVE_PATH = '/api/v1/live'
/** A comment is sent when nothing else was for so long: after twice the time the connection is dead. */
export const LIVE_HEARTBEAT_MS = 15_000

/** Data of one user: sent to that user's streams alone, as a name only. */
export const OWN_TOPICS = ['balances', 'orders', 'machines'] as const
export type OwnTopic = (typeof OWN_TOPICS)[number]

export interface LiveExchange {
  readonly blockNumber: number
  /** Unix seconds. */
  readonly blockTime: number
  readonly prices: Readonly<Record<PricedToken, TokenSwapPrices>>
}

/** The prices that are sent together, after a pool was traded. */
export interface LivePrices {
  readonly averages: ResponseOf<typeof drgvPrice>
  /** Absent: the chain could not be asked. */
  readonly exchange?: LiveExchange
}

/** What has changed since the message before; a field is absent where nothing of its kind has. */
export interface LiveMessage {
  /**
   * The newest block that was processed; alone each 2.5 s at most. `timestamp`: Unix seconds. `heldMs`:
   * how long it was held back; absent: not at all.
   */
  readonly block?: { readonly blockNumber: number; readonly timestamp: number; readonly heldMs?: number }
  /** Newest prices of the pools that have changed: USDT for one token, 18 decimals. */
  readonly prices?: Readonly<Partial<Record<PricedToken, string>>>
  /**
   * What `drgvPrice` answers now: after a pool was traded, and while the averages move on from it. Null: it
   * has no price.
   */
  readonly averages?: LivePrices['averages'] | null
  /** With `averages`: what the exchange values tokens at now, as `swapTokens` answers it, at one block. */
  readonly exchange?: LiveExchange
  /** The emission was released; `until`: up to when, Unix seconds. */
  readonly release?: { readonly until: number }
  /** A weekly pool has income, a week was closed, or its result was published. */
  readonly pools?: true
  /** The operator's notices have changed. */
  readonly notices?: true
  /** The user's own data that has changed. */
  readonly own?: readonly OwnTopic[]
  /** Messages may have been missed: ask for everything again. */
  readonly resync?: true
  /** With what many apps get at once and have to ask for: ask at a random moment within this time. */
  readonly withinMs?: number
}
