import { fileURLToPath } from 'node:url'
import { beforeAll, expect, it } from 'vitest'
import { compileCatalog, readCatalog } from '../../build/catalogs.ts'
import { ApiError } from '../api/errors.ts'
import { i18n } from './i18n.ts'
import { securityText } from './security-text.ts'

beforeAll(() => {
  const folder = fileURLToPath(new URL('./catalogs/zh-CN.json', import.meta.url))
  i18n.loadAndActivate({ locale: 'zh-CN', messages: compileCatalog(readCatalog(folder)) as never })
})

it('1013 names the original password where that one is asked for, and how often it may be tried', () => {
  const wrong = new ApiError({ kind: 'server', code: 1013, status: 403, message: '', data: { triesLeft: 4 } })
  expect(securityText(wrong, 'original')).toBe('原支付密码不正确，还可尝试 4 次')
  expect(securityText(wrong)).toBe('支付密码不正确，还可尝试 4 次')
})
