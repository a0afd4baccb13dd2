/**
 * Checks the newest weekly results (dividends, nodes) like an independent verifier: with the public
 * command, the chain, and the published file.
 */
import { execFile } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { nodeRanking } from '@dr/protocol/calls/community'
import { dividendPool } from '@dr/protocol/calls/dividends'
import type { ApiClient } from '../crash/api-client.ts'

const program = fileURLToPath(new URL('../../apps/server/src/bin/recompute-week.ts', import.meta.url))
const POSTED_WITHIN_MS = 60_000
const POLL_MS = 500
const RECOMPUTED_WITHIN_MS = 600_000
const SAID_MAX_BYTES = 10_000_000

/** Waits until both files exist and their hashes are on the chain. `api`: of any signed-in user. */
const newestWeek = async (api: ApiClient): Promise<number> => {
  const until = performance.now() + POSTED_WITHIN_MS
  for (;;) {
    const [newest] = (await api.call(dividendPool)).weeks.items
    const [ofNodes] = (await api.call(nodeRanking, { limit: 1 })).weeks
    const areThere = newest?.result?.txHash && ofNodes?.result?.txHash
    if (areThere && newest.week === ofNodes.week) return newest.week
    if (performance.now() > until) throw new Error('the newest results are not on the chain')
    await delay(POLL_MS)
  }
}

/**
 * Recomputes every week since the deployment from the chain's events alone; returns differences from its
 * file.
 */
export const checkResults = async (url: string, api: ApiClient): Promise<string[]> => {
  const week = await newestWeek(api)
  const limits = { timeout: RECOMPUTED_WITHIN_MS, maxBuffer: SAID_MAX_BYTES }
  return new Promise((resolve) => {
    execFile(process.execPath, [program, String(week), url], limits, (error, said, complained) =>
      resolve(error ? [`results up to week ${week}: ${error.message}\n${said}${complained}`] : []),
    )
  })
}
