import { describeOnPostgres } from '@dr/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, ONE, startChain, type TestApp, type TestUser } from '../../../../test/app/test-app.ts'
import {
  depositors,
  earner,
  limitsOf,
  NODE_USDT,
  openApp,
  refusal,
} from '../../../../test/modules/recent-depositors.ts'
import { expectLedgerMatchesChain, moneyOf, withdraw } from '../../../../test/modules/withdrawals.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

describeOnPostgres('recent deposits, at once', (databases) => {
  test('of six users: those pass that fit together, and no more', async () => {
    const app = await openApp(chain, databases)
    const users = await depositors(app, 6, 3_000n * ONE)
    const answers = await Promise.allSettled(
      users.map((user) => withdraw(app, user, NODE_USDT, 3_000n * ONE)),
    )
    const refused = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    expect(refused).toHaveLength(3)
    for (const reason of refused) expect(reason).toMatchObject(refusal(1_000n * ONE))
    expect((await limitsOf(app, users[0] as TestUser))[0]?.used).toBe(`${9_000n * ONE}`)
    // Refused withdrawals have left no hold.
    const held = await Promise.all(users.map((user) => moneyOf(app, user, NODE_USDT)))
    expect(held.filter((money) => money.held > 0n)).toHaveLength(3)
    await expectLedgerMatchesChain(app)
  })

  test('wait for each other, and ordinary withdrawals do not wait for them', async () => {
    const app = await openApp(chain, databases)
    const [recent] = (await depositors(app, 1, 3_000n * ONE)) as [TestUser]
    const ordinary = await earner(app, 'earned', 3_000n * ONE)
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const other = app.database.transaction(async (tx) => {
      const text = `SELECT pg_advisory_xact_lock(hashtextextended('recent-deposits:2:USDT', 0))`
      await tx.query({ text })
      begin()
      await ended
    })
    await begun
    let passed = false
    const waiting = withdraw(app, recent, NODE_USDT, 3_000n * ONE).then(() => {
      passed = true
    })
    try {
      await withdraw(app, ordinary, NODE_USDT, 1_000n * ONE)
      await expect.poll(() => waitingLocks(app)).toBe(1n)
      expect(passed).toBe(false)
      await withdraw(app, ordinary, NODE_USDT, 1_000n * ONE)
    } finally {
      end()
    }
    await Promise.all([other, waiting])
    expect(passed).toBe(true)
  })
})

const waitingLocks = async (app: TestApp): Promise<bigint | undefined> =>
  (
    await app.database.read.query<{ count: bigint }>({
      text: `SELECT count(*) AS count FROM pg_locks l JOIN pg_database d ON d.oid = l.database
        WHERE l.locktype = 'advisory' AND NOT l.granted AND d.datname = current_database()`,
    })
  ).rows[0]?.count
