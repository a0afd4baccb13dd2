import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CALLS } from '@dr/protocol/calls/index'
import { type Ended, runToEnd } from '@dr/test-kit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { prepareDataAndPglite } from '../../test/app/server-data.ts'
import { type Chain, startChain } from '../../test/app/test-app.ts'
import { createTestClient } from '../../test/servers/test-client.ts'
import { readConfig } from '../platform/config/config.ts'
import { createLogger } from '../platform/logger.ts'
import { startServer } from './server/start-server.ts'

const program = fileURLToPath(new URL('recompute-week.ts', import.meta.url))
const WEEK_SECONDS = 604_800
const PUBLISHED_WITHIN_MS = 60_000
/** A server starts, publishes, and the command runs several times. */
const TEST_TIMEOUT_MS = 240_000

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(() => chain.anvil.stop())

/** Runs it as on a separate machine: no environment, no database. */
const recompute = async (...args: string[]): Promise<{ code: number | null; said: string }> => {
  const { code, out, error } = await runToEnd(program, args, {})
  return { code, said: out + error }
}

const KEY = 'SECRETRPCKEY'
/** No server listens at its port 2, and `fetch` connects to it, unlike port 1. */
const AWAY = `http://127.0.0.1:2/v3/${KEY}`
const withNode = (node: string, site: string) => runToEnd(program, ['7', site], { RPC_URL: node })
const expectOneLine = ({ code, out, error }: Ended, line: RegExp) => {
  expect(error.trimEnd().split('\n'), error).toEqual([expect.stringMatching(line)])
  expect([code, out]).toEqual([1, ''])
  expect(error).not.toContain(KEY)
}

interface Pool {
  readonly weeks: { readonly items: { week: number; result: { file: string } | null }[] }
}

test(
  'a running server’s weekly result is computed again by one command; a changed file is found out',
  async () => {
    await chain.anvil.client.increaseTime({ seconds: WEEK_SECONDS })
    await chain.anvil.mine(3)
    const directory = await prepareDataAndPglite(chain)
    const config = readConfig({
      PORT: '0',
      DATA_DIR: directory,
      RPC_URLS: chain.anvil.url,
      LOG_LEVEL: 'info',
    })
    const server = await startServer(config, { logger: createLogger('silent') })
    try {
      const client = createTestClient(server.port)
      const site = `http://localhost:${server.port}`
      const results = await vi.waitFor(
        async () => {
          const { data } = await client.get<Pool>(CALLS.dividendPool.path)
          const { items } = data.weeks
          expect(items.length).toBeGreaterThan(0)
          expect(items.filter(({ result }) => result === null)).toEqual([])
          return items
        },
        { timeout: PUBLISHED_WITHIN_MS, interval: 500 },
      )
      const [newest] = results
      const week = String(newest?.week)
      const right = await vi.waitFor(async () => {
        const answer = await recompute(week, site) // the hash is posted a moment after the file exists
        expect([answer.code, answer.said]).toEqual([0, expect.stringContaining(`nodes, week ${week}: right`)])
        return answer
      }, PUBLISHED_WITHIN_MS)
      expect(right.said).not.toContain('WRONG')
      expect(right.said).toContain(`dividends, week ${week}: right`)
      expect(right.said).toMatch(/^ {2}rules +dividendBps 8750, prizeBps 1250, weekCapBps 2000, /m)
      expect(right.said).toMatch(/^ {2}rules +ownMinimum 1000000000000000000000, directMinimum /m)
      expect(right.said).not.toContain('NOT THE RULES')
      expect(right.said).toMatch(/^ {2}posted by {2}0x[0-9a-f]{40}$/m) // without a note about a replaced key
      expect(right.said).toContain(`chain 31337, asked of ${chain.anvil.url}/…`)
      expect(right.said).toMatch(/^ {2}ResultRegistry +0x[0-9a-f]{40}$/m)

      const file = join(directory, 'results', `dividends-${week}.json`)
      const text = await (await fetch(site + (newest?.result?.file ?? ''))).text()
      await writeFile(file, text.replace('"pledged":"0"', '"pledged":"1"'))
      const changed = await recompute(week, site)
      expect([changed.code, changed.said]).toEqual([
        1,
        expect.stringContaining(`dividends, week ${week}: WRONG`),
      ])
      expect(await recompute('7', site)).toMatchObject({
        code: 1,
        said: expect.stringContaining('week 7 is before the first one'),
      })
      const away = /HTTP request failed \(http:\/\/127\.0\.0\.1:2\/…\).*ECONNREFUSED/
      expectOneLine(await withNode(AWAY, site), away)
      const lent = await withNode(`${chain.anvil.url}/?key=${KEY}`, site)
      expect(lent.out).toContain(`chain 31337, asked of ${chain.anvil.url}/…`)
      expect(lent.out + lent.error).not.toContain(KEY)
      expectOneLine(await withNode(AWAY.replace('http://', ''), site), /^RPC_URL: /)
      expect((await recompute('soon')).code).toBe(2)
    } finally {
      await server.stop()
    }
  },
  TEST_TIMEOUT_MS,
)

test('a site that is away is named in one line', async () => {
  expectOneLine(
    await runToEnd(program, ['7', AWAY], {}),
    /^the site http:\/\/127\.0\.0\.1:2\/… .*ECONNREFUSED/,
  )
})
