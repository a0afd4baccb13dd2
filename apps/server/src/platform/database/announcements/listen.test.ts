import { describeOnBoth, describeOnPostgres, startFreezingProxy } from '@dr/test-kit'
import { openTestPostgres } from '@dr/test-kit/postgres-databases'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '../database.ts'
import { openPostgres } from '../postgres.ts'
import { type Announcement, type AnnouncementBatch, readSnapshot } from './announcements.ts'
import { forgetAnnouncements } from './forget-announcements.ts'
import { LISTENER_NAME } from './postgres-listen.ts'

const listen = async (database: Database) => {
  const received: Announcement[] = []
  const batches: AnnouncementBatch[] = []
  const happened: string[] = []
  const { stop } = await database.listen({
    onAnnouncements: (batch) => {
      received.push(...batch.announcements)
      batches.push(batch)
    },
    onLost: () => void happened.push('lost'),
    onGap: () => void happened.push('gap'),
  })
  onTestFinished(stop)
  return { received, batches, happened, topics: () => received.map(({ topics }) => topics), stop }
}

describeOnBoth('announcements', ({ openDatabase }) => {
  test('come with the commit, together; what is rolled back is not announced', async () => {
    const database = await openDatabase()
    const { received, topics } = await listen(database)
    const during = await database.transaction(async (tx) => {
      await tx.announce({ topic: 'balances', of: [1] })
      await tx.announce({ topic: 'orders', of: [2] })
      await tx.announce({ topic: 'balances', of: [3] })
      await tx.query({ text: 'SELECT pg_sleep(0.1)' })
      return received.length
    })
    expect(during).toBe(0)
    await expect(
      database.transaction(async (tx) => {
        await tx.announce({ topic: 'notices' })
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    await database.single.announce({ topic: 'balances', of: [4] })
    await expect
      .poll(topics)
      .toEqual([{ balances: { of: [1, 3] }, orders: { of: [2] } }, { balances: { of: [4] } }])
    expect(new Set(received.map(({ xid }) => xid)).size).toBe(2)
    for (const { writtenAt } of received) expect(Math.abs(Date.now() - writtenAt)).toBeLessThan(60_000)
  })

  test('a quote in what is announced stays one', async () => {
    const database = await openDatabase()
    const { topics } = await listen(database)
    const value = { text: `'); DROP TABLE users; --\\` }
    await database.transaction((tx) => tx.announce({ topic: 'a', value }))
    await expect.poll(topics).toEqual([{ a: { value } }])
  })

  test('name thousands', async () => {
    const database = await openDatabase()
    const { received } = await listen(database)
    const of = Array.from({ length: 5_000 }, (_, index) => index)
    await database.transaction((tx) => tx.announce({ topic: 'balances', of }))
    const named = () => received.flatMap(({ topics }) => [topics.balances?.of ?? []].flat())
    await expect.poll(named).toEqual(of)
  })

  test('a listener that has stopped receives nothing', async () => {
    const database = await openDatabase()
    const [{ received, stop }, other] = [await listen(database), await listen(database)]
    await stop()
    await database.single.announce({ topic: 'a' })
    await expect.poll(other.topics).toEqual([{ a: {} }])
    expect(received).toEqual([])
  })
})

describeOnPostgres('announcements between processes', ({ openDatabase }) => {
  test('are received once each by all, in whatever order their transactions commit; a position says which', async () => {
    const { database, url } = await openTestPostgres()
    onTestFinished(() => database.close())
    const other = openPostgres({ url })
    onTestFinished(() => other.close())
    const [here, there] = [await listen(database), await listen(other)]
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        (n % 2 ? database : other).transaction(async (tx) => {
          await tx.query({ text: 'SELECT pg_current_xact_id(), pg_sleep($1)', values: [(n % 7) / 10] })
          await tx.announce({ topic: 'a', value: { n } })
        }),
      ),
    )
    const numbers = ({ received }: typeof here) =>
      received.map(({ topics }) => Number(topics.a?.value?.n)).toSorted((a, b) => a - b)
    const all = Array.from({ length: 60 }, (_, n) => n)
    for (const listener of [here, there]) {
      await expect.poll(() => listener.received.length, { timeout: 10_000 }).toBe(60)
      expect(numbers(listener)).toEqual(all)
    }
    expect(here.batches.length).toBeGreaterThan(1)
    // The announcements received up to each position are those that are visible there among the other's.
    let count = 0
    for (const batch of here.batches) {
      count += batch.announcements.length
      const snapshot = readSnapshot(batch.position)
      const visible = there.received.filter(({ xid }) => snapshot?.isVisible(xid))
      const known = here.received.slice(0, count)
      expect(new Set(visible.map(({ xid }) => xid))).toEqual(new Set(known.map(({ xid }) => xid)))
    }
  })

  test('are deleted once every listener has read them', async () => {
    const database = await openDatabase()
    await database.single.query({
      text: `INSERT INTO announcement (xid, at, topics) VALUES ('3', now() - interval '119 s', '{}'), ('4', now() - interval '121 s', '{}')`,
    })
    await forgetAnnouncements(database.single)
    const { rows } = await database.read.query({ text: 'SELECT xid::text AS xid FROM announcement' })
    expect(rows).toEqual([{ xid: '3' }])
  })

  test('are received within a second when their process was killed before it could notify', async () => {
    const database = await openDatabase()
    const { topics } = await listen(database)
    await database.single.query({ text: `INSERT INTO announcement (topics) VALUES ('{"a": {}}')` })
    await expect.poll(topics, { timeout: 3_000 }).toEqual([{ a: {} }])
  })

  test('a listener whose session has ended reconnects, and says that it missed something', async () => {
    const database = await openDatabase()
    const { happened, topics } = await listen(database)
    const { rows } = await database.read.query<{ pid: number }>({
      text: `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = $1`,
      values: [LISTENER_NAME],
    })
    expect(rows.length).toBeGreaterThan(0)
    await expect.poll(() => happened, { timeout: 20_000 }).toEqual(['lost', 'gap'])
    await database.single.announce({ topic: 'a' })
    await expect.poll(topics).toEqual([{ a: {} }])
  })

  test('a listener that is cut off without a word notices within 10 s', async () => {
    const { database, url } = await openTestPostgres()
    onTestFinished(() => database.close())
    const proxy = await startFreezingProxy(Number(new URL(url).port))
    onTestFinished(() => proxy.stop())
    const through = new URL(url)
    through.port = String(proxy.port)
    through.hostname = '127.0.0.1'
    const far = openPostgres({ url: through.href })
    onTestFinished(() => far.close())
    const { happened } = await listen(far)
    const at = performance.now()
    proxy.cut()
    await expect.poll(() => happened, { timeout: 60_000 }).toEqual(['lost'])
    process.stderr.write(`a listener cut off noticed after ${Math.round(performance.now() - at)} ms\n`)
    proxy.heal()
    await expect.poll(() => happened, { timeout: 60_000 }).toEqual(['lost', 'gap'])
  })
})
