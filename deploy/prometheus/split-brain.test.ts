/**
 * A standby is promoted while the primary is alive, beside real processes that a real Prometheus watches. Two
 * of them have a proxy that keeps their old sessions and routes new ones to the promoted server; the third
 * one's routes to the old primary. Only with FULL=1, in the durations of production; the short form is the
 * database layer's, in apps/server/src/platform/database/split-brain.test.ts.
 */
import { CALLS } from '@dr/protocol/calls/index'
import { describeOnPostgres } from '@dr/test-kit'
import type { PostgresCluster } from '@dr/test-kit/postgres-cluster'
import { startPrimaryAndStandby } from '@dr/test-kit/primary-and-standby'
import { type ProxySession, type SessionProxy, startSessionProxy } from '@dr/test-kit/session-proxy'
import { expect, onTestFinished, test } from 'vitest'
import { openPostgres } from '../../apps/server/src/platform/database/postgres.ts'
import { prepareData } from '../../apps/server/test/app/server-data.ts'
import { startChain } from '../../apps/server/test/app/test-app.ts'
import {
  figuresOf,
  type ServerProcess,
  startServerProcess,
} from '../../apps/server/test/servers/server-process.ts'
import { createTestClient } from '../../apps/server/test/servers/test-client.ts'
import { isPrometheusInstalled, startPrometheus, type Target } from './start-prometheus.ts'
import { type Registered, type Registrar, startRegistrar } from './test-registrars.ts'

const FULL = process.env.FULL === '1'
/** Generous, since this machine may be busy. */
const SOON = { timeout: 60_000, interval: 50 }
const SEEN = { timeout: 180_000, interval: 100 }
const TEST_WITHIN_MS = 1_200_000
/** Maximum delay of reading a message here after it was sent: both ends share the machine. */
const READ_LATE_MS = 250
const ORIGIN = 'http://app.test'
const UNREADY = { status: 503, waits: true }
const ALARMS = [
  'DatabaseServerRefused api',
  'DatabaseServerRefused worker',
  'DatabaseTimelinesDiffer',
  'TwoLeaders',
]
const LEADERS = ['indexer', 'worker'] as const

interface Member {
  readonly role: 'all' | 'api'
  readonly proxy: SessionProxy
  readonly server: ServerProcess
}

const asks =
  (what: string) =>
  ({ messages }: ProxySession) =>
    messages.some(({ text }) => text.includes(what))
const listens = asks('LISTEN')
const locks = asks('pg_try_advisory_lock')

const sessionsAt = ({ proxy }: Member, { port }: PostgresCluster) =>
  proxy.sessions.filter(({ server }) => server === port)

/** Time at which the process has used a connection to this server after checking it. */
const metAt = (member: Member, server: PostgresCluster): number | undefined =>
  sessionsAt(member, server)
    .flatMap(({ messages }) => messages[1]?.at ?? [])
    .toSorted((a, b) => a - b)[0]

/**
 * Statements of a session after `at`, except the rest of a transaction that is open then and is rolled back.
 */
const usesAfter = ({ messages }: ProxySession, at: number): string[] => {
  let open = false
  const uses: string[] = []
  for (const one of messages) {
    const commits = one.text.includes('COMMIT')
    const ends = commits || one.text.startsWith('ROLLBACK')
    if (one.at > at && (commits || !(open || ends))) uses.push(one.text)
    open = one.text.startsWith('BEGIN') || (open && !ends)
  }
  return uses
}

/** Loses a connection of the pool, like a network failure; the pool opens another one. */
const loseOneOfPool = ({ proxy }: Member): void =>
  proxy.sessions.find((session) => session.isOpen() && !listens(session) && !locks(session))?.end()

const addressesAt = async (server: PostgresCluster): Promise<ReadonlySet<string>> => {
  const database = openPostgres({ url: server.url('postgres'), poolMax: 1 })
  const { rows } = await database.read.query<{ address: string }>({ text: 'SELECT address FROM users' })
  await database.close()
  return new Set(rows.map(({ address }) => address))
}

const leads = async ({ server }: Member): Promise<number[]> => {
  const figures = await figuresOf(server)
  return LEADERS.map((name) => figures.get(`leadership_held{name="${name}"}`) ?? Number.NaN)
}
const timeline = async ({ server }: Member) => (await figuresOf(server)).get('database_timeline')
const refused = async ({ server }: Member) =>
  (await figuresOf(server)).get('database_server_refused_total') ?? 0
const readiness = async ({ server }: Member) => {
  const { status, headers } = await fetch(`http://localhost:${server.port}/readyz`)
  return { status, waits: Number(headers.get('retry-after')) > 0 }
}

const addressesOf = (
  { registered }: Registrar,
  which: (one: Registered) => boolean = () => true,
): readonly string[] => registered.filter(which).map(({ address }) => address)

const expectMore = async ({ registered }: Registrar, more = 3): Promise<void> => {
  const before = registered.length
  await expect.poll(() => registered.length, SOON).toBeGreaterThanOrEqual(before + more)
}

/** Prometheus if it is installed; otherwise only the metrics are checked. */
const watch = async (members: readonly Member[]) => {
  if (!isPrometheusInstalled()) {
    process.stderr.write('SKIPPED: alarms of two primaries (Debian: apt-get install prometheus)\n')
    return undefined
  }
  const targets = members.map(
    ({ role, server: { port } }): Target => ({ job: role === 'all' ? 'worker' : role, port }),
  )
  const { firing } = await startPrometheus(targets, 1)
  return async () => (await firing()).filter((alarm) => ALARMS.includes(alarm))
}

const startProduct = async () => {
  const [chain, servers] = await Promise.all([startChain(), startPrimaryAndStandby()])
  onTestFinished(async () => void (await Promise.all([chain.anvil.stop(), servers.stop()])))
  await chain.anvil.client.setIntervalMining({ interval: 1 })
  const common = {
    PORT: '0',
    DATA_DIR: await prepareData(chain),
    RPC_URLS: chain.anvil.url,
    DATABASE_POOL_MAX: '4',
    PUBLIC_ORIGIN: ORIGIN,
    RATE_LIMIT_FACTOR: '1000',
  }
  const startAt = (port: number, role: Member['role']) =>
    startServerProcess(
      { ...common, DATABASE_URL: `postgresql://postgres@127.0.0.1:${port}/postgres` },
      { role },
    )
  const start = async (role: Member['role']): Promise<Member> => {
    const proxy = await startSessionProxy(servers.primary.port)
    onTestFinished(() => proxy.stop())
    return { role, proxy, server: await startAt(proxy.port, role) }
  }
  const moving = await start('all')
  await expect.poll(() => leads(moving), SOON).toEqual([1, 1])
  const [api, staying] = await Promise.all([start('api'), start('all')])
  const path = CALLS.publicConfig.path
  const { data } = await createTestClient(api.server.port).get<{ genesisInviteCode: string }>(path)
  const register = ({ server: { port } }: Member): Registrar => {
    const registrar = startRegistrar({ port, origin: ORIGIN, inviteCode: data.genesisInviteCode })
    onTestFinished(registrar.stop)
    return registrar
  }
  return { ...servers, moving, api, staying, startAt, register }
}

describeOnPostgres('processes between two primaries', () => {
  test.runIf(FULL)(
    'who has met the promoted one uses the old one no more, and alarms say that there are two',
    async () => {
      const { primary, standby, promote, moving, api, staying, startAt, register } = await startProduct()
      const members = [moving, api, staying]
      const meeting = [moving, api]
      const timelines = () => Promise.all(members.map(timeline))
      const leading = () => Promise.all([moving, staying].map(leads))
      const alarms = await watch(members)
      const expectQuiet = async () => {
        if (alarms) await expect.poll(alarms, SEEN).toEqual([])
      }
      const expectFires = async (...expected: readonly string[]) => {
        if (!alarms) return
        const fires = async (alarm: string) => expect.poll(alarms, SEEN).toContain(alarm)
        await Promise.all(expected.map(fires))
      }

      // One primary; then another is promoted, and no process has met it: all continue with the old one.
      const first = members.map(register)
      await Promise.all(first.map((registrar) => expectMore(registrar)))
      expect(await timelines()).toEqual([1, 1, 1])
      await promote()
      const promotedAt = performance.now()
      await Promise.all(first.map((registrar) => expectMore(registrar)))
      expect(await timelines()).toEqual([1, 1, 1])
      expect(await leading()).toEqual([
        [1, 1],
        [0, 0],
      ])
      if (alarms) expect(await alarms()).toEqual([])

      // Two of them meet it.
      for (const { proxy } of meeting) proxy.leadTo(standby.port)
      for (const member of meeting) loseOneOfPool(member)
      await expect.poll(() => meeting.map((one) => metAt(one, standby)), SOON).not.toContain(undefined)
      await expect.poll(leading, SOON).toEqual([
        [1, 1],
        [1, 1],
      ])
      expect(await timelines()).toEqual([2, 2, 1])
      await expectFires('DatabaseTimelinesDiffer', 'TwoLeaders')
      await Promise.all(first.map((registrar) => expectMore(registrar)))
      for (const member of meeting) {
        const old = sessionsAt(member, primary)
        await expect.poll(() => old.filter((session) => session.isOpen()).length, SOON).toBe(0)
        const at = (metAt(member, standby) ?? 0) + READ_LATE_MS
        expect(old.flatMap((session) => usesAfter(session, at))).toEqual([])
      }
      await Promise.all(first.map(({ stop }) => stop()))
      const [atOld, atPromoted] = [await addressesAt(primary), await addressesAt(standby)]
      for (const [index, member] of meeting.entries()) {
        const at = (metAt(member, standby) ?? 0) + READ_LATE_MS
        const after = addressesOf(first[index] as Registrar, ({ answeredAt }) => answeredAt > at)
        expect(after.length).toBeGreaterThanOrEqual(3)
        expect(after.filter((address) => atOld.has(address) || !atPromoted.has(address))).toEqual([])
      }
      // The limit named by ADR 0049: a process that never meets it continues, and its acknowledged writes are
      // lost.
      const alone = addressesOf(first[2] as Registrar, ({ beganAt }) => beganAt > promotedAt)
      expect(alone.length).toBeGreaterThanOrEqual(6)
      expect(alone.filter((address) => !atOld.has(address) || atPromoted.has(address))).toEqual([])

      // Routed back to the old one, the two refuse it, and so does a newly started process.
      for (const { proxy } of meeting) {
        proxy.leadTo(primary.port)
        for (const session of proxy.sessions) session.end()
      }
      const second = meeting.map(register)
      await expect.poll(() => Math.min(...second.map(({ refusals }) => refusals())), SOON).toBeGreaterThan(3)
      await expect.poll(() => Promise.all(meeting.map(readiness)), SOON).toEqual([UNREADY, UNREADY])
      await expect.poll(() => leads(moving), SOON).toEqual([0, 0])
      expect(Math.min(...(await Promise.all(meeting.map(refused))))).toBeGreaterThan(0)
      await expect(startAt(primary.port, 'api')).rejects.toThrow(/timeline 1 is older than 2/)
      await expectFires('DatabaseServerRefused api', 'DatabaseServerRefused worker')
      expect(second.flatMap(({ registered }) => registered)).toEqual([])

      // All are routed to the promoted one, which ends it.
      for (const { proxy } of members) proxy.leadTo(standby.port)
      for (const session of staying.proxy.sessions) session.end()
      await expect.poll(() => metAt(staying, standby), SOON).toBeDefined()
      const third = [...second, register(staying)]
      await Promise.all(third.map((registrar) => expectMore(registrar)))
      await expect.poll(timelines, SOON).toEqual([2, 2, 2])
      const leadersOf = async (name: number) => (await leading()).map((each) => each[name]).toSorted()
      for (const name of LEADERS.keys()) await expect.poll(() => leadersOf(name), SOON).toEqual([0, 1])
      await expectQuiet()
      await Promise.all(third.map(({ stop }) => stop()))
      const kept = await addressesAt(standby)
      const answered = third.flatMap((registrar) => addressesOf(registrar))
      expect(answered.filter((address) => !kept.has(address))).toEqual([])
      expect([...first, ...third].flatMap(({ wrong }) => wrong)).toEqual([])
    },
    TEST_WITHIN_MS,
  )
})
