/**
 * Live updates (ADR 0045): one stream of server-sent events for each app, `GET /api/v1/live`. With
 * `authorization` it is bound to that session and includes the user's own changes; without, only public
 * ones. The data of an event is a `LiveMessage`.
 */
import type { ResponseOf } from './call.ts'
import type { drgvPrice } from './calls/mining.ts'
import type { TokenSwapPrices } from './calls/swap.ts'
import type { PricedToken } from './tokens.ts'

export const LIVE_PATH = '/api/v1/live'
/**
 * Interval of heartbeat comments while nothing else is sent; a connection silent for twice as long is dead.
 */
export const LIVE_HEARTBEAT_MS = 15_000

/** Data of one user: sent as a name, only to that user's streams. */
export const OWN_TOPICS = ['balances', 'orders', 'machines'] as const
export type OwnTopic = (typeof OWN_TOPICS)[number]

export interface LiveExchange {
  readonly blockNumber: number
  /** Unix seconds. */
  readonly blockTime: number
  readonly prices: Readonly<Record<PricedToken, TokenSwapPrices>>
}

/** Prices that are sent together, after a trade in a pool. */
export interface LivePrices {
  readonly averages: ResponseOf<typeof drgvPrice>
  /** Absent: the chain could not be read. */
  readonly exchange?: LiveExchange
}

/** Changes since the previous message; a field is absent if nothing of its kind has changed. */
export interface LiveMessage {
  /**
   * Newest processed block; without other changes at most every 2.5 s. `timestamp`: Unix seconds. `heldMs`:
   * delay before sending; absent: none.
   */
  readonly block?: { readonly blockNumber: number; readonly timestamp: number; readonly heldMs?: number }
  /** Newest prices of the changed pools: USDT for one token, 18 decimals. */
  readonly prices?: Readonly<Partial<Record<PricedToken, string>>>
  /**
   * Present answer of `drgvPrice`: after a trade in a pool, and while the averages follow it. Null: no
   * price.
   */
  readonly averages?: LivePrices['averages'] | null
  /** With `averages`: present prices of the exchange, as in `swapTokens`, at one block. */
  readonly exchange?: LiveExchange
  /** The emission was released; `until`: its end, Unix seconds. */
  readonly release?: { readonly until: number }
  /** A weekly pool has income, a week was closed, or its result was published. */
  readonly pools?: true
  /** The operator's notices have changed. */
  readonly notices?: true
  /** Changed data of the user. */
  readonly own?: readonly OwnTopic[]
  /** Messages may have been missed: read everything again. */
  readonly resync?: true
  /** Spreads the requests of many apps: read at a random moment within this time. */
  readonly withinMs?: number
}
