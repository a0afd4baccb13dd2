import { LIVE_HEARTBEAT_MS, LIVE_PATH, type LiveMessage } from '@dr/protocol/live'
import type { QueryClient } from '@tanstack/react-query'
import type { Address } from 'viem'
import { deviceNow } from '../../ui/clock.ts'
import { miningInfoQuery } from '../queries/mining.ts'
import { drgvPriceQuery } from '../queries/public.ts'
import { livePoolsQuery } from '../queries/swap.ts'
import { polling } from '../query-client.ts'
import { getSession, sessionToken, subscribeSession, walletAddress } from '../session/session.ts'

/** Factor of polling intervals: reduces 14 to 17 requests a minute to at most 2. */
const SLOWER = 15
/**
 * Minimum life of a stream that is reopened soon after its end (its server stopped); after shorter ones the
 * app polls first.
 */
const LASTED_MS = 60_000
const SOON_MS = 2_000
/**
 * Minimum intervals between reads of data that depends on prices (limits of the exchange, the chart's
 * history) and of accrued mining: both change very often.
 */
const PRICES_EVERY_MS = 60_000
const MINING_EVERY_MS = 90_000
/** Query keys of data that depends on a weekly pool. */
const POOLS = 'dividend-pool|pod-power|ledger|nodes|ranking'

/** Invalidates the queries whose key matches. */
const readAgain = (client: QueryClient, pattern: string): void => {
  void client.invalidateQueries({ predicate: ({ queryKey }) => RegExp(pattern).test(`${queryKey}`) })
}

const showPrices = (client: QueryClient, { averages, exchange, prices }: LiveMessage): void => {
  if (averages) {
    client.setQueryData(drgvPriceQuery().queryKey, (shown) =>
      shown && shown.DR.blockNumber > averages.DR.blockNumber ? shown : averages,
    )
  }
  if (exchange || prices) {
    client.setQueryData(livePoolsQuery().queryKey, (known) => {
      const isOlder = exchange && known && exchange.blockNumber < known.blockNumber
      const newest = isOlder ? known : (exchange ?? known)
      return newest && { ...newest, pools: { ...known?.pools, ...prices } }
    })
  }
}

/** Applies messages to the cache, and invalidates what has changed. */
const applyTo = (client: QueryClient): ((message: LiveMessage) => void) => {
  /** Time of the next or last read. */
  let pricesAt = 0
  let miningAt = deviceNow()

  /** Updates the product's clock; returns the key of the mining query if it must be read again. */
  const moveClock = ({ block, release }: LiveMessage, address: Address | undefined): string | undefined => {
    if (!(block && address)) return undefined
    const now = deviceNow()
    const { queryKey } = miningInfoQuery(address)
    // The running number follows the product's clock, the time of the newest block.
    const { heldMs = 0, ...clock } = block
    client.setQueryData(queryKey, (info) => info && { ...info, clock }, { updatedAt: now - heldMs })
    const shown = client.getQueryData(queryKey)?.asOf ?? 0
    const isLate = release && (release.until - shown) * 1_000 > MINING_EVERY_MS
    if (!(isLate || now - miningAt > MINING_EVERY_MS)) return undefined
    miningAt = now
    return `${queryKey}`
  }

  return (message) => {
    const { averages, own, prices, pools, notices, resync, withinMs = 0 } = message
    const { address } = getSession() as { readonly address?: Address }
    // Missed messages may be newer than the stored prices.
    if (resync) void client.resetQueries(livePoolsQuery())
    showPrices(client, message)
    const now = deviceNow()
    if (prices && pricesAt <= now) {
      // The last of several changes is read too, as soon as the interval allows.
      const wait = Math.max(Math.random() * withinMs, pricesAt + PRICES_EVERY_MS - now)
      pricesAt = now + wait
      setTimeout(readAgain, wait, client, averages ? 'price-h|swap-t' : 'price|swap-t')
    }
    const changed = [
      resync && '.',
      own && address,
      notices && 'notice',
      pools && POOLS,
      // The answer has the reason for missing averages.
      averages === null && 'drgv|swap-t',
      moveClock(message, address),
    ]
    const pattern = changed.filter(Boolean).join('|')
    // Spreads the requests of many apps that receive the same message.
    if (pattern) setTimeout(readAgain, own ? 0 : Math.random() * withinMs, client, pattern)
  }
}

const pollBy = (client: QueryClient, slower: number): void => {
  if (polling.slower === slower) return
  polling.slower = slower
  // Recomputes the intervals.
  for (const { observers } of client.getQueryCache().getAll())
    for (const observer of observers) observer.setOptions(observer.options)
}

/**
 * Keeps one stream of live updates open while the page is visible (ADR 0045). Without a stream the app
 * polls.
 */
export const followLiveUpdates = (client: QueryClient): void => {
  const apply = applyTo(client)
  let lastId = ''
  let stream = new AbortController()
  let timer: ReturnType<typeof setTimeout>

  const restartIn = (ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(restart, ms)
  }

  /** Reads the stream until it ends. */
  const read = async (signal: AbortSignal): Promise<void> => {
    const token = sessionToken()
    const wallet = walletAddress()
    const headers = {
      ...(lastId && { 'last-event-id': lastId }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(wallet && { 'x-address': wallet }),
    }
    const { status, body } = await fetch(LIVE_PATH, { signal, headers })
    // The session is over: the next call ends it here too.
    if (status === 401) apply({ resync: true })
    if (status !== 200 || !body) return
    const reader = body.pipeThrough(new TextDecoderStream()).getReader()
    for (let text = ''; ; ) {
      const { done, value } = await reader.read()
      if (done) return
      restartIn(2 * LIVE_HEARTBEAT_MS)
      pollBy(client, SLOWER)
      const events = (text + value).split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        const [id = '', data] = event.split('\ndata: ')
        if (!data) continue
        lastId = id.slice(4)
        apply(JSON.parse(data) as LiveMessage)
      }
    }
  }

  const restart = (): void => {
    stream.abort()
    clearTimeout(timer)
    if (document.hidden) return
    restartIn(2 * LIVE_HEARTBEAT_MS)
    stream = new AbortController()
    const { signal } = stream
    const openedAt = deviceNow()
    const onEnd = (): void => {
      if (signal.aborted) return
      const lasted = deviceNow() - openedAt > LASTED_MS
      if (!lasted) pollBy(client, 1)
      restartIn(Math.random() * (lasted ? SOON_MS : LASTED_MS))
    }
    read(signal).then(onEnd, onEnd)
  }

  document.addEventListener('visibilitychange', restart)
  subscribeSession(restart)
  restart()
}
