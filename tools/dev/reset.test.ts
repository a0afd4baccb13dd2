import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { resetData } from './reset.ts'

test('a reset sets aside chain, database, results and the witness’s files, and leaves the keys', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'dr-reset-'))
  onTestFinished(() => rmSync(dataDirectory, { recursive: true }))
  for (const name of ['chain', 'db', 'results', 'secrets', 'witness']) await mkdir(join(dataDirectory, name))
  writeFileSync(join(dataDirectory, 'deployment.json'), '{}')
  const settings = { port: 1, chainPort: 2, dataDirectory, databaseUrl: undefined, empty: false }
  const aside = await resetData({ ...settings, reset: '' })
  expect(readdirSync(aside ?? '').toSorted()).toEqual([
    'chain',
    'db',
    'deployment.json',
    'results',
    'witness',
  ])
  expect(readdirSync(dataDirectory).filter((name) => !name.startsWith('before-reset-'))).toEqual(['secrets'])
})
