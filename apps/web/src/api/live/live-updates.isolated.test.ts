import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LiveMessage } from '@dr/protocol/live'
import { byToken, PRICED_TOKENS } from '@dr/protocol/tokens'
import { environmentManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { testStorage } from '../../lib/test-storage.ts'
import { livePoolsQuery } from '../queries/swap.ts'

const address = `0x${'ab'.repeat(20)}` as const
const other = `0x${'cd'.repeat(20)}` as const

type LiveRequest = { readonly request: IncomingMessage; readonly response: ServerResponse }

/** A server with real streams; `answer` opens a stream, or refuses. */
const startServer = async (answer: (requests: LiveRequest) => void = openStream) => {
  const requests: LiveRequest[] = []
  const server = createServer((request, response) => {
    requests.push({ request, response })
    answer({ request, response })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const send = (message: LiveMessage, id = '1:1:') =>
    requests.at(-1)?.response.write(`id: ${id}\ndata: ${JSON.stringify(message)}\n\n`)
  const headers = (nth: number) => requests[nth]?.request.headers ?? {}
  return { requests, headers, send, base: `http://127.0.0.1:${port}` }
}

const openStream = ({ response }: LiveRequest): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(':\n\n')
}

/** A minimal window for live updates: storage, visibility, and paths relative to the server. */
const stubWindow = (base: string) => {
  vi.stubGlobal('localStorage', testStorage())
  const handlers = new Set<() => void>()
  const page = {
    hidden: false,
    addEventListener: (_: string, handler: () => void) => void handlers.add(handler),
  }
  vi.stubGlobal('document', page)
  const realFetch = globalThis.fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => realFetch(`${base}${path}`, init))
  return (hidden: boolean) => {
    page.hidden = hidden
    for (const handler of handlers) handler()
  }
}

/** Modules of a newly loaded page. */
const openPage = async (base: string, { signedIn = true } = {}) => {
  vi.resetModules()
  const setHidden = stubWindow(base)
  const { createQueryClient, polling } = await import('../query-client.ts')
  const session = await import('../session/session.ts')
  const { followLiveUpdates } = await import('./live-updates.ts')
  const signIn = () => session.startSession({ token: 'token-1', profile: { address } as never })
  if (signedIn) signIn()
  const client = createQueryClient()
  const reads: string[] = []
  const observe = async (queryKey: readonly unknown[], more: { refetchInterval?: number } = {}) => {
    const observer = new QueryObserver(client, {
      queryKey,
      queryFn: async () => {
        reads.push(String(queryKey))
        return { asOf: 900, clock: { blockNumber: 1, timestamp: 1 } }
      },
      ...more,
    })
    closing.push(observer.subscribe(() => undefined))
    await vi.waitFor(() => expect(reads).toContain(String(queryKey)))
  }
  closing.push(() => {
    setHidden(true)
    client.clear()
  })
  const isLive = () => polling.slower > 1
  return { client, reads, observe, setHidden, signIn, isLive, follow: () => followLiveUpdates(client) }
}

let closing: (() => void)[] = []
beforeEach(() => {
  closing = []
  environmentManager.setIsServer(() => false) // on a server nothing polls
})
afterEach(() => {
  for (const close of closing.toReversed()) close()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const KEYS = [
  ['orders', address, 'swaps'],
  ['orders', other],
  ['drgv-price'],
  ['price-history', 'DR'],
  ['swap-tokens'],
  ['newest-notice', 'zh-CN'],
  ['mining', address, 'info'],
  ['config'],
  ['dividend-pool'],
]

describe('live updates', () => {
  it.each<[string, LiveMessage, readonly string[]]>([
    ['the user’s own', { own: ['orders'] }, [`orders,${address},swaps`, `mining,${address},info`]],
    ['prices', { prices: { DR: '1' } }, ['drgv-price', 'price-history,DR', 'swap-tokens']],
    ['prices that are gone', { averages: null }, ['drgv-price', 'swap-tokens']],
    ['pools', { pools: true, withinMs: 1 }, ['dividend-pool']],
    [
      'a release',
      { release: { until: 999 }, block: { blockNumber: 7, timestamp: 8 } },
      [`mining,${address},info`],
    ],
    ['notices', { notices: true, withinMs: 1 }, ['newest-notice,zh-CN']],
    ['everything', { resync: true, withinMs: 1 }, KEYS.map(String)],
    ['nothing for a block', { block: { blockNumber: 7, timestamp: 8 } }, []],
  ])('read again: %s', async (_, message, expected) => {
    const { base, headers, send } = await startServer()
    const { client, reads, observe, isLive, follow } = await openPage(base)
    for (const key of KEYS) await observe(key)
    follow()
    await vi.waitFor(() => expect(isLive()).toBe(true))
    expect(headers(0)).toMatchObject({ authorization: 'Bearer token-1' })
    reads.length = 0
    send(message)
    send({ block: { blockNumber: 9, timestamp: 9 } })
    const clock = () => client.getQueryData<{ clock: unknown }>(['mining', address, 'info'])?.clock
    await vi.waitFor(() => expect(reads.toSorted()).toEqual(expected.toSorted()))
    if (!expected.includes(`mining,${address},info`)) {
      await vi.waitFor(() => expect(clock()).toEqual({ blockNumber: 9, timestamp: 9 }))
    }
  })

  it('a block that was held sets the clock back in time by as much, so that running numbers go on', async () => {
    const { base, send } = await startServer()
    const { client, observe, isLive, follow } = await openPage(base)
    const key = ['mining', address, 'info']
    await observe(key)
    follow()
    await vi.waitFor(() => expect(isLive()).toBe(true))
    send({ block: { blockNumber: 9, timestamp: 9, heldMs: 3_000 } })
    const clock = () => client.getQueryData<{ clock: unknown }>(key)?.clock
    await vi.waitFor(() => expect(clock()).toEqual({ blockNumber: 9, timestamp: 9 }))
    const ageMs = Date.now() - Number(client.getQueryState(key)?.dataUpdatedAt)
    expect(ageMs).toBeGreaterThanOrEqual(3_000)
    expect(ageMs).toBeLessThan(6_000)
  })

  it('averages are shown as they arrive, unless newer ones are, and not asked for', async () => {
    const { base, send } = await startServer()
    const { client, reads, observe, isLive, follow } = await openPage(base)
    for (const key of ['drgv-price', 'swap-tokens']) await observe([key])
    follow()
    await vi.waitFor(() => expect(isLive()).toBe(true))
    reads.length = 0
    const priceAt = (blockNumber: number) => ({ price: '7', blockNumber, blockTime: 1, source: address })
    const at = (blockNumber: number) => ({ DR: priceAt(blockNumber), DRGV: priceAt(blockNumber) })
    client.setQueryData(['drgv-price'], at(2))
    send({ prices: { DR: '9' }, averages: at(3) })
    await vi.waitFor(() => expect(client.getQueryData(['drgv-price'])).toEqual(at(3)))
    send({ averages: at(2) })
    await vi.waitFor(() => expect(reads).toEqual(['swap-tokens']))
    send({ averages: at(4), block: { blockNumber: 4, timestamp: 4 } })
    await vi.waitFor(() => expect(client.getQueryData(['drgv-price'])).toEqual(at(4)))
    expect(reads).toEqual(['swap-tokens'])
  })

  it('what the exchange makes of prices is kept with each pool’s newest, until something may have been missed', async () => {
    const { base, send } = await startServer()
    const { client, isLive, follow } = await openPage(base)
    follow()
    await vi.waitFor(() => expect(isLive()).toBe(true))
    const swap = { average: '1', inputPrice: '1', outputPrice: '2' }
    const at = (blockNumber: number) => ({
      blockNumber,
      blockTime: 1,
      prices: byToken(PRICED_TOKENS, () => swap),
    })
    // As seen by a page that nothing else re-renders.
    const page = new QueryObserver(client, livePoolsQuery())
    closing.push(page.subscribe(() => undefined))
    const kept = () => page.getCurrentResult().data
    send({ prices: { DR: '9', DRGV: '8' }, exchange: at(3) })
    await vi.waitFor(() => expect(kept()).toEqual({ ...at(3), pools: { DR: '9', DRGV: '8' } }))
    send({ prices: { DR: '7' }, exchange: at(4) })
    await vi.waitFor(() => expect(kept()).toEqual({ ...at(4), pools: { DR: '7', DRGV: '8' } }))
    // A server that could not read the chain sends only the pools' prices; another one is behind.
    send({ prices: { DR: '6' } })
    await vi.waitFor(() => expect(kept()?.pools).toEqual({ DR: '6', DRGV: '8' }))
    send({ exchange: at(3), prices: { DRGV: '5' } })
    await vi.waitFor(() => expect(kept()).toEqual({ ...at(4), pools: { DR: '6', DRGV: '5' } }))
    send({ resync: true, withinMs: 1 })
    await vi.waitFor(() => expect(kept()).toBeUndefined())
    send({ prices: { DR: '4' } })
    send({ exchange: at(5), prices: { DR: '3' } })
    await vi.waitFor(() => expect(kept()).toEqual({ ...at(5), pools: { DR: '3' } }))
  })

  it('what follows from a busy market is read once a minute, what accrues once in 90 s', async () => {
    const { base, send } = await startServer()
    const { reads, observe, isLive, follow } = await openPage(base)
    await observe(['swap-tokens'])
    await observe(['mining', address, 'info'])
    follow()
    await vi.waitFor(() => expect(isLive()).toBe(true))
    reads.length = 0
    const waits: number[] = []
    const { setTimeout: start } = globalThis
    // Shortens waits of a minute.
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms = 0, ...rest: []) => {
      if (ms > 50_000) waits.push(ms)
      return start(run, ms > 50_000 ? 200 : ms, ...rest)
    }) as typeof setTimeout)
    const prices = { prices: { DR: '1' }, block: { blockNumber: 2, timestamp: 2 } }
    send(prices)
    await vi.waitFor(() => expect(reads).toEqual(['swap-tokens']))
    // The last of several quick changes is read too.
    send(prices)
    send(prices)
    await vi.waitFor(() => expect(waits).toHaveLength(1))
    expect(waits[0]).toBeGreaterThan(59_000)
    expect(reads).toEqual(['swap-tokens'])
    await vi.waitFor(() => expect(reads).toEqual(['swap-tokens', 'swap-tokens']))
    const later = Date.now() + 121_000
    vi.spyOn(Date, 'now').mockReturnValue(later)
    send(prices)
    const all = [`mining,${address},info`, 'swap-tokens', 'swap-tokens', 'swap-tokens']
    await vi.waitFor(() => expect(reads.toSorted()).toEqual(all))
  })

  it('while it is open intervals are 15 times longer; when it cannot be opened again they are as before', async () => {
    let refuse = false
    const { base, requests } = await startServer((one) => {
      if (!refuse) return openStream(one)
      one.response.writeHead(503)
      one.response.end()
    })
    vi.spyOn(Math, 'random').mockReturnValue(0.001)
    const { reads, observe, isLive, follow } = await openPage(base)
    await observe(['config'], { refetchInterval: 100 })
    await vi.waitFor(() => expect(reads.length).toBeGreaterThan(3))
    follow()
    await vi.waitFor(() => expect(isLive()).toBe(true))
    const before = reads.length
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(reads.length - before).toBeLessThanOrEqual(1)
    refuse = true
    requests[0]?.response.end()
    await vi.waitFor(() => expect(isLive()).toBe(false))
    const since = reads.length
    await vi.waitFor(() => expect(reads.length - since).toBeGreaterThan(3))
    refuse = false
    await vi.waitFor(() => expect(isLive()).toBe(true), { timeout: 5_000 })
  })

  it('is closed while the page is hidden, and goes on after the last event', async () => {
    const { base, requests, headers, send } = await startServer()
    const { setHidden, isLive, follow } = await openPage(base)
    follow()
    await vi.waitFor(() => expect(isLive()).toBe(true))
    expect(headers(0)['last-event-id']).toBeUndefined()
    send({ block: { blockNumber: 7, timestamp: 8 } }, '12:15:13')
    const closed = new Promise((resolve) => requests[0]?.request.once('close', resolve))
    await new Promise((resolve) => setTimeout(resolve, 100))
    setHidden(true)
    await closed
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(requests).toHaveLength(1)
    setHidden(false)
    await vi.waitFor(() => expect(requests).toHaveLength(2))
    expect(headers(1)['last-event-id']).toBe('12:15:13')
  })

  it('a visitor’s stream has no session, a user’s has one', async () => {
    const { base, requests, headers } = await startServer()
    const { isLive, follow, signIn } = await openPage(base, { signedIn: false })
    follow()
    await vi.waitFor(() => expect(isLive()).toBe(true))
    expect(headers(0).authorization).toBeUndefined()
    signIn()
    await vi.waitFor(() => expect(requests.length).toBeGreaterThan(1))
    expect(headers(requests.length - 1).authorization).toBe('Bearer token-1')
  })

  it('an expired session is noticed at once, by a call', async () => {
    const { base } = await startServer(({ response }) => response.writeHead(401).end())
    const { reads, observe, follow } = await openPage(base)
    await observe(['config'])
    follow()
    await vi.waitFor(() => expect(reads).toEqual(['config', 'config']))
  })
})
