/** A small history of the demo network: six people, active on five days within two weeks. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { community, directReferralRanking, nodeRanking } from '@dr/protocol/calls/community'
import { dividendPool } from '@dr/protocol/calls/dividends'
import { fundFlows } from '@dr/protocol/calls/fund-flows'
import { LOCAL_CALLS } from '@dr/protocol/calls/local'
import { products } from '@dr/protocol/calls/mining'
import { publicNotices } from '@dr/protocol/calls/notices'
import { getPackageOrderList } from '@dr/protocol/calls/packages'
import { priceHistory, swapRecords } from '@dr/protocol/calls/swap'
import { machinePurchases, miningInfo, miningStats } from '@dr/protocol/calls/user-mining'
import { withdrawalDetail } from '@dr/protocol/calls/withdrawal'
import { LOCAL_CHAIN_ID } from '@dr/protocol/constants'
import { createLogger } from '@dr/server/platform/logger'
import { freePort } from '@dr/test-kit'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { createApiClient } from '../../crash/api-client.ts'
import { checkBooks } from '../../simulation/check-books.ts'
import { readBlock } from '../chain/rpc.ts'
import { ensureKeys } from '../deployment/keys.ts'
import { prepareChain } from '../prepare-chain.ts'
import { liveHistory, openDraft } from './make-history.ts'
import { networkRoute } from './network-route.ts'
import { ageOf, type DemoPlan, keyOf, MEMBER } from './plan.ts'

/** Pledges of the first two days draw from the next Monday, and are paid at the one after. */
const PLAN: DemoPlan = { accounts: 6, days: [0, 1, 4, 9, 15] }
const NOW_WITHIN_SECONDS = 120

test('people of a script fill rankings, charts, weeks, dividends, teams and records, and the books hold', {
  timeout: 240_000,
}, async () => {
  const directory = mkdtempSync(join(tmpdir(), 'dr-demo-'))
  const keys = await ensureKeys(join(directory, 'secrets'))
  const settings = {
    port: 1,
    chainPort: await freePort(),
    dataDirectory: directory,
    databaseUrl: undefined,
    reset: undefined,
    empty: false,
  }
  const interrupted = { ageSeconds: 0, live: () => Promise.reject(new Error('interrupted')) }
  await expect(prepareChain(settings, keys, interrupted)).rejects.toThrow('interrupted')
  // Nothing of an incomplete first start is kept: the next one is a first start again.
  expect(existsSync(join(directory, 'deployment.json'))).toBe(false)
  expect(existsSync(join(directory, 'chain', 'state.json'))).toBe(false)

  const { chain } = await prepareChain(settings, keys, {
    ageSeconds: ageOf(PLAN),
    live: async (prepared) => {
      const server = await openDraft({ settings, keys, logger: createLogger('silent') }, prepared)
      try {
        const { client, contracts } = await liveHistory(prepared, { server, keys, plan: PLAN })
        const api = createApiClient({ url: server.url, chainId: LOCAL_CHAIN_ID })
        await api.signIn(privateKeyToAccount(keyOf(MEMBER)), server.genesisInviteCode)

        const latest = await readBlock(prepared.chain.rpc, 'latest')
        expect(Math.abs((latest?.timestamp ?? 0) - Date.now() / 1_000)).toBeLessThan(NOW_WITHIN_SECONDS)

        const { weeks } = await api.call(dividendPool)
        expect(weeks.items.length).toBeGreaterThanOrEqual(2)
        expect(weeks.items.some(({ dividends }) => BigInt(dividends.USDT) > 0n)).toBe(true)
        expect(weeks.items.every(({ result }) => result?.txHash)).toBe(true)
        expect(weeks.items.some(({ prizes }) => prizes.length > 0)).toBe(true)
        const rankings = await Promise.all(
          weeks.items.map(({ week }) => api.call(directReferralRanking, { week })),
        )
        expect(rankings.flatMap(({ items }) => items).length).toBeGreaterThan(0)
        expect((await api.call(nodeRanking, {})).mine.node).toBe(true)
        const { mine, members } = await api.call(community, {})
        expect(members.items.length).toBeGreaterThanOrEqual(4)
        expect(BigInt(mine.direct.staked)).toBeGreaterThan(0n)

        for (const token of ['DR', 'DRGV'] as const) {
          const { points } = await api.call(priceHistory, { token, range: '30d' })
          expect(new Set(points.map(({ close }) => close)).size).toBeGreaterThan(3)
        }
        const { days } = await api.call(miningStats, {})
        expect(days.filter(({ mined }) => BigInt(mined) > 0n).length).toBeGreaterThan(7)
        expect((await api.call(miningInfo)).machines.producing).toBeGreaterThan(0)
        expect((await api.call(products)).items.length).toBeGreaterThan(0)
        const lists = await Promise.all([
          api.call(machinePurchases, {}),
          api.call(swapRecords, {}),
          api.call(fundFlows, {}),
          api.call(withdrawalDetail, {}),
          api.call(getPackageOrderList),
          api.call(publicNotices),
        ])
        for (const [at, { items }] of lists.entries()) expect(items.length, `list ${at}`).toBeGreaterThan(1)

        expect(await checkBooks({ database: server.database, client, contracts })).toEqual([])
      } finally {
        await server.stop()
      }
      return { accounts: PLAN.accounts, days: 15 }
    },
  })
  await chain.stop()
  expect(existsSync(join(directory, 'chain', 'state.json'))).toBe(true)
  rmSync(directory, { recursive: true, force: true })
})

test('a network without a history says so, and one with a history lends a key', async () => {
  const answer = (history?: { accounts: number; days: number }) =>
    networkRoute(history).handle({ params: {}, body: {} } as never)
  expect(await answer()).toEqual({ history: null })
  const lent = LOCAL_CALLS.network.response.parse(await answer({ accounts: 30, days: 33 }))
  expect(lent.history).toEqual({ accounts: 30, days: 33, memberKey: keyOf(MEMBER) })
})
