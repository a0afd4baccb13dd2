/** The newest weekly result, as somebody who trusts nobody checks it: the public command, the chain, the published file. */
import { execFile } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { dividendPool } from '@dr/protocol/calls/dividends'
import { createApiClient } from '../crash/api-client.ts'

const program = fileURLToPath(new URL('../../apps/server/src/bin/recompute-week.ts', import.meta.url))
const POSTED_WITHIN_MS = 60_000
const POLL_MS = 500
const RECOMPUTED_WITHIN_MS = 600_000
const SAID_MAX_BYTES = 10_000_000

/** Waits until the file stands and its hash is on the chain. */
const newestWeek = async (url: string): Promise<number> => {
  const api = createApiClient({ url, chainId: 31_337 })
  const until = performance.now() + POSTED_WITHIN_MS
  for (;;) {
    const [newest] = (await api.call(dividendPool)).weeks.items
    if (newest?.result?.txHash) return newest.week
    if (performance.now() > until) throw new Error('the newest result is not on the chain')
    await delay(POLL_MS)
  }
}

/** Every week since the deployment is computed again from the chain's events alone; what disagrees with its file. */
export const checkResults = async (url: string): Promise<string[]> => {
  const week = await newestWeek(url)
  const limits = { timeout: RECOMPUTED_WITHIN_MS, maxBuffer: SAID_MAX_BYTES }
  return new Promise((resolve) => {
    execFile(process.execPath, [program, String(week), url], limits, (error, said, complained) =>
      resolve(error ? [`results up to week ${week}: ${error.message}\n${said}${complained}`] : []),
    )
  })
}
