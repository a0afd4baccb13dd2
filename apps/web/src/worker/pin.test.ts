import { SIGNATURES_FILE, SUMS_FILE } from '@dr/protocol/release/release'
import { testWallet } from '@dr/test-kit'
import { type HostileSite, type SiteFiles, signedRelease, startHostileSite } from '@dr/test-kit/hostile-site'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { ReleaseState } from '../lib/release.ts'
import { createPin } from './pin.ts'
import { createStorage } from './test-storage.ts'

const keys = ['one', 'two', 'three'].map((name) => testWallet(`release ${name}`))
const two = keys.slice(0, 2)
const [one = testWallet('none')] = keys

const EARLY = { more: { en: 'assets/more-en.js', ko: 'assets/more-ko.js' } }
const DOCUMENT = `<html data-early="${JSON.stringify(EARLY).replaceAll('"', '&quot;')}"><body>1.0.6</body></html>`
const FILES: SiteFiles = new Map([
  ['index.html', DOCUMENT],
  ['exit.html', 'exit'],
  ['sw.js', 'worker'],
  ['assets/main-a.js', 'main'],
  ['assets/page-b.js', 'page'],
  ['assets/more-en.js', 'texts'],
  ['assets/more-ko.js', 'ko texts'],
  ['assets/walletconnect-c.js', 'relay'],
  ['third-party-licences.md', 'licences'],
])
const READER = { wish: 'keep', locale: 'en', saveData: false } as const
const HOSTILE = 'hostile()'

const release = (version: string, files: SiteFiles = FILES, signers = two): Promise<SiteFiles> =>
  signedRelease(files, { version, keys: signers })
const changed = (files: SiteFiles, path: string, content: string): SiteFiles =>
  new Map(files).set(path, content)
const without = (files: SiteFiles, path: string): SiteFiles =>
  new Map([...files].filter(([name]) => name !== path))

let site: HostileSite
let good: SiteFiles
beforeEach(async () => {
  site = await startHostileSite()
  onTestFinished(() => site.close())
  good = await release('1.0.6')
  site.serve(good)
})

/** A device with the worker, which has seen the site as it serves now. */
const createDevice = ({ storage } = createStorage()) => {
  const states: ReleaseState[] = []
  const later: Promise<unknown>[] = []
  const pages = [{ postMessage: (state: ReleaseState) => void states.push(state) }]
  const pin = createPin({
    keys: keys.map(({ address }) => address),
    base: new URL(`${site.url}/`),
    storage,
    pages: async () => pages,
  })
  const ask = async (path: string, how: { mode?: string; destination?: string; method?: string } = {}) => {
    const { mode = 'cors', destination = 'script', method = 'GET' } = how
    const request = Object.defineProperties(new Request(new URL(path, site.url), { method }), {
      mode: { value: mode },
      destination: { value: destination },
    })
    const answer = await pin.answer(request, (work) => void later.push(work))
    await Promise.all(later)
    return answer
  }
  const textOf = async (path: string) => {
    const answer = await ask(path)
    return answer?.type === 'error' ? null : answer?.text()
  }
  return {
    pin,
    pages,
    ask,
    textOf,
    open: async (path = '/') => ask(path, { mode: 'navigate', destination: 'document' }),
    state: () => states.at(-1),
    wish: (wish: Parameters<typeof pin.fulfil>[0]) => pin.fulfil(wish, () => undefined),
  }
}

const pinnedDevice = async (kept = createStorage()) => {
  const device = createDevice(kept)
  await device.pin.read()
  await device.wish(READER)
  return device
}

describe('a signed release', () => {
  it('is pinned, and kept whole in the reader’s language', async () => {
    const { caches, storage } = createStorage()
    const device = await pinnedDevice({ caches, storage })
    expect(device.state()).toEqual({ version: '1.0.6', whole: true, fault: null, next: null })
    const kept = [...(caches.get('release-1.0.6')?.keys() ?? [])].map((url) =>
      url.replace(`${site.url}/`, ''),
    )
    const expected = [
      '',
      'exit.html',
      'release.json',
      'assets/main-a.js',
      'assets/page-b.js',
      'assets/more-en.js',
    ]
    expect(kept.sort()).toEqual(expected.sort())
    site.serve(null)
    expect(await (await device.open())?.text()).toBe(DOCUMENT)
    expect(await device.textOf('/assets/page-b.js')).toBe('page')
    expect(device.state()?.fault).toBeNull()
    // Another worker of the same device goes on with it.
    expect(await createDevice({ caches, storage }).textOf('/assets/page-b.js')).toBe('page')
  })

  it('is kept as far as it is loaded where the browser saves data', async () => {
    const device = createDevice()
    await device.pin.read()
    await device.wish({ ...READER, saveData: true })
    expect(device.state()?.whole).toBe(false)
    expect(site.asked).not.toContain('assets/page-b.js')
    expect(await device.textOf('/assets/page-b.js')).toBe('page')
    site.serve(null)
    expect(await device.textOf('/assets/page-b.js')).toBe('page')
    expect(await device.textOf('/assets/main-a.js')).toBeNull()
  })

  it.each([
    ['is signed by no key', async () => release('1.0.6', FILES, [])],
    ['is signed by one key', async () => release('1.0.6', FILES, [one])],
    ['is signed by one key, twice', async () => release('1.0.6', FILES, [one, one])],
    ['is signed by keys of others', async () => release('1.0.6', FILES, [testWallet('a'), testWallet('b')])],
    ['has another document', async () => changed(good, 'index.html', HOSTILE)],
    ['has no list', async () => without(good, SUMS_FILE)],
  ])('is not pinned when it %s', async (_, files) => {
    site.serve(await files())
    await expect(createDevice().pin.read()).rejects.toThrow(/no signed release|is not the release’s/)
  })

  it('is served with no header that could send the page away, or clear what is kept', async () => {
    const device = createDevice()
    site.serve(good, {
      refresh: '0; url=https://evil.example/',
      'clear-site-data': '"*"',
      'content-security-policy': "default-src 'self'",
    })
    const headers = [...((await device.open())?.headers.keys() ?? [])]
    expect(headers).toEqual(['content-security-policy', 'content-type'])
  })
})

describe('a site that turns hostile', () => {
  const attacks: readonly (readonly [string, () => Promise<SiteFiles>, object])[] = [
    [
      'serves another document',
      async () => changed(good, 'index.html', HOSTILE),
      { kind: 'file', path: 'index.html' },
    ],
    ['serves no list', async () => without(good, SUMS_FILE), { kind: 'list' }],
    [
      'serves half a list',
      async () => changed(good, SUMS_FILE, String(good.get(SUMS_FILE)).slice(0, -9)),
      { kind: 'list' },
    ],
    [
      'serves a list without its last line',
      async () => changed(good, SUMS_FILE, String(good.get(SUMS_FILE)).replace(/[^\n]+\n$/, '')),
      { kind: 'signatures' },
    ],
    ['serves an older release', async () => release('1.0.5'), { kind: 'older' }],
    [
      'serves another release of the same version',
      async () => release('1.0.6', changed(FILES, 'assets/main-a.js', HOSTILE)),
      { kind: 'older' },
    ],
    [
      'serves a newer release signed by one stolen key',
      async () => release('1.0.7', changed(FILES, 'index.html', HOSTILE), [one]),
      { kind: 'signatures' },
    ],
    [
      'serves a newer release signed by one stolen key, twice',
      async () => release('1.0.7', changed(FILES, 'index.html', HOSTILE), [one, one]),
      { kind: 'signatures' },
    ],
    [
      'serves a newer release with the signatures of this one',
      async () =>
        changed(
          await release('1.0.7', changed(FILES, 'index.html', HOSTILE)),
          SIGNATURES_FILE,
          String(good.get(SIGNATURES_FILE)),
        ),
      { kind: 'signatures' },
    ],
    [
      'serves a newer release without signatures',
      async () => without(await release('1.0.7'), SIGNATURES_FILE),
      { kind: 'signatures' },
    ],
    [
      'serves another chunk than the newer release lists',
      async () => changed(await release('1.0.7'), 'assets/page-b.js', HOSTILE),
      { kind: 'file', path: 'assets/page-b.js' },
    ],
    ['serves another worker', async () => changed(good, 'sw.js', HOSTILE), { kind: 'worker' }],
  ]
  it.each(attacks)('%s: the page is told, and the last good version goes on', async (_, files, fault) => {
    const device = await pinnedDevice()
    site.serve(await files())
    expect(await (await device.open())?.text()).toBe(DOCUMENT)
    expect(device.state()).toEqual({ version: '1.0.6', whole: true, fault, next: null })
    // Told until it is read, also when the site serves the release again.
    site.serve(good)
    await device.open()
    expect(device.state()?.fault).toEqual(fault)
    await device.wish({ wish: 'dismiss' })
    expect(device.state()?.fault).toBeNull()
    for (const [path, text] of [
      ['/assets/main-a.js', 'main'],
      ['/assets/page-b.js', 'page'],
      ['/exit.html', 'exit'],
    ])
      expect(await device.textOf(path ?? '')).toBe(text)
  })

  it('serves another file that is not kept: refused', async () => {
    const device = await pinnedDevice()
    site.serve(changed(good, 'assets/more-ko.js', HOSTILE))
    expect(await device.textOf('/assets/more-ko.js')).toBeNull()
    expect(device.state()?.fault).toEqual({ kind: 'file', path: 'assets/more-ko.js' })
    site.serve(good)
    expect(await device.textOf('/assets/more-ko.js')).toBe('ko texts')
  })

  it('serves what is in no list: no script runs', async () => {
    const device = await pinnedDevice()
    site.serve(new Map([...good, ['evil.html', '<script>hostile()</script>'], ['evil.js', HOSTILE]]))
    const document = await device.open('/evil.html')
    expect(document?.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    const posted = await device.ask('/', { mode: 'navigate', destination: 'document', method: 'POST' })
    expect(posted?.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    for (const destination of ['script', 'style', 'worker', 'iframe'])
      expect((await device.ask('/evil.js', { destination }))?.type).toBe('error')
    expect((await device.ask('/assets/evil.js', { destination: '' }))?.type).toBe('error')
    // Data is checked by the app itself.
    expect(await device.ask('/api/v1/public/overview', { destination: '' })).toBeNull()
    expect(await device.ask('https://other.example/x.js')).toBeNull()
  })

  it('is away, or its proxy is: nothing is said', async () => {
    const device = await pinnedDevice()
    site.serve(null)
    expect(await (await device.open())?.text()).toBe(DOCUMENT)
    await site.close()
    expect(await (await device.open())?.text()).toBe(DOCUMENT)
    expect(device.state()).toEqual({ version: '1.0.6', whole: true, fault: null, next: null })
  })
})

describe('a newer signed release', () => {
  const newer = () =>
    release(
      '1.0.7',
      new Map([...without(FILES, 'assets/page-b.js'), ['index.html', '1.0.7'], ['sw.js', 'newer']]),
    )

  it('is announced with what changed, and used once the user says so', async () => {
    const device = await pinnedDevice()
    site.serve(await newer())
    expect(await (await device.open())?.text()).toBe(DOCUMENT)
    const changes = ['Change of 1.0.7.']
    const next = { version: '1.0.7', changes: { en: changes, 'zh-CN': changes } }
    expect(device.state()).toEqual({ version: '1.0.6', whole: true, fault: null, next })
    expect(await (await device.open())?.text()).toBe(DOCUMENT)
    await device.wish({ wish: 'update' })
    expect(device.state()).toEqual({ version: '1.0.7', whole: true, fault: null, next: null })
    expect(await (await device.open())?.text()).toBe('1.0.7')
    // Of the page that is still open.
    expect(await device.textOf('/assets/page-b.js')).toBe('page')
    // There is no way back.
    site.serve(good)
    expect(await (await device.open())?.text()).toBe('1.0.7')
    expect(device.state()?.fault).toEqual({ kind: 'older' })
  })

  it('is used at the next opening, when no page is open', async () => {
    const device = await pinnedDevice()
    site.serve(await newer())
    await device.open()
    device.pages.pop()
    expect(await (await device.open())?.text()).toBe('1.0.7')
  })
})
