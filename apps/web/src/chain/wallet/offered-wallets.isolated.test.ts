import type { EIP1193Provider } from 'viem'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { testStorage } from '../../lib/test-storage.ts'

const first = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const second = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'
const entries = new Map<string, string>()
const config = { chain: { chainId: 56 }, walletConnectProjectId: null } as never

beforeEach(() => {
  vi.resetModules()
  entries.clear()
  vi.stubGlobal('localStorage', testStorage(entries))
  vi.stubGlobal('document', new EventTarget())
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
    vi.stubGlobal(name, page[name].bind(page))
  vi.stubGlobal('__LOCAL_CHAIN__', false)
  vi.stubGlobal('__WALLETCONNECT__', false)
  vi.doMock('react', () => ({ useSyncExternalStore: (_: unknown, get: () => unknown) => get() }))
  vi.doMock('../../api/config.ts', () => ({
    loadConfig: async () => ({ chain: { chainId: 56 }, walletConnectProjectId: null }),
    setConfigStandIn: () => undefined,
  }))
})
afterEach(() => {
  vi.doUnmock('react')
  vi.doUnmock('../../api/config.ts')
  vi.unstubAllGlobals()
})

const walletOf = (...accounts: readonly string[]) =>
  ({
    request: async ({ method }: { method: string }) => (method === 'eth_chainId' ? '0x38' : accounts),
    on: () => undefined,
    removeListener: () => undefined,
  }) as unknown as EIP1193Provider

const announceDetail = (detail: unknown) =>
  window.dispatchEvent(Object.assign(new Event('eip6963:announceProvider'), { detail }))
const announce = (info: { readonly rdns: string; readonly name: string }, provider: EIP1193Provider) =>
  announceDetail({ info: { uuid: 'one of a fork', icon: 'data:image/png;base64,', ...info }, provider })
/** Injects a wallet like its own browser does. */
const inject = (provider: EIP1193Provider) => Object.assign(window, { ethereum: provider })

const watchOffers = async () => {
  const { useOfferedWallets, watchOfferedWallets } = await import('./offered-wallets.ts')
  const stop = watchOfferedWallets(config)
  return { names: () => useOfferedWallets().map(({ name, kind }) => name || kind), stop }
}

it('offers the wallet in window.ethereum beside one that announced itself', async () => {
  inject(walletOf(first))
  const { names, stop } = await watchOffers()
  announce({ rdns: 'org.example.announced', name: 'Announced' }, walletOf(second))
  expect(names()).toEqual(['Announced', 'legacy'])
  stop()
})

it('offers a wallet once that is in window.ethereum and announces itself', async () => {
  const wallet = walletOf(first)
  inject(wallet)
  const { names, stop } = await watchOffers()
  expect(names()).toEqual(['legacy'])
  announce({ rdns: 'org.example.both', name: 'Both' }, wallet)
  expect(names()).toEqual(['Both'])
  stop()
})

it('offers a wallet that is injected while the list is open, with an event and without', async () => {
  const { names, stop } = await watchOffers()
  expect(names()).toEqual([])
  inject(walletOf(first))
  await expect.poll(names).toEqual(['legacy'])
  inject(undefined as never)
  await expect.poll(names).toEqual([])
  inject(walletOf(first))
  window.dispatchEvent(new Event('ethereum#initialized'))
  expect(names()).toEqual(['legacy'])
  stop()
})

it('offers both of two wallets with one rdns and one uuid', async () => {
  const { names, stop } = await watchOffers()
  announce({ rdns: 'org.example.wallet', name: 'Original' }, walletOf(first))
  announce({ rdns: 'org.example.wallet', name: 'Fork' }, walletOf(second))
  announce({ rdns: 'org.example.wallet', name: 'Fork' }, walletOf(second))
  expect(names().slice(0, 2)).toEqual(['Original', 'Fork'])
  stop()
})

it('ignores what is no announcement, and gives a wallet without a name its rdns', async () => {
  const { names, stop } = await watchOffers()
  for (const detail of [undefined, null, 'text', {}, { info: {} }, { info: { rdns: 'a.b' } }])
    announceDetail(detail)
  announceDetail({ info: { rdns: 'org.example.nameless', name: ' ' }, provider: walletOf(first) })
  expect(names()).toEqual(['org.example.nameless'])
  stop()
})

/** Finds the stored wallet again after a reload, with these two announced in this order. */
const findAgain = async (
  kept: string,
  wallets: readonly (readonly [string, EIP1193Provider])[],
  address: string | null = null,
) => {
  const { findOfferedWallet } = await import('./offered-wallets.ts')
  for (const [name, provider] of wallets) announce({ rdns: 'org.example.wallet', name }, provider)
  const found = await findOfferedWallet(config, { kept, address: address as never })
  return found?.provider()
}

it('finds the one of two with one rdns that the user chose', async () => {
  const original = walletOf(first)
  const fork = walletOf(second)
  const both = [
    ['Original', original],
    ['Fork', fork],
  ] as const
  expect(await findAgain('org.example.wallet Fork', both)).toBe(fork)
})

it('finds the one of two with one rdns and one name by its account, and none where that is not known', async () => {
  const silent = { request: () => new Promise(() => undefined) } as unknown as EIP1193Provider
  const chosen = walletOf(second.toUpperCase().replace('0X', '0x'))
  const both = [
    ['Wallet', silent],
    ['Wallet', chosen],
  ] as const
  expect(await findAgain('org.example.wallet Wallet', both, second)).toBe(chosen)
  expect(await findAgain('org.example.wallet Wallet', [], first)).toBeUndefined()
})

it('finds a wallet kept by its rdns alone, one with another name since, and one that announces itself since', async () => {
  const wallet = walletOf(first)
  expect(await findAgain('org.example.wallet', [['Wallet', wallet]])).toBe(wallet)
  expect(await findAgain('org.example.wallet Old name', [])).toBe(wallet)
  inject(wallet)
  expect(await findAgain('injected', [])).toBe(wallet)
})
