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

it('has the wallet’s account in lower case, however the wallet writes it', async () => {
  const { connectWallet, currentWallet } = await import('./wallet-connection.ts')
  const { getWallet } = await import('./wallet.ts')
  const provider = {
    request: async ({ method }: { method: string }) => (method === 'eth_chainId' ? '0x38' : [checksummed]),
    on: () => undefined,
    removeListener: () => undefined,
  } as unknown as EIP1193Provider
  const wallet = { id: 'test', name: '', kind: 'legacy', provider: async () => provider } as const
  expect(await connectWallet(wallet)).toBe(true)
  expect(getWallet()).toMatchObject({ status: 'connected', address })
  expect(entries.get('address')).toBe(address)
  expect(await currentWallet()).toMatchObject({ address })
})
