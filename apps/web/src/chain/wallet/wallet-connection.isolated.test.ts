import type { EIP1193Provider } from 'viem'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { testStorage } from '../../api/session/test-storage.ts'

const entries = new Map<string, string>()
beforeEach(() => {
  vi.resetModules()
  entries.clear()
  vi.stubGlobal('localStorage', testStorage(entries))
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('window', new EventTarget())
  vi.doMock('../../api/config.ts', () => ({
    loadConfig: async () => ({ chain: { chainId: 56 } }),
    setConfigStandIn: () => undefined,
  }))
})
afterEach(() => {
  vi.doUnmock('../../api/config.ts')
  vi.unstubAllGlobals()
})

const checksummed = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const address = checksummed.toLowerCase()
const provider = {
  request: async ({ method }: { method: string }) => (method === 'eth_chainId' ? '0x38' : [checksummed]),
  on: () => undefined,
  removeListener: () => undefined,
} as unknown as EIP1193Provider

it('has the wallet’s account in lower case, however the wallet writes it', async () => {
  const { connectWallet, currentWallet } = await import('./wallet-connection.ts')
  const { getWallet } = await import('./wallet.ts')
  const wallet = { id: 'test', name: '', kind: 'legacy', provider: async () => provider } as const
  expect(await connectWallet(wallet)).toBe(true)
  expect(getWallet()).toMatchObject({ status: 'connected', address })
  expect(entries.get('address')).toBe(address)
  expect(await currentWallet()).toMatchObject({ address })
})

it('finds the wallet of the last time when it announces itself after the launch gave up', async () => {
  entries.set('wallet', 'org.example.slow')
  const { followAnnouncements, reconnectWallet } = await import('./wallet-connection.ts')
  const { getWallet } = await import('./wallet.ts')
  const stop = followAnnouncements()
  await reconnectWallet()
  expect(getWallet().status).toBe('none')
  const announce = (rdns: string) =>
    window.dispatchEvent(
      Object.assign(new Event('eip6963:announceProvider'), {
        detail: { info: { uuid: rdns, rdns, name: rdns, icon: 'data:,' }, provider },
      }),
    )
  announce('org.example.other')
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(getWallet().status).toBe('none')
  announce('org.example.slow')
  await expect.poll(() => getWallet()).toMatchObject({ status: 'connected', address })
  stop()
})
