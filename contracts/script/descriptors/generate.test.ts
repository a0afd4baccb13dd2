/** The program of docs/operations.md, started as written there. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { byToken, TOKENS } from '@dr/protocol/tokens'
import { getAddress } from 'viem'
import { expect, onTestFinished, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const address = (digits: string): string => `0x${digits.repeat(20)}`
const RECORD = {
  chainId: 97,
  contracts: {
    DigitalRights: address('d1'),
    Exchange: address('e1'),
    DigitDraw: address('dd'),
    RootRegistry: address('ee'),
    withdrawalVaults: [address('a0'), address('a1'), address('a2')],
    ...byToken(TOKENS, (token) => address(`b${TOKENS.indexOf(token)}`)),
  },
}

const generate = (...options: readonly string[]) =>
  spawnSync(process.execPath, ['contracts/script/generate-descriptors.ts', ...options], {
    cwd: ROOT,
    encoding: 'utf8',
  })
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'descriptors-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('what is committed is what the sources say', () => {
  expect(generate('--check')).toMatchObject({ stderr: '', status: 0 })
})

test('a deployment’s descriptors, with its addresses and its site', () => {
  const folder = newFolder()
  const record = join(folder, '97.json')
  writeFileSync(record, JSON.stringify(RECORD))
  const to = join(folder, 'registry')
  const written = generate('--deployment', record, '--site', 'https://example.org', '--to', to)
  expect(written).toMatchObject({ stderr: '', status: 0 })
  const committed = readdirSync(join(ROOT, 'contracts/descriptors')).filter((name) => name.endsWith('.json'))
  expect(readdirSync(to)).toEqual(committed)
  const main = JSON.parse(readFileSync(join(to, 'calldata-DigitalRights.json'), 'utf8')) as object
  expect(main).toMatchObject({
    context: { contract: { deployments: [{ chainId: 97, address: getAddress(address('d1')) }] } },
    metadata: { info: { url: 'https://example.org' } },
  })
})

test('another schema than the published one, and a deployment without a folder, are refused', () => {
  const folder = newFolder()
  const schema = join(folder, 'schema.json')
  writeFileSync(schema, '{}')
  const refused = generate('--schema', schema)
  expect(refused.stderr).toContain('the schema is another one')
  expect(refused.status).toBe(1)
  const record = join(folder, '97.json')
  writeFileSync(record, JSON.stringify(RECORD))
  expect(generate('--deployment', record)).toMatchObject({ status: 1 })
})
