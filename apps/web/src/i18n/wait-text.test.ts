import { fileURLToPath } from 'node:url'
import { beforeAll, expect, it } from 'vitest'
import { compileCatalog, readCatalog } from '../../build/catalogs.ts'
import { i18n } from './i18n.ts'
import { translate } from './translate.ts'
import { waitAboutText, waitText } from './wait-text.ts'

beforeAll(() => {
  const folder = fileURLToPath(new URL('./catalogs/zh-CN.json', import.meta.url))
  i18n.loadAndActivate({ locale: 'zh-CN', messages: compileCatalog(readCatalog(folder)) as never })
})

it.each([
  [60, '60 秒'],
  [90 * 60, '90 分钟'],
  [111 * 60, '2 小时'],
  [140 * 60, '3 小时'],
  [151 * 60, '3 小时'],
])('an estimate of %i s is shown as %s', (seconds, text) => {
  expect(waitAboutText(seconds)).toBe(text)
})

it('a wait is never shown shorter than it is', () => {
  expect(waitText(111 * 60)).toBe('111 分钟')
  expect(waitText(140 * 60)).toBe('3 小时')
})

it('a Chinese text has no space after a wait', () => {
  expect(translate('rates.collectAbout', { time: waitAboutText(3_600) })).toBe('约 60 分钟后可领取')
})
