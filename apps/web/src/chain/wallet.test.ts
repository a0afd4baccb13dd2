import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const entries = new Map<string, string>()
beforeEach(() => {
  vi.resetModules()
  entries.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

it('keeps what the requirement names, each under its own key', async () => {
  const address = `0x${'ab'.repeat(20)}` as const
  const wallet = await import('./wallet.ts')
  const session = await import('../api/session.ts')
  wallet.publishWallet({ status: 'connected', address, chainId: 1, wrongNetwork: true })
  session.startSession({ token: 'token-1', profile: { address, activated: false } as never })
  expect(Object.fromEntries(entries)).toMatchObject({
    address,
    token: 'token-1',
    userMsg: expect.stringContaining(address),
    loginAddress: address,
    checkNet: '1',
  })
  wallet.forgetWallet()
  expect(entries.has('address')).toBe(false)
  expect(entries.has('checkNet')).toBe(false)
})
