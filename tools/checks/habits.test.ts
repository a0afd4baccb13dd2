/** Rules that Biome lacks, for server and protocol, the app, and tests. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { filesBelow } from './source-layout.ts'

const ROOTS = ['apps/server/src/', 'packages/protocol/src/'].map((folder) =>
  fileURLToPath(new URL(`../../${folder}`, import.meta.url)),
)
const sources = ROOTS.flatMap((root) => filesBelow(root).map((name) => `${root}${name}`))
  .filter((file) => /(?<!\.d)(?<!\.test)\.ts$/.test(file))
  .map((file) => ({ file, source: readFileSync(file, 'utf8') }))

/** First group of `pattern` in all files. */
const found = (pattern: RegExp): string[] =>
  sources.flatMap(({ file, source }) =>
    [...source.matchAll(pattern)].map(([, name]) => `${file.split('/src/')[1]}: ${name}`),
  )

/** Name of a statement: a literal or a template, before its text. */
const STATEMENT = /\bname: (?:'([^'\n]+)'|`[^`\n]+`),\s+text: /g
const WRONG_NAME = /\bname: ['`](?!(?:[a-z0-9_]|\$\{\w+\})+['`])([^'`\n]+)['`],\s+text: /g

describe('one style', () => {
  it('a function is a constant with an arrow; only generators are declared', () => {
    expect(sources.length).toBeGreaterThan(500)
    expect(found(/^\s*(?:export )?(?:default )?(?:async )?function (\w*)/gm)).toEqual([])
  })

  it('a statement is named as tables are: lower case and underscores', () => {
    expect(found(STATEMENT).length).toBeGreaterThan(250)
    expect(found(WRONG_NAME)).toEqual([])
  })
})

/** Matches `Date.now`, `Date()`, `new Date` and `new Date()`, not `new Date(moment)`. */
const DEVICE_CLOCK = /\bDate\.now\b|\bnew Date\b(?!\()|\bDate\(\s*\)/

describe('the app', () => {
  const root = fileURLToPath(new URL('../../apps/web/src/', import.meta.url))
  const names = filesBelow(root).filter((name) => /(?<!\.test)\.tsx?$/.test(name))

  it('reads the device’s clock in one file, where its name says what it may be compared with', () => {
    const reading = names.filter((name) => DEVICE_CLOCK.test(readFileSync(`${root}${name}`, 'utf8')))
    expect(reading).toEqual(['ui/clock.ts'])
  })
})

/** Folders whose tests share a worker and its modules (`isolate: false` of vitest.config.ts). */
const SHARED = ['apps/server/', 'apps/web/', 'deploy/', 'packages/', 'tools/'].map((folder) =>
  fileURLToPath(new URL(`../../${folder}`, import.meta.url)),
)
const REPLACES = /\bvi\.(?:mock|doMock|stubGlobal|stubEnv|resetModules)\(/
const ISOLATED = /\/apps\/(?:server|web)\/src\/.*\.isolated\.test\.ts$/

describe('every TypeScript file', () => {
  const files = SHARED.flatMap((root) => filesBelow(root).map((name) => `${root}${name}`)).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes('/node_modules/') && !file.endsWith('habits.test.ts'),
  )

  it('lists what it lists: no list is spread into another only for the formatter', () => {
    const steering = /\.\.\.\(\[[^\]]*\] as const\)\s*[,\])]/
    expect(files.length).toBeGreaterThan(1_500)
    expect(files.filter((file) => steering.test(readFileSync(file, 'utf8')))).toEqual([])
    expect("[...(['a', 'b'] as const), 'c']").toMatch(steering)
  })
})

describe('tests that share a worker', () => {
  const sources = SHARED.flatMap((root) => filesBelow(root).map((name) => `${root}${name}`)).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes('/node_modules/'),
  )
  const tests = sources.filter((file) => /\.test\.tsx?$/.test(file))

  it('replace no module and no global: those that do are named so, where vitest.config.ts isolates them', () => {
    expect(tests.length).toBeGreaterThan(300)
    const isolated = tests.filter((file) => ISOLATED.test(file))
    expect(isolated.length).toBeGreaterThan(10)
    const named = tests.filter((file) => file.includes('.isolated.'))
    expect(named).toEqual(isolated)
    const shared = sources.filter((file) => !ISOLATED.test(file))
    const replacing = shared.filter((file) => REPLACES.test(readFileSync(file, 'utf8')))
    // Test support that restores everything after each test.
    expect(replacing.map((file) => file.split('/').at(-1))).toEqual(['test-wallet-page.ts', 'test-flow.ts'])
  })
})
