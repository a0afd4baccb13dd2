/** A small history of the demo network: six people, active on five days within two weeks. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { community, directReferralRanking, nodeRanking } from '@dr/protocol/calls/community'
import { dividendPool } from '@dr/protocol/calls/dividends'
import { fundFlows } from '@dr/protocol/calls/fund-flows'
import { LOCAL_CALLS } from '@dr/protocol/calls/local'
import { products } from '@dr/protocol/calls/mining'
import { publicNotices } from '@dr/protocol/calls/notices'
import { getPackageOrderList } from '@dr/protocol/calls/packages'
import { publicRoots, rootsProof } from '@dr/protocol/calls/roots'
import { priceHistory, swapRecords } from '@dr/protocol/calls/swap'
import { machinePurchases, miningInfo, miningStats } from '@dr/protocol/calls/user-mining'
import { withdrawalDetail } from '@dr/protocol/calls/withdrawal'
import { DAY_SECONDS, LOCAL_CHAIN_ID } from '@dr/protocol/constants'
import { rootsFileName } from '@dr/protocol/roots/roots-file'
import { createLogger } from '@dr/server/platform/logger'
import { freePort } from '@dr/test-kit'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { type ApiClient, createApiClient } from '../../crash/api-client.ts'
import { checkBooks } from '../../simulation/check-books.ts'
import { readBlock } from '../chain/rpc.ts'
import { ensureKeys } from '../deployment/keys.ts'
import { prepareChain } from '../prepare-chain.ts'
import { WITNESS_FOLDER } from '../witness.ts'
import { liveHistory, openDraft } from './make-history.ts'
import { networkRoute } from './network-route.ts'
import { ageOf, type DemoPlan, keyOf, MEMBER } from './plan.ts'
import { isRootsTick, type World } from './world.ts'

/** Pledges of the first two days draw from the next Monday, and are paid at the one after. */
const PLAN: DemoPlan = { accounts: 6, days: [0, 1, 4, 9, 15] }
const NOW_WITHIN_SECONDS = 120

/** A line comes with the first day; each day's roots are confirmed, and final seven days later. */
const expectRoots = async (world: World, { api, directory }: { api: ApiClient; directory: string }) => {
  const address = privateKeyToAccount(keyOf(MEMBER)).address.toLowerCase()
  const fileOf = (epoch: number) =>
    readFileSync(join(directory, WITNESS_FOLDER, rootsFileName(epoch)), 'utf8')
  expect(fileOf(1)).not.toContain(address)
  expect(fileOf(2)).toContain(address)

  const statesOf = async () => {
    await world.server.runTicks(isRootsTick)
    return (await api.call(publicRoots)).epochs.map(({ state }) => state)
  }
  expect(await statesOf()).toEqual(['confirmed', 'confirmed', 'final', 'final', 'final'])
  const proofs = () => api.call(rootsProof, undefined, { address })
  const earned = (proof: Awaited<ReturnType<typeof proofs>>['final']) =>
    proof?.books.reduce((sum, book) => sum + BigInt(book.earned), 0n) ?? 0n
  const before = await proofs()
  expect(earned(before.final)).toBeGreaterThan(0n)
  expect(earned(before.newest)).toBeGreaterThan(earned(before.final))

  const wait = async (days: number) => {
    const { timestamp } = await world.client.getBlock()
    await world.goTo(Number(timestamp) + days * DAY_SECONDS)
    await world.runTicks()
  }
  await wait(1)
  expect((await statesOf()).slice(0, 2)).toEqual(['confirmed', 'confirmed'])
  const { newest } = await proofs()
  expect(earned(newest)).toBeGreaterThan(earned(before.newest))
  await wait(7)
  expect((await statesOf()).slice(0, 2)).toEqual(['confirmed', 'final'])
  expect((await proofs()).final).toMatchObject({ epoch: newest?.epoch, books: newest?.books })
}

test('people of a script fill rankings, charts, weeks, dividends, teams, records and roots, and the books hold', {
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
        const world = await liveHistory(prepared, { server, keys, plan: PLAN, directory })
        const { client, contracts } = world
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
        await expectRoots(world, { api, directory })
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
