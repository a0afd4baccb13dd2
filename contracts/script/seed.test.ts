import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { seedNotice, seedOfFullRun } from './seed.ts'

test('each full run has a seed of its own, and the one that is named', () => {
  const seed = seedOfFullRun({})
  expect(seed).toMatch(/^0x[\da-f]{16}$/)
  expect(seedOfFullRun({ FOUNDRY_FUZZ_SEED: '' })).not.toBe(seed)
  expect(seedOfFullRun({ FOUNDRY_FUZZ_SEED: seed })).toBe(seed)
  expect(seedNotice(seed)).toContain(`FOUNDRY_FUZZ_SEED=${seed}`)
  expect(() => seedOfFullRun({ FOUNDRY_FUZZ_SEED: 'yesterday' })).toThrow('yesterday')
})

const folder = fileURLToPath(new URL('../test/invariant', import.meta.url))
test.each(readdirSync(folder).filter((file) => file.endsWith('.t.sol')))(
  '%s: the many runs hold every invariant',
  (file) => {
    const text = readFileSync(`${folder}/${file}`, 'utf8')
    const names = [...text.matchAll(/^ {4}function (invariant_\w+)\(/gm)].map(([, name]) => name)
    const body = /^ {4}function invariants_all\(\)[^{]*\{([^}]*)\}/m.exec(text)?.[1] ?? ''
    expect([...body.matchAll(/(invariant_\w+)\(\);/g)].map(([, name]) => name)).toEqual(names)
  },
)
