/**
 * Output of an operator's programs when the endpoint or the database is down: one line, without a stack and
 * without the secrets of a URL. `recompute-week.ts` has a site to read first: recompute-week.test.ts.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Ended, fillPgliteDirectory, runToEnd } from '@dr/test-kit'
import { expect, onTestFinished, test } from 'vitest'
import { OFFLINE_DEPLOYMENT } from '../../test/app/offline-deployment.ts'
import { advanceChainClock } from '../platform/chain/chain-clock.ts'
import { openPglite } from '../platform/database/pglite.ts'
import { lowerHex } from '../platform/hex.ts'

const KEY = 'SECRETRPCKEY'
const PASSWORD = 'hunter2-of-the-database'
const TRANSACTION = `0x${'ab'.repeat(32)}`
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  'post-loss': ['0', 'DR', '5', TRANSACTION, 'operator 1', 'operator 2', 'stolen'],
  'repost-suspense': [],
  'restore-orders': ['/nowhere'],
  'reverse-journal': ['7', 'operator 1', 'booked twice'],
  'settle-event': ['7', 'operator 1', 'operator 2', 'stolen'],
}

const prepare = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'dr-programs-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  await writeFile(join(directory, 'deployment.json'), JSON.stringify(OFFLINE_DEPLOYMENT))
  return {
    DATA_DIR: directory,
    GENESIS_ADDRESS: `0x${'9'.repeat(40)}`,
    // No server listens there, and `fetch` connects to it, unlike port 1.
    RPC_URLS: `http://127.0.0.1:2/v3/${KEY}`,
  }
}

const run = (name: string, environment: Readonly<Record<string, string>>, args = ARGUMENTS[name] ?? []) =>
  runToEnd(fileURLToPath(new URL(`${name}.ts`, import.meta.url)), args, environment)

const expectOneLine = ({ code, out, error }: Ended, line: RegExp) => {
  expect(error.trimEnd().split('\n'), error).toEqual([expect.stringMatching(line)])
  expect(code).toBe(1)
  expect(out + error).not.toContain(KEY)
  expect(out + error).not.toContain(PASSWORD)
  expect(out + error).not.toMatch(/^ +at /m)
}

test.each(Object.keys(ARGUMENTS))('%s: a database that is away, with a password', async (name) => {
  const environment = {
    ...(await prepare()),
    DATABASE_URL: `postgresql://dr:${PASSWORD}@127.0.0.1:1/dr`,
  }
  const line = /^DATABASE_URL: no server takes connections there \(127\.0\.0\.1:1\/dr, ECONNREFUSED\)$/
  expectOneLine(await run(name, environment), line)
})

test('an endpoint that is away: nothing of its key, whether the program needs a chain or not', async () => {
  const environment = await prepare()
  const directory = join(environment.DATA_DIR, 'db')
  await fillPgliteDirectory(directory)
  const database = await openPglite({ directory })
  await database.transaction((tx) =>
    advanceChainClock(tx, {
      chainId: 31_337,
      from: undefined,
      to: { number: 1n, hash: lowerHex(`0x${'00'.repeat(32)}`), timestamp: 1_800_000_000n },
    }),
  )
  await database.close()
  expectOneLine(
    await run('post-loss', environment),
    /HTTP request failed \(http:\/\/127\.0\.0\.1:2\/…\): .*ECONNREFUSED/,
  )
  expectOneLine(await run('reverse-journal', environment), /^no journal 7$/)
  expectOneLine(
    await run('repost-suspense', environment),
    /^no endpoint of RPC_URLS answers, and one is needed/,
  )
})

test('a call that is wrong', async () => {
  expectOneLine(await run('post-loss', {}, ['--why']), /--why/)
  expectOneLine(await run('reverse-journal', {}, ['--why']), /--why/)
})
