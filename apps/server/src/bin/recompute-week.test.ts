import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CALLS } from '@dr/protocol/calls/index'
import { NODE_ENVIRONMENT } from '@dr/test-kit'
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

/** Runs as on a machine of its own: no environment, no database. */
const recompute = (...args: string[]): Promise<{ code: number | null; said: string }> => {
  const child = spawn(process.execPath, [program, ...args], { env: NODE_ENVIRONMENT })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  }
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, said }))
  })
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
        const answer = await recompute(week, site) // the hash is posted a moment after the file is there
        expect([answer.code, answer.said]).toEqual([0, expect.stringContaining(`nodes, week ${week}: right`)])
        return answer
      }, PUBLISHED_WITHIN_MS)
      expect(right.said).not.toContain('WRONG')
      expect(right.said).toContain(`dividends, week ${week}: right`)
      expect(right.said).toMatch(/^ {2}rules +dividendBps 8750, prizeBps 1250, weekCapBps 2000, /m)
      expect(right.said).toMatch(/^ {2}rules +ownMinimum 1000000000000000000000, directMinimum /m)
      expect(right.said).not.toContain('NOT THE RULES')
      expect(right.said).toMatch(/^ {2}posted by {2}0x[0-9a-f]{40}$/m) // and no word of a replaced key
      expect(right.said).toContain(`chain 31337, asked of ${chain.anvil.url}`)
      expect(right.said).toMatch(/^ {2}ResultRegistry +0x[0-9a-f]{40}$/m)

      const file = join(directory, 'results', `dividends-${week}.json`)
      const text = await (await fetch(site + (newest?.result?.file ?? ''))).text()
      await writeFile(file, text.replace('"pledged":"0"', '"pledged":"1"'))
      const changed = await recompute(week, site)
      expect([changed.code, changed.said]).toEqual([
        1,
        expect.stringContaining(`dividends, week ${week}: WRONG`),
      ])
      expect((await recompute('7', site)).code).toBe(1)
      expect((await recompute('soon')).code).toBe(2)
    } finally {
      await server.stop()
    }
  },
  TEST_TIMEOUT_MS,
)
