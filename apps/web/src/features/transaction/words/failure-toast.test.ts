import { fileURLToPath } from 'node:url'
import { beforeAll, expect, it } from 'vitest'
import { compileCatalog, readCatalog } from '../../../../build/catalogs.ts'
import { ApiError } from '../../../api/errors.ts'
import { i18n } from '../../../i18n/i18n.ts'
import type { Failure } from '../flow/failure.ts'
import { failureToast } from './failure-toast.ts'

beforeAll(() => {
  const folder = fileURLToPath(new URL('../../../i18n/catalogs/zh-CN.json', import.meta.url))
  i18n.loadAndActivate({ locale: 'zh-CN', messages: compileCatalog(readCatalog(folder)) as never })
})

const api = (code: number): Failure => ({
  code: 'api',
  error: new ApiError({ kind: 'server', code, status: 409, message: 'server says' }),
})

it.each<[Failure, string | null]>([
  [api(20009), '矿机库存不足'],
  [api(20004), '钱包余额不足'],
  [api(10013), null],
  [{ code: 'balance', token: 'USDT', have: 1n, need: 2n }, '余额不足'],
  [{ code: 'gas', have: 1n, need: 2n }, '余额不足'],
  [{ code: 'cancelled' }, null],
  [{ code: 'revert', revert: { name: null, args: [], reason: null } }, null],
])('%o has the toast %s', (failure, text) => {
  expect(failureToast(failure)).toBe(text)
})
