/** A ledger of 200 days with three users, for the tests of its archive. */

import { archiveLedger } from '../../src/modules/ledger/archive/archive-ledger.ts'
import { hold, releaseHold } from '../../src/modules/ledger/index.ts'
import type { Database } from '../../src/platform/database/database.ts'
import type { UserId } from '../../src/platform/ids.ts'
import { alice, at, available, bob, chain, fund, move, pool, post } from './ledger.ts'

const DAY_MS = 86_400_000
export const day = (number: number) => new Date(at.getTime() + number * DAY_MS)
/** Of journals, from 2 March on; each month has its own. */
const DAYS = 200
export const NOW = new Date('2026-09-18T12:00:00Z')
export const CAROL = 3 as UserId
const orderId = '0198c0de-0000-7000-8000-000000000001'

/** What is older than `from` may be archived. */
export const allowArchive = (database: Database, from = '2020-01-01') =>
  database.single.query({
    text: `UPDATE installation SET value = $1 WHERE name = 'archive-from'`,
    values: [from],
  })
export const archive = (database: Database) => archiveLedger(database, new AbortController().signal)

export const fillLedgerOfMonths = async (database: Database): Promise<void> => {
  const { single, transaction } = database
  await single.query({
    text: `INSERT INTO chain_clock (chain_id, block_number, block_hash, block_timestamp) VALUES (31337, 1, $1, $2)`,
    values: [`0x${'1'.repeat(64)}`, BigInt(NOW.getTime() / 1_000)],
  })
  await fund(single, alice, 1_000n)
  await post(single, 'more', [move(chain, pool, 100_000n)])
  await transaction(async (tx) => {
    const order = { orderId, userId: alice, vault: 0, token: 'DR', amount: 60n } as const
    const source = { kind: 'withdrawal', orderId }
    await hold(tx, { ...order, reason: 'withdrawal.hold', at: day(1), source })
    await releaseHold(tx, { orderId, as: 'expired', reason: 'withdrawal.returned', at: day(2), source })
  })
  for (let n = 3; n < DAYS; n++) {
    const collect = move(pool, available(alice), BigInt(n))
    await post(single, `collect:${n}`, [collect], { at: day(n), reason: 'mining.collect' })
    if (n % 5 === 0) {
      const parts = [move(available(alice), available(bob), 1n), move(available(alice), available(CAROL), 2n)]
      await post(single, `gift:${n}`, parts, { at: day(n), reason: 'transfer.internal' })
    }
  }
  await allowArchive(database)
}
