/** Errors of `npm start` and `travel` for an unavailable database or chain: one line without a password. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, runToEnd } from '@dr/test-kit'
import { expect, onTestFinished, test } from 'vitest'

const PASSWORD = 'hunter2-of-the-database'
const programOf = (name: string) => fileURLToPath(new URL(`${name}.ts`, import.meta.url))

test('npm start -- --reset: a database that is away', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'dr-start-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const ended = await runToEnd(programOf('start'), ['--reset=dr'], {
    PORT: String(await freePort()),
    CHAIN_PORT: String(await freePort()),
    DATA_DIR: directory,
    DATABASE_URL: `postgresql://dr:${PASSWORD}@127.0.0.1:1/dr`,
  })
  expect(ended).toEqual({
    code: 1,
    out: '',
    error: expect.stringMatching(/^DATABASE_URL: [^\n]*127\.0\.0\.1:1[^\n]*\n$/),
  })
  expect(ended.error).not.toContain(PASSWORD)
})

test('travel: no chain there', async () => {
  const ended = await runToEnd(programOf('travel'), ['1d'], { CHAIN_PORT: '1' })
  const line = /^No local chain moved at 127\.0\.0\.1:1 \(CHAIN_PORT\): fetch failed[^\n]*\n$/
  expect(ended).toEqual({ code: 1, out: '', error: expect.stringMatching(line) })
})
