import { once } from 'node:events'
import { connect } from 'node:net'
import { CALLS } from '@dr/protocol/calls/index'
import { SESSION_LIFETIME_MS } from '@dr/protocol/constants'
import { byToken, PRICED_TOKENS } from '@dr/protocol/tokens'
import { describeOnDatabase, testWallet } from '@dr/test-kit'
import { expect, test } from 'vitest'
import { messagesOf, openLiveApp } from '../../../test/app/live-test-app.ts'
import { available, fund, move, post } from '../../../test/modules/ledger.ts'
import type { LiveStream } from '../../../test/servers/live-stream.ts'
import { publishNotice, withdrawNotice } from '../../modules/notices/index.ts'
import type { UserId } from '../../platform/ids.ts'
import { STREAMS_MAX } from './serve-live.ts'

const [alice, bob] = [testWallet('alice'), testWallet('bob')]

describeOnDatabase('live updates', ({ openDatabase }) => {
  test('a user’s own goes to that user’s streams alone; what is public to all', async () => {
    const { database, userOf, streamOf } = await openLiveApp(await openDatabase())
    const [first, second] = [await userOf(alice), await userOf(bob)]
    const mine = await streamOf({ token: first.token })
    const mineToo = await streamOf({ token: first.token })
    const others = await streamOf({ token: second.token })
    const visitors = await streamOf()
    expect([mine.status, visitors.status]).toEqual([200, 200])
    await database.transaction(async (tx) => {
      await tx.announce({ topic: 'balances', of: [first.id] })
      await tx.announce({ topic: 'orders', of: [first.id, second.id] })
    })
    const block = { blockNumber: 12, timestamp: 1_700_000_000 }
    await expect.poll(() => messagesOf(mine)).toEqual([{ own: ['balances', 'orders'] }])
    await database.transaction((tx) => tx.announce({ topic: 'block', value: block }))
    for (const stream of [mine, mineToo]) {
      await expect.poll(() => messagesOf(stream)).toEqual([{ own: ['balances', 'orders'] }, { block }])
    }
    await expect.poll(() => messagesOf(others)).toEqual([{ own: ['orders'] }, { block }])
    await expect.poll(() => messagesOf(visitors)).toEqual([{ block }])
  })

  test('journals are announced to the users whose accounts they touch; notices to all, each time they change', async () => {
    const { database, userOf, streamOf } = await openLiveApp(await openDatabase())
    const users = [await userOf(alice), await userOf(bob)]
    const streams = [await streamOf({ token: users[0]?.token }), await streamOf({ token: users[1]?.token })]
    const [giver, taker] = users.map(({ id }) => id as UserId) as [UserId, UserId]
    await database.transaction((tx) => fund(tx, giver, 5n))
    await expect
      .poll(() => streams.map((stream) => messagesOf(stream)))
      .toEqual([[{ own: ['balances'] }], []])
    const give = (key: string) =>
      database.transaction((tx) => post(tx, key, [move(available(giver), available(taker), 1n)]))
    await give('once')
    const both = () => streams.map(({ received }) => received.length)
    await expect.poll(both).toEqual([2, 1])
    await give('once') // posted before: nothing has changed
    const { id } = await database.transaction((tx) =>
      publishNotice(tx, { 'zh-CN': { title: '题', text: '文' } }, new Date()),
    )
    await expect.poll(both).toEqual([3, 2])
    await database.transaction((tx) => withdrawNotice(tx, { id: BigInt(id), at: new Date() }))
    await expect.poll(both).toEqual([4, 3])
    const notices = { notices: true, withinMs: 1_000 }
    expect(messagesOf(streams[1] as LiveStream)).toEqual([{ own: ['balances'] }, notices, notices])
  })

  test('changes within a moment are sent as one message', async () => {
    const { database, userOf, streamOf } = await openLiveApp(await openDatabase())
    const { token, id } = await userOf(alice)
    const stream = await streamOf({ token })
    await database.transaction(async (tx) => {
      for (const [blockNumber, DR] of [
        [1, '5'],
        [2, '6'],
      ] as const) {
        await tx.announce({ topic: 'block', value: { blockNumber, timestamp: 7 } })
        await tx.announce({ topic: 'prices', value: { DR } })
      }
      await tx.announce({ topic: 'machines', of: [id] })
      await tx.announce({ topic: 'notices' })
    })
    const block = { blockNumber: 2, timestamp: 7 }
    await expect
      .poll(() => messagesOf(stream))
      .toEqual([
        { block, notices: true, own: ['machines'], withinMs: expect.any(Number) },
        // Once the averages were requested, which this test does not have.
        { prices: { DR: '6' }, withinMs: expect.any(Number) },
      ])
  })

  test('of blocks that follow one another closely the newest arrives at everyone, and whatever else happens', async () => {
    const { database, userOf, streamOf } = await openLiveApp(await openDatabase())
    const { token, id } = await userOf(alice)
    const streams = [await streamOf({ token }), await streamOf()]
    const newest = () =>
      streams.map((stream) => messagesOf(stream).findLast(({ block }) => block)?.block?.blockNumber)
    for (const blockNumber of [1, 2, 3, 4]) {
      const value = { blockNumber, timestamp: 7 }
      await database.transaction((tx) => tx.announce({ topic: 'block', value }))
      if (blockNumber === 1) await expect.poll(newest).toEqual([1, 1])
    }
    await database.transaction((tx) => tx.announce({ topic: 'orders', of: [id] }))
    await expect.poll(() => messagesOf(streams[0] as LiveStream).some(({ own }) => own)).toBe(true)
    // The last one, after which no other comes.
    await expect.poll(newest, { timeout: 60_000 }).toEqual([4, 4])
    expect(messagesOf(streams[1] as LiveStream).length).toBeLessThan(4)
  })

  test('what a traded pool means for the prices shown is sent to all, and to a first stream that missed it', async () => {
    const priceAt = (price: string) => ({ price, blockNumber: 1, blockTime: 1, source: bob.address })
    const swapAt = (price: string) => ({ average: price, inputPrice: price, outputPrice: price })
    let price = '5'
    const { database, streamOf } = await openLiveApp(await openDatabase(), {
      readLivePrices: async () => ({
        averages: byToken(PRICED_TOKENS, () => priceAt(price)),
        exchange: { blockNumber: 1, blockTime: 1, prices: byToken(PRICED_TOKENS, () => swapAt(price)) },
      }),
    })
    const stream = await streamOf()
    const shown = ({ received }: LiveStream) =>
      received.flatMap(({ message: { averages } }) => (averages ? [averages.DR.price] : []))
    const trade = () => database.transaction((tx) => tx.announce({ topic: 'prices', value: { DR: '4' } }))
    await trade()
    await expect.poll(() => shown(stream)).toEqual(['5'])
    const sent = {
      prices: { DR: '4' },
      averages: { DR: { price: '5' } },
      exchange: { prices: { DR: { inputPrice: '5' } } },
    }
    expect(messagesOf(stream)).toMatchObject([sent])
    const later = await streamOf()
    await expect.poll(() => messagesOf(later)).toMatchObject([sent])
    price = '6'
    await trade()
    await expect
      .poll(() => [shown(stream), shown(later)])
      .toEqual([
        ['5', '6'],
        ['5', '6'],
      ])
  })

  test('goes on after the last event id, with all that was missed in one message', async () => {
    const { database, userOf, streamOf } = await openLiveApp(await openDatabase())
    const { token, id } = await userOf(alice)
    const [before, meanwhile] = [await streamOf({ token }), await streamOf()]
    await database.single.announce({ topic: 'orders', of: [id] })
    await expect.poll(before.own).toEqual(['orders'])
    before.close()
    await database.transaction((tx) => tx.announce({ topic: 'balances', of: [id] }))
    await database.transaction((tx) => tx.announce({ topic: 'machines', of: [id + 1] }))
    const block = { blockNumber: 3, timestamp: 4 }
    await database.transaction((tx) => tx.announce({ topic: 'block', value: block }))
    await expect.poll(() => messagesOf(meanwhile)).toEqual([{ block }])
    const after = await streamOf({ token, lastEventId: before.lastId() })
    await expect
      .poll(() => messagesOf(after))
      .toEqual([{ block: { blockNumber: 3, timestamp: 4 }, own: ['balances'] }])
    const again = await streamOf({ token, lastEventId: after.lastId() })
    await expect.poll(again.heartbeats).toBeGreaterThan(0)
    expect(again.received).toEqual([])
  })

  test('a first stream gets what changed since its app asked, but no blocks', async () => {
    const { database, userOf, streamOf } = await openLiveApp(await openDatabase())
    const { token, id } = await userOf(alice)
    const early = await streamOf()
    const block = { blockNumber: 5, timestamp: 6 }
    await database.transaction((tx) => tx.announce({ topic: 'block', value: block }))
    await expect.poll(() => messagesOf(early)).toHaveLength(1)
    const withoutChanges = await streamOf()
    await expect.poll(withoutChanges.heartbeats).toBeGreaterThan(0)
    expect(withoutChanges.received).toEqual([])
    await database.transaction(async (tx) => {
      await tx.announce({ topic: 'pools' })
      await tx.announce({ topic: 'prices', value: { DR: '1' } })
      await tx.announce({ topic: 'orders', of: [id] })
    })
    await expect.poll(() => messagesOf(early)).toHaveLength(3) // prices, sent without a request
    const all = { pools: true, prices: { DR: '1' }, withinMs: expect.any(Number) }
    const [visitor, mine] = [await streamOf(), await streamOf({ token })]
    await expect.poll(() => messagesOf(visitor)).toEqual([all])
    await expect.poll(() => messagesOf(mine)).toEqual([{ ...all, own: ['orders'] }])
  })

  test('an id that is not known, or is none, leads to asking for everything', async () => {
    const { streamOf } = await openLiveApp(await openDatabase())
    for (const lastEventId of ['123.0', 'no id'.repeat(40)]) {
      const stream = await streamOf({ lastEventId })
      await expect.poll(() => messagesOf(stream)).toEqual([{ resync: true, withinMs: expect.any(Number) }])
    }
  })

  test('of too many to be named every signed-in user asks for everything, and no visitor', async () => {
    const { database, userOf, streamOf } = await openLiveApp(await openDatabase())
    const { token } = await userOf(alice)
    const [stream, visitor] = [await streamOf({ token }), await streamOf()]
    const of = Array.from({ length: 10_001 }, (_, index) => index + 1)
    await database.single.announce({ topic: 'balances', of })
    await expect.poll(() => messagesOf(stream)).toEqual([{ resync: true, withinMs: expect.any(Number) }])
    expect(visitor.received).toEqual([])
  })

  test('the stream ends with its session: signed out, ended from elsewhere, expired', async () => {
    const { http, userOf, streamOf } = await openLiveApp(await openDatabase())
    const { token } = await userOf(alice)
    const { body } = await http.post(CALLS.login, await http.proof(alice))
    const other = String(body.data?.token)
    const [mine, second] = [await streamOf({ token }), await streamOf({ token: other })]
    await http.post(CALLS.revokeSessions, { others: true }, token)
    await second.ended
    await http.post(CALLS.logout, undefined, token)
    await mine.ended
    const refused = await streamOf({ token })
    expect([refused.status, refused.body]).toEqual([401, expect.objectContaining({ code: 1007 })])
    const third = String((await http.post(CALLS.login, await http.proof(alice))).body.data?.token)
    const expiring = await streamOf({ token: third })
    expect(expiring.status).toBe(200)
    http.clock.advance(SESSION_LIFETIME_MS)
    await expiring.ended
    expect((await streamOf({ token: third })).body).toMatchObject({ code: 10010 })
  })

  test('no token in the address, none that is unknown, none of another wallet', async () => {
    const { userOf, streamOf } = await openLiveApp(await openDatabase())
    const { token } = await userOf(alice)
    expect((await streamOf({ query: `?token=${token}` })).body).toMatchObject({ code: 10002 })
    expect((await streamOf({ token: 'x'.repeat(43) })).body).toMatchObject({ code: 10003 })
    const headers = { 'x-address': bob.address }
    expect((await streamOf({ token, headers })).body).toMatchObject({ code: 10011 })
  })

  test('a session has so many streams open and no more; one that closes makes room', async () => {
    const { userOf, streamOf, figure } = await openLiveApp(await openDatabase())
    const { token } = await userOf(alice)
    const streams: LiveStream[] = []
    for (let n = 0; n < STREAMS_MAX.session; n += 1) streams.push(await streamOf({ token }))
    expect(await figure('live_streams')).toBe(String(STREAMS_MAX.session))
    const refused = await streamOf({ token })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    expect(await figure('live_streams_refused_total')).toBe('0') // an alarm, which no user can cause
    streams[0]?.close()
    await expect.poll(async () => (await streamOf({ token })).status).toBe(200)
  })

  test('passes through proxies unchanged, and sends a heartbeat', async () => {
    const { http, streamOf } = await openLiveApp(await openDatabase())
    const { headers, heartbeats } = await streamOf({ headers: { 'accept-encoding': 'br, gzip' } })
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    expect(headers.get('content-encoding')).toBeNull()
    const before = heartbeats()
    http.clock.advance(14_000)
    await expect.poll(heartbeats, { timeout: 5_000 }).toBeGreaterThan(before)
  })

  test('when the server ends, streams end at once, and so does a connection that was never used', async () => {
    const { http, port, streamOf } = await openLiveApp(await openDatabase())
    const stream = await streamOf()
    const unused = connect(port, 'localhost')
    await once(unused, 'connect')
    const at = performance.now()
    await http.app.close()
    await stream.ended
    expect(performance.now() - at).toBeLessThan(5_000)
  })
})
