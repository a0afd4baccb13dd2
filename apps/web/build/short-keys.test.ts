import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { readCatalog } from './catalogs.ts'
import { readCode, shortKeys, withShortKeys } from './short-keys.ts'

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const keys = Object.keys(readCatalog(pathOf('../src/i18n/catalogs/zh-CN.json')))
const code = readCode(pathOf('../src'))
const short = shortKeys(keys, { code, others: readCode(pathOf('../../../packages/protocol/src')) })

it('a key that the code names as a whole is short, in both kinds of quotes', () => {
  const made = shortKeys(['exit.title', 'exit.lead'], {
    code: `t('exit.title') <T k="exit.lead" />`,
    others: '',
  })
  expect([...made]).toEqual([
    ['exit.title', '~0'],
    ['exit.lead', '~1'],
  ])
  expect(withShortKeys(`t('exit.title') <T k="exit.lead" /> 'exit.titles'`, made)).toBe(
    `t('~0') <T k="~1" /> 'exit.titles'`,
  )
})

it('a composed key, a word of the protocol and an unnamed key keep their names', () => {
  const all = ['error.1001', 'game.state.open', 'withdrawal.burned', 'document.title']
  const named = `t(\`error.\${code}\`) t(\`game.\${part}.open\`)${all.map((key) => `'${key}'`).slice(0, 3)}`
  expect(shortKeys(all, { code: named, others: `kind: 'withdrawal.burned'` }).size).toBe(0)
})

it('a key composed inside another text keeps its name, as do all that the code composes', () => {
  const nested = `\`\${t(\`a.b.\${x}\`)} \${t('a.b.c')}\``
  expect(shortKeys(['a.b.c'], { code: nested, others: '' }).size).toBe(0)
  const parts = code.split('`').flatMap((part) => /^([a-z]\w*\.[\w.-]*)\$\{/i.exec(part)?.[1] ?? [])
  expect(parts.length).toBeGreaterThan(20)
  expect([...short.keys()].filter((key) => parts.some((head) => key.startsWith(head)))).toEqual([])
})

it('a key that begins with a value is refused', () => {
  expect(() => shortKeys(keys, { code: `t(\`\${section}.title\`)`, others: '' })).toThrow('any text')
})

it('most texts are short, no two alike, and none looks like another key', () => {
  expect(short.size).toBeGreaterThan(keys.length * 0.7)
  expect(new Set(short.values()).size).toBe(short.size)
  expect([...short.values()].filter((key) => !/^~[\da-z]+$/.test(key))).toEqual([])
  expect(short.has('withdrawal.burned')).toBe(false)
})

it('every key that the code gives as it is has its text in what the build makes of both', () => {
  const used = [...withShortKeys(code, short).matchAll(/\bt\('([^']+)'/g)].map(([, key = '']) => key)
  const texts = new Set(keys.map((key) => short.get(key) ?? key))
  expect(used.length).toBeGreaterThan(1_000)
  expect(used.filter((key) => !texts.has(key))).toEqual([])
})
