/**
 * Weeks of a small mine at random, on a real chain, with the real indexer: users' amounts are compared with
 * exact fractions computed slowly from the contract's own events. A failing run prints its seed;
 * `SIMULATION_SEED` repeats it.
 */
import { digitalRightsAbi, drgvAbi, emissionAbi } from '@dr/contracts/abi'
import { CALLS } from '@dr/protocol/calls/index'
import { emittedAt } from '@dr/protocol/rules/emission'
import { describeOnDatabase } from '@dr/test-kit'
import { getAbiItem, toEventSelector } from 'viem'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  type Chain,
  startChain,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../test/app/test-app.ts'
import {
  lacksTopic,
  OMISSIONS,
  type Omission,
  startFaultyEndpoint,
} from '../../../test/engines/faulty-endpoint.ts'
import { AppError } from '../../platform/app-error.ts'
import { auditLedger } from '../ledger/index.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const STEPS = Number(process.env.SIMULATION_STEPS ?? 60)
/** Steps for which the endpoint omits logs, and for which it is honest. */
const FAULT_STEPS = 10
const LIFE_DAYS = 75
/** Small ones, and large ones of which three exceed the power floor. */
const PRODUCTS = (['small', 'large'] as const).map((name, index) => ({
  productId: name,
  name,
  tier: index + 1,
  power: name === 'small' ? 3n : 150_000n,
  price: 10n ** 18n,
  drgvShareBps: 2_000,
  stock: 1_000n,
  perUserLimit: 1_000,
  lifeDays: LIFE_DAYS,
}))

/** mulberry32: small, seeded, good enough to mix steps. */
const randomFrom = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

/** Ignores refusals of the product; other errors are failures. */
const orRefused = async <T>(attempt: Promise<T>): Promise<T | undefined> => {
  try {
    return await attempt
  } catch (error) {
    if (error instanceof AppError && error.code !== 10001) return undefined
    throw error
  }
}

/**
 * Pays for some of the user's machines without a voucher, including those whose life has ended: the contract
 * does not know it.
 */
const renew = async (app: TestApp, user: TestUser, random: (below: number) => number) => {
  const { items } = await app.call(CALLS.miningDetail, user, { limit: 100 })
  const ids = items.map(({ machineId }) => BigInt(machineId)).filter(() => random(2) === 0)
  if (ids.length === 0) return
  const { client } = chain
  const balance = await client.readContract({
    address: app.contracts.drgv,
    abi: drgvAbi,
    functionName: 'balanceOf',
    args: [user.account],
  })
  const periods = 1n + BigInt(random(2))
  if (balance < BigInt(ids.length) * periods * 6n * 10n ** 18n) return
  await app.send(user.wallet, {
    address: app.contracts.digitalRights,
    abi: digitalRightsAbi,
    functionName: 'renew',
    args: [ids.toSorted((a, b) => (a < b ? -1 : 1)), periods],
  })
}

const play = async (app: TestApp, users: readonly TestUser[], random: (below: number) => number) => {
  const user = users[random(users.length)] as TestUser
  const action = random(8)
  if (action <= 1) {
    const productId = random(2) === 0 ? 'small' : 'large'
    const voucher = await orRefused(
      app.call(CALLS.machineSignature, user, { productId, machineCount: 1 + random(4) }),
    )
    if (voucher && random(8) > 0) await app.redeem(voucher, user.wallet)
  } else if (action === 2 && random(2) === 0) {
    await renew(app, user, random)
  } else if (action <= 3) {
    const all = (['all', 'not-activated', 'paused'] as const)[random(3)] as 'all'
    const voucher = await orRefused(app.call(CALLS.activateSignature, user, { all, Period: 1 + random(2) }))
    if (voucher && random(8) > 0) await app.redeem(voucher, user.wallet)
  } else if (action === 4) {
    await orRefused(app.call(CALLS.collectMining, user, {}))
  } else if (action === 5) {
    await app.release()
  } else if (action === 6) {
    await app.travel(random(3) === 0 ? 20 * 86_400 + random(86_400) : random(7_200))
  } else {
    await app.finalize()
  }
}

interface Interval {
  readonly owner: string
  readonly power: bigint
  readonly from: bigint
  readonly to: bigint
}

/** Periods of power of each user, from the contract's events only. */
const intervalsOnChain = async (app: TestApp): Promise<Interval[]> => {
  const { client } = chain
  const query = { address: app.contracts.digitalRights, abi: digitalRightsAbi, fromBlock: 0n } as const
  const times = new Map<bigint, bigint>()
  const timeOf = async (blockNumber: bigint) => {
    const known = times.get(blockNumber) ?? (await client.getBlock({ blockNumber })).timestamp
    times.set(blockNumber, known)
    return known
  }
  const later = (x: bigint, y: bigint): bigint => [x, y].toSorted((a, b) => (a < b ? 1 : -1))[0] as bigint
  const hourUp = (t: bigint) => ((t + 3_599n) / 3_600n) * 3_600n
  const machines = new Map<bigint, { owner: string; power: bigint; lifeEnd: bigint; paid: bigint }>()
  for (const { args, blockNumber } of await client.getContractEvents({
    ...query,
    eventName: 'MachinesBought',
  })) {
    const { account = '0x', firstMachineId = 0n, machineCount = 0n, usdtAmount = 0n } = args
    const { rows } = await app.database.read.query<{ power: bigint }>({
      text: 'SELECT power FROM mining_purchase WHERE id = $1',
      values: [firstMachineId >> 7n],
    })
    expect(usdtAmount > 0n).toBe(true)
    const lifeEnd = hourUp((await timeOf(blockNumber)) + BigInt(LIFE_DAYS) * 86_400n)
    for (let n = 0n; n < machineCount; n += 1n) {
      machines.set(firstMachineId + n, {
        owner: account.toLowerCase(),
        power: rows[0]?.power ?? 0n,
        lifeEnd,
        paid: 0n,
      })
    }
  }
  const intervals: Interval[] = []
  const byVoucher = await client.getContractEvents({ ...query, eventName: 'MachinesActivated' })
  const without = await client.getContractEvents({ ...query, eventName: 'MachinesRenewed' })
  const payments = [
    ...byVoucher.map((log) => ({ ...log, ids: log.args.machineIDs, periods: log.args.Period })),
    ...without.map((log) => ({ ...log, ids: log.args.machineIDs, periods: log.args.periods })),
  ].toSorted((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex)
  for (const { blockNumber, ids = [], periods = 0n } of payments) {
    const at = await timeOf(blockNumber)
    for (const id of ids) {
      const machine = machines.get(id)
      if (!machine) throw new Error(`machine ${id} was never bought`)
      const from = later(machine.paid, at)
      machine.paid = later(machine.paid, hourUp(at)) + periods * 30n * 86_400n
      const to = -later(-machine.paid, -machine.lifeEnd)
      if (to > from) intervals.push({ owner: machine.owner, power: machine.power, from, to })
    }
  }
  return intervals
}

/** Each owner's exact share of the emission until `end`, rounded down once. */
const exactShares = (intervals: readonly Interval[], end: bigint, startTime: bigint): Map<string, bigint> => {
  const cuts = [...new Set([startTime, end, ...intervals.flatMap(({ from, to }) => [from, to])])]
    .filter((at) => at <= end)
    .sort((x, y) => (x < y ? -1 : 1))
  const shares = new Map<string, { num: bigint; den: bigint }>()
  cuts.slice(1).forEach((to, index) => {
    const from = cuts[index] as bigint
    const emitted = emittedAt(startTime, to) - emittedAt(startTime, from)
    const active = intervals.filter((one) => one.from <= from && one.to >= to)
    const total = active.reduce((sum, { power }) => sum + power, 0n)
    const divisor = total < 400_000n ? 400_000n : total
    for (const { owner, power } of active) {
      const { num, den } = shares.get(owner) ?? { num: 0n, den: 1n }
      shares.set(owner, { num: num * divisor + emitted * power * den, den: den * divisor })
    }
  })
  return new Map([...shares].map(([owner, { num, den }]) => [owner, num / den]))
}

const RELEASED = toEventSelector(getAbiItem({ abi: emissionAbi, name: 'Released' }))

interface Fault {
  readonly omits: Omission | undefined
  /** Number of honest endpoints beside the one that omits logs. */
  readonly honest: number
  readonly patienceMs: number
}

const FAULTS: Readonly<Record<string, Fault>> = {
  'an honest endpoint': { omits: undefined, honest: 0, patienceMs: 0 },
  'an endpoint that leaves out every third log, and an honest one': {
    omits: OMISSIONS['every third log'],
    honest: 1,
    patienceMs: 60_000,
  },
  'an endpoint that leaves out releases, and has them later': {
    omits: lacksTopic(RELEASED),
    honest: 0,
    patienceMs: 0,
  },
}

describeOnDatabase('random purchases, payments and collects', ({ openDatabase }) => {
  test.each(Object.entries(FAULTS))(
    'with %s: each user gets the exact share, and chain, stock and books agree',
    {
      timeout: 240_000,
    },
    async (_, { omits, honest, patienceMs }) => {
      const seed = Number(process.env.SIMULATION_SEED ?? Math.floor(Math.random() * 2 ** 31))
      const endpoint = await startFaultyEndpoint(chain.anvil.url)
      onTestFinished(endpoint.stop)
      const rpcUrls = [endpoint.url, ...Array.from({ length: honest }, () => chain.anvil.url)]
      const app = await startTestApp(chain, await openDatabase(), {
        products: PRODUCTS,
        indexer: { rpcUrls, patienceMs },
      })
      const users = [await app.newUser('ann'), await app.newUser('bea'), await app.newUser('cem')]
      const random = randomFrom(seed)
      const first = users[0] as TestUser
      const voucher = await app.call(CALLS.machineSignature, first, { productId: 'large', machineCount: 3 })
      await app.redeem(voucher, first.wallet)
      await app.finalize()
      const electricity = await app.call(CALLS.activateSignature, first, { all: 'all', Period: 1 })
      await app.redeem(electricity, first.wallet)
      for (let step = 0; step < STEPS; step += 1) {
        endpoint.state.omits = Math.floor(step / FAULT_STEPS) % 2 === 1 ? omits : undefined
        await play(app, users, random)
        const sinceHonest = step % (FAULT_STEPS * 2)
        if (sinceHonest === 0 || sinceHonest > FAULT_STEPS * 2 - 2) await app.release()
        if (sinceHonest === 2) await app.indexer.mend()
      }
      endpoint.state.omits = undefined
      await app.finalize()
      expect(await app.indexer.mend(), `seed ${seed}: a gap remains`).toBe(false)
      await app.travel(1_000) // unused vouchers expire
      await app.release()

      const intervals = await intervalsOnChain(app)
      const { emission } = await app.call(CALLS.overview, undefined, {})
      const shares = exactShares(intervals, BigInt(emission.releasedUntil), app.startTime)
      let owned = 0
      for (const user of users) {
        const info = await app.call(CALLS.miningInfo, user, {})
        const lack = (shares.get(user.account) ?? 0n) - BigInt(info.accrued) - BigInt(info.collectedTotal)
        expect(lack >= 0n && lack <= 1n, `seed ${seed}: ${user.account} lacks ${lack}`).toBe(true)
        const { items } = await app.call(CALLS.miningDetail, user, { limit: 100 })
        owned += Object.values(info.machines).reduce((sum, count) => sum + count, 0)
        for (const { machineId, paidUntil, lifeEnd } of items) {
          const paid = await chain.client.readContract({
            address: app.contracts.digitalRights,
            abi: digitalRightsAbi,
            functionName: 'paidUntil',
            args: [BigInt(machineId)],
          })
          expect(paidUntil ?? 0, `seed ${seed}`).toBe(Math.min(Number(paid), lifeEnd))
        }
      }
      const { items: products } = await app.call(CALLS.products, undefined, {})
      expect(products.reduce((sum, { stock }) => sum + stock, 0) + owned, `seed ${seed}`).toBe(2_000)
      const amount = await app.read.dr(app.contracts.withdrawalVault0)
      expect(await auditLedger(app.database.read, { reserves: [{ vault: 0, token: 'DR', amount }] })).toEqual(
        [],
      )
      if (omits && honest === 0) {
        const posted = 'SELECT 1 FROM suspense_event WHERE resolved_at IS NOT NULL'
        expect((await app.database.read.query({ text: posted })).rowCount, `seed ${seed}`).toBeGreaterThan(0)
      }
      const { rows } = await app.database.read.query({
        text: 'SELECT error FROM suspense_event WHERE resolved_at IS NULL',
      })
      expect(rows, `seed ${seed}`).toEqual([])
    },
  )
})
