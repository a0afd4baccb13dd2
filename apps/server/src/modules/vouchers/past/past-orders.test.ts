import { CALLS } from '@dr/protocol/calls/index'
import { describeOnDatabase } from '@dr/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Chain,
  startChain,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/app/test-app.ts'
import type { Database } from '../../../platform/database/database.ts'
import { COLUMNS } from '../order-row.ts'
import { movePastOrders } from './move-past-orders.ts'
import { decodeOrder, type EndedRow, encodeOrder } from './order-body.rules.ts'

const DAY = 86_400
const LONG_AGO = '2020-01-01'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

/** As a week after the update. */
const allow = (database: Database, from = LONG_AGO) =>
  database.single.query({
    text: `UPDATE installation SET value = $1 WHERE name = 'archive-from'`,
    values: [from],
  })

const move = (app: TestApp) => movePastOrders(app.database, new AbortController().signal)
const quote = (app: TestApp, user: TestUser) =>
  app.call(CALLS.machineSignature, user, { productId: 'm1', machineCount: 1 })
const orderOf = async (app: TestApp, user: TestUser, orderId: string) =>
  (await app.call(CALLS.openVouchers, user, { orderId })).items[0]
const countOf = async ({ read }: Database, table: string): Promise<number> =>
  (await read.query({ text: `SELECT FROM ${table}` })).rowCount

describeOnDatabase('orders that ended long ago', ({ openDatabase }) => {
  const openWithOrders = async () => {
    const app = await startTestApp(chain, await openDatabase())
    const user = await app.newUser('historian')
    const used = await quote(app, user)
    await app.redeem(used, user.wallet)
    await app.finalize()
    const expired = await quote(app, user)
    await app.travel(700)
    return { app, user, used, expired }
  }

  test('are moved once a month has passed, and answered as before', async () => {
    const { app, user, used, expired } = await openWithOrders()
    await allow(app.database)
    const ids = [used.orderId, expired.orderId]
    const before = await Promise.all(ids.map((id) => orderOf(app, user, id)))
    expect(before.map((order) => order?.status)).toEqual(['used', 'lapsed'])
    await app.travel(29 * DAY)
    await move(app)
    expect(await countOf(app.database, 'voucher_order')).toBe(2)
    await app.travel(2 * DAY)
    const open = await quote(app, user)
    await move(app)
    await move(app) // nothing is left to move
    expect(await countOf(app.database, 'voucher_order')).toBe(1)
    expect(await countOf(app.database, 'voucher_order_past')).toBe(2)
    expect(await Promise.all(ids.map((id) => orderOf(app, user, id)))).toEqual(before)
    const { items } = await app.call(CALLS.openVouchers, user, {})
    expect(items.map(({ orderId }) => orderId)).toEqual([open.orderId])
    expect(open.orderId > expired.orderId).toBe(true)
    await app.redeem(open, user.wallet)
    await app.finalize()
    expect((await orderOf(app, user, open.orderId))?.status).toBe('used')
  })

  test('stay where the program before looks, in the first week and while an operator says so', async () => {
    const { app } = await openWithOrders()
    await app.travel(40 * DAY)
    await move(app)
    await allow(app.database, 'infinity')
    await move(app)
    expect(await countOf(app.database, 'voucher_order')).toBe(2)
  })

  test('stay while an event of their contract waits in suspense', async () => {
    const { app, user, used } = await openWithOrders()
    await allow(app.database)
    await app.database.single.query({
      text: `INSERT INTO suspense_event (chain_id, block_number, block_hash, block_timestamp, tx_hash, log_index, address,
          handler, topics, data, error)
        SELECT 31337, 1, $1, 1, $1, 0, $2, 'mining.machines-bought', '[]', '0x', 'a test'`,
      values: [`0x${'5'.repeat(64)}`, used.contract.toLowerCase()],
    })
    await app.travel(40 * DAY)
    await move(app)
    expect((await orderOf(app, user, used.orderId))?.status).toBe('used')
    expect(await countOf(app.database, 'voucher_order')).toBe(2)
    await app.database.single.query({
      text: `UPDATE suspense_event SET resolved_at = now(), resolution = 'a test'`,
    })
    await move(app)
    expect(await countOf(app.database, 'voucher_order')).toBe(0)
  })

  test('a body is the whole row, in a third of its space', async () => {
    const { app } = await openWithOrders()
    const { rows } = await app.database.read.query<EndedRow>({
      text: `SELECT ${COLUMNS.join()}, resolved_at FROM voucher_order`,
    })
    expect(rows).toHaveLength(2)
    for (const row of rows) {
      const body = encodeOrder(row)
      expect(body.length).toBeLessThan(600)
      const { id, seq, user_id, kind } = row
      expect({ id, seq, user_id, kind, ...decodeOrder(body) }).toEqual(row)
      const odd = {
        ...row,
        details: { a: 'rig `0` "0xabcd" \\', b: '0xABCD', c: '0x', d: `0x${'ab'.repeat(300)}` },
      }
      expect(decodeOrder(encodeOrder(odd))).toMatchObject({ details: odd.details, digest: row.digest })
    }
    expect(() => decodeOrder(Buffer.from([9, 1]))).toThrow('an order of format 9')
  })
})
