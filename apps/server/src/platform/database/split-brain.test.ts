/**
 * Two primaries: a standby is promoted while the primary is alive, a proxy keeps open sessions, and routes
 * new ones to the promoted server.
 */
import { describeOnPostgres } from '@dr/test-kit'
import { type PrimaryAndStandby, startPrimaryAndStandby } from '@dr/test-kit/primary-and-standby'
import { type ProxySession, type SessionProxy, startSessionProxy } from '@dr/test-kit/session-proxy'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Database } from './database.ts'
import { LeadershipLostError } from './leadership.ts'
import { migrate } from './migration/migrate.ts'
import { openPostgres } from './postgres.ts'
import { createServerGuard, ServerRefusedError } from './server-guard.ts'

const SOON = { timeout: 20_000, interval: 20 }
const select = { text: 'SELECT 1 AS one' }
const insert = (how: string) => ({ text: 'INSERT INTO written VALUES ($1)', values: [how] })
const slowInsert = (how: string) => ({
  text: 'INSERT INTO written SELECT $1 FROM pg_sleep(0.5)',
  values: [how],
})

describeOnPostgres('two primaries', () => {
  let servers: PrimaryAndStandby
  /** Direct, not through the proxy. */
  let old: Database
  let promoted: Database
  beforeAll(async () => {
    servers = await startPrimaryAndStandby()
    old = openPostgres({ url: servers.primary.url('postgres'), poolMax: 2 })
    await migrate(old)
    await old.single.script('CREATE TABLE written (how text)')
    await servers.promote()
    promoted = openPostgres({ url: servers.standby.url('postgres'), poolMax: 2 })
  })
  afterAll(async () => {
    await Promise.all([old.close(), promoted.close()])
    await servers.stop()
  })

  const written = async (database: Database) =>
    (await database.read.query<{ how: string }>({ text: 'SELECT how FROM written' })).rows.map(
      ({ how }) => how,
    )

  /** A process with connections to the old primary; its next connection leads to the promoted one. */
  const openAtOld = async ({ pooled = false } = {}) => {
    const proxy = await startSessionProxy(servers.primary.port)
    onTestFinished(() => proxy.stop())
    const url = `postgresql://postgres@127.0.0.1:${proxy.port}/postgres`
    const refused: Error[] = []
    const guard = createServerGuard({ onRefused: (error) => void refused.push(error) })
    const database = openPostgres({ url, poolMax: 2, guard, ...(pooled ? { directUrl: url } : {}) })
    onTestFinished(() => database.close())
    await database.read.query(select)
    return { proxy, database, refused, leadToPromoted: () => proxy.leadTo(servers.standby.port) }
  }
  const meet = (database: Database) => database.session((session) => session.query(select))

  /** Statements on the old primary at and after `at`. */
  const askedAtOld = ({ sessions }: SessionProxy, at: number) =>
    sessions
      .filter(({ server }) => server === servers.primary.port)
      .flatMap(({ messages }) => messages.filter((one) => one.at >= at))
      .map(({ text }) => text)

  const listens = ({ messages }: ProxySession) => messages.some(({ text }) => text.startsWith('LISTEN'))

  /** Connections by which a process may meet the promoted server. */
  const WAYS = [
    {
      way: 'a connection of the pool',
      meets: ({ database }) => Promise.all([0, 1].map(() => database.read.query(select))),
    },
    { way: 'a session of its own', meets: ({ database }) => meet(database) },
    {
      way: 'a try to lead',
      meets: ({ database }) => database.tryLock('other').then((lock) => lock?.release()),
    },
    {
      way: 'the listener, whose session has ended',
      meets: async ({ proxy, heard }) => {
        for (const session of proxy.sessions) if (listens(session)) session.end()
        await expect.poll(() => heard, SOON).toContain('gap')
      },
    },
  ] satisfies { way: string; meets: (at: Awaited<ReturnType<typeof openAll>>) => Promise<unknown> }[]

  /** The pool, a leader's lock and a listener. */
  const openAll = async () => {
    const opened = await openAtOld()
    const { database } = opened
    const lock = await database.tryLock('worker')
    if (!lock) throw new Error('the lock is free')
    onTestFinished(() => lock.release())
    const heard: string[] = []
    const listening = await database.listen({
      onAnnouncements: () => undefined,
      onLost: () => void heard.push('lost'),
      onGap: () => void heard.push('gap'),
    })
    onTestFinished(listening.stop)
    await database.single.query(insert('before'))
    return { ...opened, lock, heard }
  }

  test.each(WAYS)(
    'once $way has met the promoted server, no connection to the old one is used',
    async ({ way, meets }) => {
      const opened = await openAll()
      const { proxy, database, lock, heard, leadToPromoted } = opened
      leadToPromoted()
      await meets(opened)

      const met = performance.now()
      const here = `after ${way}`
      await database.single.query(insert(here))
      await database.transaction((tx) => tx.query(insert(here)))
      await expect(lock.run(() => database.single.query(insert(here)))).rejects.toThrow(LeadershipLostError)
      expect(lock.lost.aborted).toBe(true)
      await expect.poll(() => heard, SOON).toEqual(['lost', 'gap'])
      expect((await written(promoted)).filter((how) => how === here)).toHaveLength(2)
      expect(await written(old)).not.toContain(here)
      expect(askedAtOld(proxy, met)).toEqual([])
    },
  )

  test.each([{ pooled: false }, { pooled: true }])(
    'a transaction that began before is not committed at the old one (pooled: $pooled)',
    async ({ pooled }) => {
      if (pooled) await setTimeouts()
      const { database, leadToPromoted } = await openAtOld({ pooled })
      const how = `during, pooled: ${pooled}`
      const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const writing = database.transaction(async (tx) => {
        await tx.query(insert(how))
        begun.resolve()
        await goOn.promise
      })
      const refused = expect(writing).rejects.toThrow(ServerRefusedError)
      await begun.promise
      leadToPromoted()
      await meet(database)
      goOn.resolve()
      await refused
      expect(await written(old)).not.toContain(how)
      await database.transaction((tx) => tx.query(insert(how)))
      expect(await written(promoted)).toContain(how)
    },
  )

  test('a write that the old one acknowledges after that is not reported as done', async () => {
    const { database, leadToPromoted } = await openAtOld()
    const single = database.single.query(slowInsert('slow'))
    const refused = expect(single).rejects.toThrow(ServerRefusedError)
    leadToPromoted()
    await meet(database)
    await refused
    expect(await written(promoted)).not.toContain('slow')
  })

  test('a leader that writes nothing meanwhile learns of it, and the old one is not asked', async () => {
    const { proxy, database, leadToPromoted } = await openAtOld()
    const lock = await database.tryLock('idle')
    if (!lock) throw new Error('the lock is free')
    onTestFinished(() => lock.release())
    leadToPromoted()
    await meet(database)
    const met = performance.now()
    await expect.poll(() => lock.lost.aborted, SOON).toBe(true)
    expect(lock.lost.reason).toBeInstanceOf(ServerRefusedError)
    expect(askedAtOld(proxy, met)).toEqual([])
  })

  test('who has come to lead at the old one does not write at the promoted one, where another leads with the same number', async () => {
    const { database, leadToPromoted } = await openAtOld()
    const lock = await database.tryLock('indexer')
    if (!lock) throw new Error('the lock is free')
    onTestFinished(() => lock.release())
    const other = await promoted.tryLock('indexer')
    onTestFinished(async () => other?.release())
    expect(other?.epoch).toBe(lock.epoch)

    await lock.run(() => database.single.query(insert('leads at the old one')))
    leadToPromoted()
    await meet(database)
    await lock.run(async () => {
      await expect(database.single.query(insert('led at the old one'))).rejects.toThrow(LeadershipLostError)
      await expect(database.transaction((tx) => tx.query(insert('led at the old one')))).rejects.toThrow(
        LeadershipLostError,
      )
    })
    expect(lock.lost.aborted).toBe(true)
    await other?.run(() => promoted.single.query(insert('leads at the promoted one')))
    expect(await written(promoted)).not.toContain('led at the old one')
  })

  test('who is sent back to the old one refuses it, until it meets the promoted one again', async () => {
    const { proxy, database, refused, leadToPromoted } = await openAtOld()
    leadToPromoted()
    await meet(database)
    proxy.leadTo(servers.primary.port)
    for (const session of proxy.sessions) session.end()
    const back = insert('sent back')
    // Idle connections are found to have ended first.
    await expect
      .poll(() => database.single.query(back).catch((error) => error), SOON)
      .toBeInstanceOf(ServerRefusedError)
    await expect(database.transaction((tx) => tx.query(back))).rejects.toThrow(/timeline 1 is older than 2/)
    await expect(database.session((session) => session.query(back))).rejects.toThrow(ServerRefusedError)
    await expect(database.tryLock('worker')).rejects.toThrow(ServerRefusedError)
    expect(refused.length).toBeGreaterThanOrEqual(4)
    leadToPromoted()
    await database.single.query(back)
    expect(await written(old)).not.toContain('sent back')
    expect(await written(promoted)).toEqual(expect.arrayContaining(['sent back']))
  })

  // The limit named by ADR 0049: nothing informs the old primary, or a process that is only routed to it.
  test('who never meets the promoted one goes on at the old one', async () => {
    const { database } = await openAtOld()
    await database.single.query(insert('never met'))
    await meet(database)
    await database.transaction((tx) => tx.query(insert('never met')))
    expect((await written(old)).filter((how) => how === 'never met')).toHaveLength(2)
    expect(await written(promoted)).not.toContain('never met')
  })

  /** Sets the time-outs of a pooler's sessions. */
  const setTimeouts = async () => {
    for (const database of [old, promoted])
      await database.single.script(`ALTER DATABASE postgres SET statement_timeout = '60s';
        ALTER DATABASE postgres SET idle_in_transaction_session_timeout = '60s'`)
  }
})
