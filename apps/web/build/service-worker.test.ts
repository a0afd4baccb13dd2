import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'
import { fillServiceWorker } from './service-worker.ts'

const source = readFileSync(fileURLToPath(new URL('service-worker.js', import.meta.url)), 'utf8')
const site = 'https://app.example/sub/'
const first = ['assets/index-a.js', 'assets/home-b.js']

type Wait = { readonly waitUntil: (work: Promise<unknown>) => void }
type Listener = (event: never) => void

/** A worker in a simulated browser: its caches are maps, its network is a function. */
const start = (
  files: readonly string[],
  network: (url: string) => Response,
  kept = new Map<string, Map<string, Response>>(),
  beforeKeeping: () => void = () => undefined,
) => {
  const listeners = new Map<string, Listener>()
  const urlOf = (key: string | Request): string => new URL(typeof key === 'string' ? key : key.url, site).href
  const fetcher = vi.fn(async (request: Request | string) => network(urlOf(request)))
  const caches = {
    open: async (name: string) => {
      const cache = kept.get(name) ?? new Map<string, Response>()
      kept.set(name, cache)
      return {
        addAll: async (urls: readonly string[]) => {
          for (const url of urls) cache.set(urlOf(url), await fetcher(url))
        },
        put: async (request: Request, response: Response) => {
          beforeKeeping()
          cache.set(urlOf(request), response)
        },
      }
    },
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
    match: async (key: string | Request) =>
      [...kept.values()]
        .map((cache) => cache.get(urlOf(key)))
        .find((found) => found !== undefined)
        ?.clone(),
  }
  const self = {
    location: { href: `${site}sw.js` },
    clients: { claim: async () => undefined },
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
  }
  runInNewContext(fillServiceWorker(source, files), { self, caches, fetch: fetcher, URL, Response, Promise })
  const wait = async (name: string): Promise<void> => {
    let work: Promise<unknown> = Promise.resolve()
    listeners.get(name)?.({ waitUntil: (given) => (work = given) } satisfies Wait as never)
    await work
  }
  /** The worker's answer; null if it leaves the request to the browser. */
  const ask = async (
    url: string,
    init: { method?: string; mode?: string } = {},
  ): Promise<Response | null> => {
    let answer: Promise<Response> | null = null
    let kept: Promise<unknown> = Promise.resolve()
    const request = { url: new URL(url, site).href, method: 'GET', mode: 'cors', ...init }
    listeners.get('fetch')?.({
      request,
      respondWith: (given: Promise<Response>) => (answer = given),
      waitUntil: (work: Promise<unknown>) => (kept = work),
    } as never)
    if (answer) await Promise.allSettled([answer])
    await kept
    return answer
  }
  return { wait, ask, fetcher, kept }
}

const online = (url: string): Response => new Response(`of ${url}`)
const offline = (): Response => {
  throw new TypeError('Failed to fetch')
}

describe('service worker', () => {
  it('caches the shell, and serves it without a network', async () => {
    const before = start(first, online)
    await before.wait('install')
    const { ask } = start(first, offline, before.kept)
    expect(await (await ask('./', { mode: 'navigate' }))?.text()).toBe(`of ${site}`)
    expect(await (await ask('assets/home-b.js'))?.text()).toBe(`of ${site}assets/home-b.js`)
  })
  it('asks the network for the document first: a new release is seen at once', async () => {
    const before = start(first, online)
    await before.wait('install')
    const { ask } = start(first, () => new Response('newer'), before.kept)
    expect(await (await ask('./?address=0x1', { mode: 'navigate' }))?.text()).toBe('newer')
  })
  it('keeps a file of the build once it was loaded, but no failed answer', async () => {
    let status = 503
    const { ask, fetcher } = start(first, () => new Response('page', { status }))
    expect((await ask('assets/dao-c.js'))?.status).toBe(503)
    status = 200
    for (let turn = 0; turn < 3; turn += 1) expect((await ask('assets/dao-c.js'))?.status).toBe(200)
    expect(fetcher).toHaveBeenCalledTimes(2)
  })
  it('answers with a file that it cannot keep: the disk is full', async () => {
    const { ask } = start(first, online, new Map(), () => {
      throw new DOMException('no room', 'QuotaExceededError')
    })
    expect(await (await ask('assets/dao-c.js'))?.text()).toContain('dao-c')
  })
  it.each([
    ['api/v1/public/overview', {}],
    ['api/v1/mining/machine-signature?orderId=1', {}],
    ['usermoney/getUserMoney', {}],
    ['common/value', {}],
    ['rpc', { method: 'POST' }],
    ['openapi.json', {}],
    ['docs/', { mode: 'navigate' }],
    ['api/v1/public/overview', { mode: 'navigate' }],
    ['https://rpc.example/', {}],
    ['https://other.example/sub/assets/x.js', {}],
    ['assets/x.js', { method: 'POST' }],
  ])('never touches %s', async (url, init) => {
    const { ask, fetcher } = start(first, online)
    expect(await ask(url, init)).toBeNull()
    expect(fetcher).not.toHaveBeenCalled()
  })
  it('deletes an older release’s files when the new one activates', async () => {
    const before = start(first, online)
    await before.wait('install')
    const after = start(['assets/index-z.js'], online, before.kept)
    await after.wait('install')
    await after.wait('activate')
    expect([...after.kept.keys()]).toHaveLength(1)
    const { ask } = start(['assets/index-z.js'], offline, after.kept)
    expect(await (await ask('assets/index-z.js'))?.text()).toContain('index-z')
    await expect(ask('assets/home-b.js')).rejects.toThrow()
  })
  it('gives another list of files another version', () => {
    expect(fillServiceWorker(source, first)).not.toBe(fillServiceWorker(source, first.slice(1)))
    expect(fillServiceWorker(source, first)).not.toContain('__')
  })
})
