import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { testStorage } from '../../lib/test-storage.ts'

const entries = new Map<string, string>()
beforeEach(() => {
  vi.resetModules()
  entries.clear()
  vi.stubGlobal('localStorage', testStorage(entries))
})
afterEach(() => vi.unstubAllGlobals())

it('stores what the requirement names, each under its own key', async () => {
  const address = `0x${'ab'.repeat(20)}` as const
  const wallet = await import('./wallet.ts')
  const session = await import('../../api/session/session.ts')
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

it('says that a wallet is being asked, until it answers or the wait is given up; and stores nothing of it', async () => {
  const { getWallet, publishWallet, startAskingWallet, stopAskingWallet } = await import('./wallet.ts')
  startAskingWallet()
  expect(getWallet()).toEqual({ status: 'connecting', wrongNetwork: false })
  expect(entries.size).toBe(0)
  stopAskingWallet()
  expect(getWallet().status).toBe('none')
  publishWallet({ status: 'connected', address: `0x${'ab'.repeat(20)}`, chainId: 1, wrongNetwork: false })
  startAskingWallet()
  stopAskingWallet()
  expect(getWallet().status).toBe('connected')
})

it('a remembered wallet is still asked while the user chooses another', async () => {
  entries.set('address', `0x${'ab'.repeat(20)}`)
  entries.set('wallet', 'announced:x')
  const { getWallet, stopAskingWallet } = await import('./wallet.ts')
  expect(getWallet().status).toBe('connecting')
  stopAskingWallet()
  expect(getWallet().status).toBe('connecting')
})
