import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LOCAL_CALLS } from '@dr/protocol/calls/local'
import { LOCALES } from '@dr/protocol/constants'
import { expect, test } from 'vitest'
import { buildWeb } from './build-web.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const TEXT = /\.(js|css|html|svg|json|webmanifest)$/
/** Two builds by Vite on a busy machine. */
const TIMEOUT_MS = 600_000

const textOf = async (directory: string): Promise<string> => {
  const names = (await readdir(directory, { recursive: true })).filter((name) => TEXT.test(name))
  return (await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')))).join('\n')
}

/** What gives faucet, mailbox and burner wallet away: their calls, and what they say in each language, as it is compiled. */
const marksOfLocal = async (): Promise<string[]> => {
  const texts = await Promise.all(
    LOCALES.map(async (locale) => {
      const path = join(root, 'apps/web/src/i18n/catalogs', locale, 'local.json')
      return Object.values(JSON.parse(await readFile(path, 'utf8')) as Record<string, string>)
    }),
  )
  const sentences = texts.flat().filter((text) => !/["'`{}\\’]/.test(text) && text.length >= 12)
  return [...Object.values(LOCAL_CALLS).map(({ path }) => path), ...sentences]
}

test('faucet, mailbox and burner wallet are in the app of the local chain, and nowhere in production’s', {
  timeout: TIMEOUT_MS,
}, async () => {
  const [local, production] = await Promise.all(
    // The local one is what `npm start` and the e2e tests use: whoever comes first builds it.
    [true, false].map(async (local) => textOf((await buildWeb({ root, local })).directory)),
  )
  const marks = await marksOfLocal()
  expect(marks.length).toBeGreaterThan(LOCALES.length)
  expect(marks.filter((mark) => !local?.includes(mark))).toEqual([])
  expect(marks.filter((mark) => production?.includes(mark))).toEqual([])
  expect(production).toContain('/api/v1/users/login')
})
