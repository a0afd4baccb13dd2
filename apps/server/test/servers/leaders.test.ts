/** Indexers and workers as separate processes, as in production: which of them leads, and their metrics. */
import { describeOnPostgres, openTestPostgres } from '@dr/test-kit'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../src/platform/database/database.ts'
import { prepareData } from '../app/server-data.ts'
import { type Chain, startChain } from '../app/test-app.ts'
import { figuresOf, type ServerProcess, startServerProcess } from './server-process.ts'

/** Generous, since this machine may be busy. */
const PATIENCE = { timeout: 120_000, interval: 100 }

const blockOf = async ({ read }: Database): Promise<number> => {
  const { rows } = await read.query<{ n: bigint }>({ text: 'SELECT block_number AS n FROM chain_clock' })
  return Number(rows[0]?.n)
}

const expectFollows = async (database: Database): Promise<void> => {
  const before = await blockOf(database)
  await expect.poll(() => blockOf(database), PATIENCE).toBeGreaterThan(before + 2)
}

/** Names of roles in `leadership_held`, and metrics that only the leader has. */
const ROLES = [
  { role: 'indexer', figures: ['indexer_block_number', 'indexer_finalized_block_number'] },
  { role: 'worker', figures: ['vault_expected_inflows', 'ledger_audit_findings'] },
] as const

describeOnPostgres('two processes of a role', () => {
  let chain: Chain
  beforeAll(async () => {
    chain = await startChain()
    await chain.anvil.client.setIntervalMining({ interval: 1 })
  })
  afterAll(() => chain.anvil.stop())

  test.each(ROLES)(
    '$role: the frozen one is replaced, and shows nothing once it is continued',
    async ({ role, figures }) => {
      const { database, url } = await openTestPostgres()
      onTestFinished(() => database.close())
      const environment = {
        PORT: '0',
        DATA_DIR: await prepareData(chain),
        RPC_URLS: chain.anvil.url,
        DATABASE_URL: url,
        DATABASE_POOL_MAX: '4',
        LOG_LEVEL: 'info',
      }
      if (role === 'worker') await startServerProcess(environment, { role: 'indexer' })
      const pair = await Promise.all([0, 1].map(() => startServerProcess(environment, { role })))
      const leads = async (server: ServerProcess) =>
        (await figuresOf(server)).get(`leadership_held{name="${role}"}`)
      const epoch = async (server: ServerProcess) =>
        (await figuresOf(server)).get(`leadership_epoch{name="${role}"}`) ?? 0
      const shown = async (server: ServerProcess) => {
        const all = await figuresOf(server)
        return figures.filter((name) => all.has(name))
      }
      await expect.poll(async () => (await Promise.all(pair.map(leads))).toSorted(), PATIENCE).toEqual([0, 1])
      const [leader, other] = ((await leads(pair[0] as ServerProcess)) === 1 ? pair : pair.toReversed()) as [
        ServerProcess,
        ServerProcess,
      ]
      await expect.poll(() => shown(leader), PATIENCE).toEqual(figures)
      expect(await shown(other)).toEqual([])

      const first = await epoch(leader)
      expect(first).toBeGreaterThan(0)
      leader.freeze()
      await expect.poll(() => leads(other), PATIENCE).toBe(1)
      await expect.poll(() => shown(other), PATIENCE).toEqual(figures)
      await expectFollows(database)

      leader.continue()
      await expect.poll(() => leads(leader), PATIENCE).toBe(0)
      await expect.poll(() => shown(leader), PATIENCE).toEqual([])
      expect(await leads(other)).toBe(1)
      expect(await epoch(other)).toBeGreaterThan(first)
      await expectFollows(database)

      await other.kill()
      await expect.poll(() => leads(leader), PATIENCE).toBe(1)
      await expect.poll(() => shown(leader), PATIENCE).toEqual(figures)
      expect(await epoch(leader)).toBeGreaterThan(first + 1)
      await expectFollows(database)
      expect(await leader.stop()).toBe(0)
    },
  )
})
