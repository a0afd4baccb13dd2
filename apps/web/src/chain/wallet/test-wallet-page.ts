import type { EIP1193Provider } from 'viem'
import { afterEach, beforeEach, vi } from 'vitest'
import { testStorage } from '../../lib/test-storage.ts'

export const CHAIN = {
  chainId: 56,
  name: 'BNB Smart Chain',
  nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
  rpcUrls: ['https://node.test'],
  explorerUrl: 'https://explorer.test',
}

export const entries = new Map<string, string>()
/** Stubs window, storage and configuration around each test of the file. */
export const stubWalletPage = (): void => {
  beforeEach(() => {
    vi.resetModules()
    entries.clear()
    vi.stubGlobal('localStorage', testStorage(entries))
    vi.stubGlobal('document', new EventTarget())
    const page = new EventTarget()
    vi.stubGlobal('window', page)
    for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
      vi.stubGlobal(name, page[name].bind(page))
    vi.doMock('../../api/config.ts', () => ({
      loadConfig: async () => ({ chain: CHAIN }),
      setConfigStandIn: () => undefined,
    }))
  })
  afterEach(() => {
    vi.doUnmock('../../api/config.ts')
    vi.unstubAllGlobals()
  })
}

export const checksummed = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const address = checksummed.toLowerCase()
export const provider = {
  request: async ({ method }: { method: string }) => (method === 'eth_chainId' ? '0x38' : [checksummed]),
  on: () => undefined,
  removeListener: () => undefined,
} as unknown as EIP1193Provider

export const offer = (of: EIP1193Provider) =>
  ({ key: 'old', id: 'injected', name: '', kind: 'legacy', provider: async () => of }) as const
