import { describe, expect, it } from 'vitest'
import { loadPage, PageLoadError } from './load-page.ts'

describe('loadPage', () => {
  it('gives the module', async () => {
    await expect(loadPage(async () => ({ page: 1 }))()).resolves.toEqual({ page: 1 })
  })
  it('wraps the browser’s error, which would make the router reload', async () => {
    const cause = new TypeError('Failed to fetch dynamically imported module: x.js')
    const error = await loadPage(() => Promise.reject(cause))().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(PageLoadError)
    expect((error as PageLoadError).message).not.toContain('dynamically imported')
    expect((error as PageLoadError).cause).toBe(cause)
  })
  it('rejects after the time-out', async () => {
    await expect(loadPage(() => new Promise(() => undefined), 5)()).rejects.toBeInstanceOf(PageLoadError)
  })
})
