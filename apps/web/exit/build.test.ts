import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const SIZE_MAX = 200_000
/** What the page is built from; its dependencies are linked. */
const SOURCES = [
  ...['exit', 'build', 'public', 'src/pages', 'src/i18n/catalogs', 'package.json'].map(
    (path) => `apps/web/${path}`,
  ),
  ...['src', 'package.json'].map((path) => `packages/protocol/${path}`),
  ...['abi', 'package.json'].map((path) => `contracts/${path}`),
]
const OWN = { protocol: 'packages/protocol', contracts: 'contracts' } as const

/** A copy of the sources in `folder`, which resolves our packages to the copy. */
const copyTo = (folder: string): void => {
  for (const path of SOURCES) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(ROOT, path), join(folder, path), { recursive: true })
  }
  mkdirSync(join(folder, 'node_modules/@dr'), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name !== '@dr') symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  }
  for (const [name, path] of Object.entries(OWN))
    symlinkSync(join(folder, path), join(folder, 'node_modules/@dr', name))
}

const buildIn = (folder: string): { page: string; printed: string } => {
  copyTo(folder)
  const output = join(folder, 'output')
  const printed = execFileSync(process.execPath, [join(folder, 'apps/web/exit/build.ts'), output])
  return { page: readFileSync(join(output, 'exit.html'), 'utf8'), printed: String(printed) }
}

it('two builds in two folders give the same bytes: one file below 200 kB that loads nothing', () => {
  const base = mkdtempSync(join(tmpdir(), 'dr-exit-build-'))
  onTestFinished(() => rmSync(base, { recursive: true }))
  const [one, two] = [join(base, 'a'), join(base, 'another/and/longer')]
  const first = buildIn(one)
  const second = buildIn(two)
  expect(second.page).toBe(first.page)
  expect(first.printed).toContain(createHash('sha256').update(first.page).digest('hex'))
  expect(first.page.length).toBeGreaterThan(20_000)
  expect(Buffer.byteLength(first.page)).toBeLessThan(SIZE_MAX)
  expect(first.page).not.toContain(base)

  expect([...first.page.matchAll(/\b(?:src|href)="(?!data:)[^"]*"/g)].map(([found]) => found)).toEqual([])
  expect(first.page).not.toMatch(/@import|url\((?!data:)|import\(/)
  const hashOf = (tag: string): string => {
    const [, body = ''] = new RegExp(`<${tag}[^>]*>([\\s\\S]*?)</${tag}>`).exec(first.page) ?? []
    return createHash('sha256').update(body).digest('base64')
  }
  expect(first.page).toContain(`script-src 'sha256-${hashOf('script')}'`)
  expect(first.page).toContain(`style-src 'sha256-${hashOf('style')}'`)
})
