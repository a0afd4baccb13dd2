import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { testStorage } from '../../lib/test-storage.ts'

const profile = { address: `0x${'ab'.repeat(20)}`, activated: false } as never

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('localStorage', testStorage())
})
afterEach(() => vi.unstubAllGlobals())

it('an unchanged profile causes no render; a changed one does', async () => {
  const session = await import('./session.ts')
  session.startSession({ token: 't', profile })
  const before = session.getSession()
  const looked = vi.fn()
  session.subscribeSession(looked)
  session.updateProfile({ ...(profile as object) } as never)
  expect(looked).not.toHaveBeenCalled()
  expect(session.getSession()).toBe(before)
  session.updateProfile({ ...(profile as object), activated: true } as never)
  expect(looked).toHaveBeenCalledTimes(1)
  expect(session.getSession()).toMatchObject({ profile: { activated: true } })
})
