import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LOCAL_CALLS } from '@dr/protocol/calls/local'
import { LOCALES } from '@dr/protocol/constants'
import { expect, test } from 'vitest'
import { buildWeb } from './build-web.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const TEXT = /\.(js|css|html|svg|json|webmanifest)$/
/** Two builds by Vite on a busy machine. */
const TIMEOUT_MS = 600_000

const textOf = async (directory: string): Promise<string> => {
  const names = (await readdir(directory, { recursive: true })).filter((name) => TEXT.test(name))
  return (await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')))).join('\n')
}

interface LocalTexts {
  readonly local: Readonly<Record<string, string>>
}

/** Marks of faucet, mailbox and burner wallet: their calls, and their compiled texts in each language. */
const marksOfLocal = async (): Promise<string[]> => {
  const texts = await Promise.all(
    LOCALES.map(async (locale) => {
      const path = join(root, 'apps/web/src/i18n/catalogs', `${locale}.json`)
      return Object.values((JSON.parse(await readFile(path, 'utf8')) as LocalTexts).local)
    }),
  )
  const sentences = texts.flat().filter((text) => !/["'`{}\\’]/.test(text) && text.length >= 12)
  return [...Object.values(LOCAL_CALLS).map(({ path }) => path), ...sentences]
}

test('faucet, mailbox and burner wallet are in the app of the local chain, and nowhere in production’s', {
  timeout: TIMEOUT_MS,
}, async () => {
  const [local, production] = await Promise.all(
    // `npm start` and the e2e tests use the local build: the first that needs it builds it.
    [true, false].map(async (local) => textOf((await buildWeb({ root, local })).directory)),
  )
  const marks = await marksOfLocal()
  expect(marks.length).toBeGreaterThan(LOCALES.length)
  expect(marks.filter((mark) => !local?.includes(mark))).toEqual([])
  expect(marks.filter((mark) => production?.includes(mark))).toEqual([])
  expect(production).toContain('/api/v1/users/login')
})

const LICENCES = 'third-party-licences.md'
const readLicences = (directory: string) => readFile(join(directory, LICENCES), 'utf8')
/** Method of WalletConnect's relay, which only its code contains. */
const WALLETCONNECT = 'irn_publish'

test('beside the app are the licences of all that is built into it', { timeout: TIMEOUT_MS }, async () => {
  const { directory } = await buildWeb({ root, local: false })
  const licences = await readLicences(directory)
  for (const name of ['react-dom', 'viem', '@noble/curves', '@walletconnect/core']) {
    expect(licences).toContain(`${name} - `)
  }
  expect(licences).toContain('WALLETCONNECT COMMUNITY LICENSE AGREEMENT')
  expect(await readFile(join(directory, 'notices.txt'), 'utf8')).toContain(
    'Portions © 2025 Reown, Inc. All Rights Reserved',
  )
  expect(await textOf(directory)).toContain(WALLETCONNECT)
})

test.runIf(process.env.FULL === '1')(
  'with WALLETCONNECT=off nothing of it is built in',
  { timeout: TIMEOUT_MS },
  async () => {
    const { directory } = await buildWeb({ root, local: false, walletConnect: false })
    expect(await textOf(directory)).not.toContain(WALLETCONNECT)
    const licences = await readLicences(directory)
    expect(licences).not.toContain('@walletconnect/')
    expect(licences).not.toContain('WALLETCONNECT')
  },
)

/** Chunks of pages after a visitor's first (apps/web/vite.config.ts). */
const LATER = /^(parts|reads|shared|wallet)-[\w-]{8}\.js$/
const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*"\.\/([^"]+\.js)"/g

/** Scripts that a visitor loads for `/`: those of the document, the page's own, and their imports. */
const visitorScripts = async (directory: string): Promise<ReadonlySet<string>> => {
  const html = await readFile(join(directory, 'index.html'), 'utf8')
  const early = /data-early="([^"]*)"/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? '{}'
  const { pages } = JSON.parse(early) as { readonly pages: Readonly<Record<string, readonly string[]>> }
  const tags = [...html.matchAll(/(?:src|href)="\.\/assets\/([^"]+\.js)"/g)].map(([, name = '']) => name)
  const found = new Set<string>()
  const add = async (name: string): Promise<void> => {
    if (found.has(name)) return
    found.add(name)
    const code = await readFile(join(directory, 'assets', name), 'utf8')
    for (const [, imported = ''] of code.matchAll(STATIC_IMPORT)) await add(imported)
  }
  for (const name of [...tags, ...(pages['/'] ?? []).map((path) => path.replace('assets/', ''))])
    await add(name)
  return found
}

test('a visitor’s first page brings nothing of the chunks that come later', {
  timeout: TIMEOUT_MS,
}, async () => {
  for (const local of [true, false]) {
    // The builds of the test above.
    const { directory } = await buildWeb({ root, local })
    const scripts = await visitorScripts(directory)
    expect([...scripts].some((name) => name.startsWith('shell-'))).toBe(true)
    expect([...scripts].filter((name) => LATER.test(name))).toEqual([])
    const all = await readdir(join(directory, 'assets'))
    expect(all.filter((name) => LATER.test(name))).toHaveLength(4)
  }
})
