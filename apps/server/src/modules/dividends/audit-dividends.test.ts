import { CALLS } from '@dr/protocol/calls/index'
import { describeOnDatabase } from '@dr/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, ONE, startChain, startTestApp } from '../../../test/app/test-app.ts'
import { buyPower, equipForPower, fundPools, travelToWeekEnd } from '../../../test/modules/pod-power.ts'
import { account, postJournal } from '../ledger/index.ts'
import { auditDividends } from './dividends-pool.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

describeOnDatabase('the audit of the weekly pool', ({ openDatabase }) => {
  test('holds before a close and after one; a funding taken out of the books alone is found', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const { read, single } = app.database
    expect(await auditDividends(read)).toEqual([])
    const user = await app.newUser('holder')
    await equipForPower(app, user)
    await buyPower(app, user, 1_000n)
    await travelToWeekEnd(app)
    await fundPools(app, 'usdt', 1_000n)
    await fundPools(app, 'dr', 10n)
    expect(await auditDividends(read)).toEqual([])
    await travelToWeekEnd(app)
    expect(await auditDividends(read)).toEqual([])
    await fundPools(app, 'usdt', 10n)
    expect(await auditDividends(read)).toEqual([])

    const usdt = { vault: 1, token: 'USDT' } as const
    await postJournal(single, {
      key: 'taken out',
      reason: 'test.mistake',
      at: new Date('2026-01-01'),
      source: { kind: 'test' },
      postings: [
        {
          from: account({ ...usdt, kind: 'dividend-pool' }),
          to: account({ ...usdt, kind: 'chain' }),
          amount: 8n * ONE,
        },
      ],
    })
    const [finding, ...others] = await auditDividends(read)
    expect(others).toEqual([])
    expect(finding).toMatchObject({ rule: 'dividend-pool-is-the-account', subject: 'USDT' })
    expect((finding?.expected ?? 0n) - (finding?.found ?? 0n)).toBe(8n * ONE)
  })

  test('accepts a funding with any memo: its sender writes it', async () => {
    const app = await startTestApp(chain, await openDatabase())
    await fundPools(app, 'usdt', 10n, 'a\u0000b \ud800')
    const { current } = await app.call(CALLS.dividendPool, undefined, {})
    expect(current.income.operator.USDT).toBe((8n * ONE).toString())
    const { rows } = await app.database.read.query({
      text: `SELECT reference, (SELECT count(*) FROM suspense_event) AS suspended FROM dividend_income`,
    })
    expect(rows).toEqual([{ reference: 'ab \ufffd', suspended: 0n }])
    expect(await auditDividends(app.database.read)).toEqual([])
  })
})
