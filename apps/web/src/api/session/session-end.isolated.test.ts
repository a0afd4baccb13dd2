import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { testStorage } from '../../lib/test-storage.ts'

const profile = { address: `0x${'ab'.repeat(20)}` } as never

/** A minimal window for ending a session: storage, events, and a location that counts reloads. */
const browser = () => {
  const handlers = new Set<(event: unknown) => void>()
  vi.stubGlobal('localStorage', testStorage())
  vi.stubGlobal('sessionStorage', testStorage())
  vi.stubGlobal('location', { hash: '#/pages/assets/assets', reload: vi.fn() })
  vi.stubGlobal('addEventListener', (_: string, handler: (event: unknown) => void) => handlers.add(handler))
  vi.stubGlobal('removeEventListener', (_: string, handler: (event: unknown) => void) =>
    handlers.delete(handler),
  )
  return { storageEvent: (event: object) => handlers.forEach((handler) => void handler(event)) }
}

const load = async () => ({ ...(await import('./session.ts')), ...(await import('./session-end.ts')) })

let window: ReturnType<typeof browser>
beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  window = browser()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('endSession', () => {
  it('clears the user at once and the token after a second, then opens Home and reloads', async () => {
    const session = await load()
    session.startSession({ token: 't', profile })
    session.endSession('expired')
    expect(session.getSession()).toEqual({ status: 'visitor' })
    expect(session.sessionToken()).toBeNull()
    expect(localStorage.getItem('token')).toBe('t')
    await vi.advanceTimersByTimeAsync(999)
    expect(location.reload).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(localStorage.getItem('token')).toBeNull()
    expect(location.hash).toBe('#/')
    expect(location.reload).toHaveBeenCalledTimes(1)
    expect(session.takeSessionEndReason()).toBe('expired')
    expect(session.takeSessionEndReason()).toBeNull()
  })
  it('is throttled to 1.5 s: ten refused calls end it once', async () => {
    const session = await load()
    session.startSession({ token: 't', profile })
    expect(Array.from({ length: 10 }, () => session.endSession()).filter(Boolean)).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1_499)
    expect(session.endSession()).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(session.endSession()).toBe(true)
  })
  it('keeps a token that was issued within the second', async () => {
    const session = await load()
    session.startSession({ token: 'old', profile })
    session.endSession()
    session.startSession({ token: 'new', profile })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(localStorage.getItem('token')).toBe('new')
  })
})

describe('a second tab', () => {
  it('opens Home when the first one’s token is removed', async () => {
    const session = await load()
    session.followOtherTabs()
    window.storageEvent({ key: 'token', oldValue: 't', newValue: null })
    expect(location.hash).toBe('#/')
    expect(location.reload).toHaveBeenCalledTimes(1)
  })
  it('signs in with the first one, without a reload', async () => {
    const session = await load()
    session.followOtherTabs()
    expect(session.getSession().status).toBe('visitor')
    localStorage.setItem('token', 't')
    localStorage.setItem('loginAddress', `0x${'ab'.repeat(20)}`)
    localStorage.setItem('userMsg', JSON.stringify(profile))
    window.storageEvent({ key: 'userMsg', oldValue: null, newValue: '{}' })
    expect(session.getSession().status).toBe('signed-in')
    expect(location.reload).not.toHaveBeenCalled()
  })
})
