/** Closing a week never deadlocks with crediting an earlier one. */
import { setTimeout as delay } from 'node:timers/promises'
import { WAD } from '@dr/protocol/amounts'
import { weekOf, weekStart } from '@dr/protocol/rules/weeks'
import { describeOnPostgres } from '@dr/test-kit'
import { expect, test } from 'vitest'
import { DatabasePod } from '../../../../test/modules/pod-database.ts'
import type { Statement, Tx } from '../../../platform/database/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { account, auditLedger } from '../../ledger/index.ts'
import { closeDue } from '../../weeks/index.ts'
import { DIVIDEND_CONFIG } from '../default-config.ts'
import { creditSome } from './credit-holders.ts'
import { dividendClosing } from './dividend-closing.ts'

const FIRST = weekOf(1_795_000_000n)
const closing = dividendClosing({
  firstWeek: FIRST,
  config: DIVIDEND_CONFIG,
  drPriceAt: async () => WAD / 2n,
})
const inWeek = (n: bigint): bigint => weekStart(FIRST + n) + 3_600n
/** Long enough for the other transaction to start waiting, on a busy machine too. */
const PAUSE_MS = 500

describeOnPostgres('a week that is closed', ({ openDatabase }) => {
  test('pays dividends and prizes while an earlier week is credited to the winner: no deadlock', async () => {
    const database = await openDatabase()
    const pod = new DatabasePod(database, {
      firstWeek: FIRST,
      config: DIVIDEND_CONFIG,
      drPriceAt: async () => WAD,
    })
    await pod.setClock(inWeek(0n))
    // The winner's account is older than the pool's: the close locks it first, like the credit.
    const code = account({ vault: 1, token: 'USDT', kind: 'user-available', userId: 1 as UserId })
    await database.single.query({ text: 'SELECT open_account($1)', values: [code] })
    await pod.buy(inWeek(0n), { user: 1, power: 1_000n * WAD })
    await pod.receive(inWeek(1n), 'USDT', 100n * WAD)
    await pod.setClock(inWeek(2n))
    await pod.closeDue()
    await pod.buy(inWeek(2n), { user: 1, power: 500n * WAD })
    await pod.receive(inWeek(2n), 'USDT', 5_000n * WAD)
    await pod.setClock(inWeek(3n))

    const posted = Promise.withResolvers<void>()
    const once = { attempts: 1 } // so that a deadlock shows
    const credited = posted.promise.then(() => database.transaction((tx) => creditSome(tx, FIRST, 10), once))
    const closed = database.transaction(async (tx) => {
      const query: Tx['query'] = async <Row>(statement: Statement) => {
        const answer = await tx.query<Row>(statement)
        if (statement.name?.startsWith('post_journal')) {
          posted.resolve()
          await delay(PAUSE_MS)
        }
        return answer
      }
      return closeDue({ ...tx, query }, closing, 1)
    }, once)
    expect(await Promise.all([closed, credited])).toEqual([1, 1])
    const { rows } = await database.read.query<{ reason: string }>({
      text: `SELECT reason FROM journal WHERE reason LIKE 'dividends.%' ORDER BY id`,
    })
    expect(rows.map(({ reason }) => reason)).toContain('dividends.growth')
    expect(await auditLedger(database.read)).toEqual([])
  })
})
