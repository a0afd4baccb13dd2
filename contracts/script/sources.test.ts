/**
 * Each Solidity source states its licence, its compiler and, if it is deployed, a security contact (ADR
 * 0063).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const contracts = fileURLToPath(new URL('..', import.meta.url))
const { solc } = JSON.parse(readFileSync(join(contracts, 'package.json'), 'utf8')).devDependencies

const sources = ['src', 'test'].flatMap((folder) =>
  readdirSync(join(contracts, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sol'))
    .map((name) => ({
      name: `${folder}/${name}`,
      text: readFileSync(join(contracts, folder, name), 'utf8'),
    })),
)
const isInterface = ({ name }: { name: string }): boolean => name.startsWith('src/interfaces/')
const code = sources.filter((source) => source.name.startsWith('src/') && !isInterface(source))

const namesWithout = (files: typeof sources, line: string | RegExp): string[] =>
  files
    .filter(({ text }) => (typeof line === 'string' ? !text.includes(line) : !line.test(text)))
    .map(({ name }) => name)

test('every file is GPL-3.0-or-later', () => {
  expect(sources.length).toBeGreaterThan(100)
  expect(namesWithout(sources, /^\/\/ SPDX-License-Identifier: GPL-3\.0-or-later\n/)).toEqual([])
})

test('what is deployed is compiled by the one compiler that is installed; interfaces take a range', () => {
  expect(code.length).toBeGreaterThan(30)
  expect(namesWithout(code, `\npragma solidity ${solc};\n`)).toEqual([])
  expect(namesWithout(sources.filter(isInterface), '\npragma solidity ^0.8.28;\n')).toEqual([])
})

test('each contract that is deployed names its security contact', () => {
  const deployed = code.filter(({ text }) => /^contract /m.test(text))
  expect(deployed.length).toBeGreaterThan(10)
  expect(namesWithout(deployed, '/// @custom:security-contact SECURITY.md')).toEqual([])
})
