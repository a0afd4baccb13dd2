import { CALLS } from '@dr/protocol/calls/index'
import { describeOnPostgres } from '@dr/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLedger } from '../../src/modules/ledger/index.ts'
import { AppError } from '../../src/platform/app-error.ts'
import { type Chain, ONE, startChain, startTestApp, type TestUser } from '../app/test-app.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const USERS = 8
const ROUNDS = 6

describeOnPostgres('requests and indexer at once', ({ openDatabase }) => {
  test('lose and double nothing, in any order of locks', { timeout: 180_000 }, async () => {
    const app = await startTestApp(chain, await openDatabase())
    const users: TestUser[] = []
    for (let n = 0; n < USERS; n += 1) {
      const user = await app.newUser(`at once ${n}`)
      const buy = await app.call(CALLS.machineSignature, user, { productId: 'm1', machineCount: 25 + n })
      await app.redeem(buy, user.wallet)
      users.push(user)
    }
    await app.finalize()
    for (const user of users) {
      const pay = await app.call(CALLS.activateSignature, user, { all: 'all', Period: 3 })
      await app.redeem(pay, user.wallet)
    }
    await app.finalize()

    const refusals: unknown[] = []
    const attempt = async (work: Promise<unknown>) => {
      await work.catch((error: unknown) => refusals.push(error))
    }
    const amount = (10n * ONE).toString()
    for (let round = 0; round < ROUNDS; round += 1) {
      await app.travel(86_401)
      await app.release()
      // The previous round's vouchers expire in the ranges that are processed while all users collect and
      // request again.
      await chain.anvil.client.increaseTime({ seconds: 700 })
      await chain.anvil.mine(4)
      await Promise.all([
        app.indexer.catchUp(),
        ...users.map((user) => attempt(app.call(CALLS.collectMining, user, {}))),
        ...users.map((user) => attempt(app.call(CALLS.collectMining, user, {}))),
        ...users.map((user) =>
          attempt(app.call(CALLS.createWithdrawal, user, { account: 0, token: 'DR', amount })),
        ),
        ...users.map((user) =>
          attempt(app.call(CALLS.machineSignature, user, { productId: 'm2', machineCount: 1 + round })),
        ),
      ])
    }
    for (const error of refusals) expect(error).toBeInstanceOf(AppError)
    const codes = new Set(refusals.map((error) => (error as AppError).code))
    expect([...codes].filter((code) => ![30006, 1015, 30003].includes(code))).toEqual([])

    await app.travel(700)
    const journals = await app.database.read.query<{ collects: bigint }>({
      text: `SELECT count(*) AS collects FROM journal WHERE reason = 'mining.collect'`,
    })
    expect(journals.rows[0]?.collects).toBe(BigInt(USERS * ROUNDS))
    for (const user of users) {
      const { balances } = await app.call(CALLS.fundFlows, user, {})
      const { collectedTotal } = await app.call(CALLS.miningInfo, user, {})
      expect(balances).toEqual([{ account: 0, token: 'DR', available: collectedTotal, held: '0' }])
    }
    const { items } = await app.call(CALLS.products, undefined, {})
    expect(items.find(({ productId }) => productId === 'm2')?.stock).toBe(5_000)
    const reserve = await app.read.dr(app.contracts.withdrawalVault0)
    expect(
      await auditLedger(app.database.read, { reserves: [{ vault: 0, token: 'DR', amount: reserve }] }),
    ).toEqual([])
  })
})
