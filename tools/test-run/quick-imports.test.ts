/** Imports with the hook give the same results and errors as without; a program may be a bundle. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'

const HOOK = new URL('quick-imports.mjs', import.meta.url).href
const PRINT = "console.log(import.meta.url.split('/').at(-1), typeof require);"
const FILES = {
  'package.json': '{"type":"module","exports":"./first.js"}',
  'first.js': PRINT,
  'second.js': PRINT,
  'typed.ts': `const one: number = 1;${PRINT}`,
  'typed-too.ts': `const two: number = 2;${PRINT}`,
  'common/package.json': '{"type":"commonjs"}',
  'common/first.js': "console.log('common', typeof require)",
  'common/second.js': "console.log('common too', typeof require, require('./first.js'))",
  'unstated/package.json': '{}',
  'unstated/module.js': `export {};${PRINT}`,
  'unstated/common.js': "console.log('unstated common', typeof require)",
  'elsewhere/target.js': PRINT,
}

let root: string

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'dr-imports-'))
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  symlinkSync(join(root, 'elsewhere/target.js'), join(root, 'link.js'))
})
afterAll(() => rmSync(root, { recursive: true }))

/** Output and end of Node, importing these in order. */
const run = (imports: readonly string[], options: readonly string[]) => {
  const file = join(root, 'main.mjs')
  writeFileSync(file, imports.map((name) => `import '${name}'`).join('\n'))
  const { stdout, stderr, status } = spawnSync(process.execPath, [...options, file], { encoding: 'utf8' })
  return { stdout, error: /^\w*Error(?: \[\w+\])?: .*$/m.exec(stderr)?.[0], status }
}

it.each([
  ['modules of one folder', ['./first.js', './second.js', './first.js?again'], 3],
  ['TypeScript', ['./typed.ts', './typed-too.ts'], 2],
  ['a folder of CommonJS below one of modules', ['./first.js', './common/first.js', './common/second.js'], 3],
  ['files without a stated format', ['./unstated/module.js', './unstated/common.js'], 2],
  ['a link beside a known file', ['./first.js', './link.js', './elsewhere/target.js'], 2],
])('%s', (_, imports, lines) => {
  const plain = run(imports, [])
  expect(plain.stdout.trim().split('\n')).toHaveLength(lines)
  expect(plain.status).toBe(0)
  expect(run(imports, [`--import=${HOOK}`])).toEqual(plain)
})

it.each(['./missing.js', './folder%2Fmissing.js', './common'])(
  '%s cannot be imported, as without it',
  (name) => {
    const plain = run(['./first.js', name], [])
    expect([plain.status, plain.error]).toEqual([1, expect.stringMatching(/Error \[ERR_/)])
    expect(run(['./first.js', name], [`--import=${HOOK}`])).toEqual(plain)
  },
)

it('a bundled program runs from its bundle, and only while the run has bundles', () => {
  const program = 'apps/server/src/bin/signer'
  mkdirSync(join(root, dirname(program)), { recursive: true })
  writeFileSync(join(root, `${program}.js`), "console.log('bundled')")
  const source = fileURLToPath(new URL(`../../${program}.ts`, import.meta.url))
  const outputWith = (folder: string) => {
    const env = { ...process.env, DR_BUNDLES: folder, SIGNER_LISTENS: 'misspelled' }
    const { stdout, stderr } = spawnSync(process.execPath, [`--import=${HOOK}`, source], {
      encoding: 'utf8',
      env,
    })
    return stdout + stderr
  }
  expect(outputWith(root)).toBe('bundled\n')
  expect(outputWith('')).toMatch(/SIGNER_LISTENS: .*SIGNER_LISTEN\?/)
})
