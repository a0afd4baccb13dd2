import { fileURLToPath } from 'node:url'
import { ERRORS, SILENT_CODE } from '@dr/protocol/errors'
import type { MutationOptions } from '@tanstack/react-query'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { compileCatalog, readCatalog } from '../../build/catalogs.ts'
import { i18n } from '../i18n/i18n.ts'
import { translate } from '../i18n/translate.ts'
import { toasts } from '../ui/status/toast.ts'
import { ApiError } from './errors.ts'
import { createQueryClient } from './query-client.ts'

const refusal = (code: number) => new ApiError({ kind: 'server', code, status: 400, message: 'server says' })

beforeAll(() => {
  const folder = fileURLToPath(new URL('../i18n/catalogs/zh-CN.json', import.meta.url))
  i18n.loadAndActivate({ locale: 'zh-CN', messages: compileCatalog(readCatalog(folder)) as never })
})
afterEach(() => vi.useRealTimers())

/** Texts and durations of the toasts after a refused mutation. */
const toastOf = async (error: unknown, options: MutationOptions = {}) => {
  vi.useFakeTimers()
  const client = createQueryClient()
  const mutation = client
    .getMutationCache()
    .build(client, { ...options, mutationFn: () => Promise.reject(error) })
  await expect(mutation.execute(undefined)).rejects.toBe(error)
  const shown = toasts.get().map(({ kind, text }) => `${kind}: ${text}`)
  let lastedMs = 0
  for (; toasts.get().length > 0; lastedMs += 100) vi.advanceTimersByTime(100)
  return { shown, lastedMs }
}

describe('what a user asked for and did not get', () => {
  it.each(
    Object.values(ERRORS)
      .map(({ code }) => code)
      .filter((code) => code !== SILENT_CODE),
  )('%i has its own toast, for 1.5 s', async (code) => {
    const text = translate(`error.${code}` as Parameters<typeof translate>[0])
    expect(await toastOf(refusal(code))).toEqual({ shown: [`error: ${text}`], lastedMs: 1_500 })
  })

  it('10013 passes without a toast, and an unknown code shows the server’s message', async () => {
    expect(await toastOf(refusal(10013))).toEqual({ shown: [], lastedMs: 0 })
    expect((await toastOf(refusal(99_999))).shown).toEqual(['error: server says'])
  })

  it('what is no answer of the server is the form’s own to say', async () => {
    expect((await toastOf(new Error('rejected in the wallet'))).shown).toEqual([])
    const meta = { errorText: () => '原支付密码不正确' }
    expect((await toastOf(refusal(1013), { meta })).shown).toEqual(['error: 原支付密码不正确'])
  })
})
