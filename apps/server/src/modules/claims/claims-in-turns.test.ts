/** An account that makes claims by the thousand, and the others. */
import { describeOnDatabase } from '@dr/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, ONE, startChain, startTestApp } from '../../../test/app/test-app.ts'
import { bookClaims, claim, claimsOf, transferWithin } from '../../../test/modules/claims.ts'
import { booksAreRight, deposit, newDepositor } from '../../../test/modules/packages.ts'

const NODE_USDT = { vault: 2, token: 'USDT' } as const
const TIMES = 30

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

describeOnDatabase('claims of one account', ({ openDatabase }) => {
  test('are booked in turns, so that no other waits for all of them', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const [user, other] = [await newDepositor(app, 'depositor'), await newDepositor(app, 'other depositor')]
    for (const { wallet } of [user, other])
      await deposit(app, wallet, { packageId: 9, token: 'USDT', amount: 100n * ONE })
    const to = `0x${'ab'.repeat(20)}` as const
    for (let times = 0; times < TIMES; times += 1)
      await transferWithin(app, user.wallet, { ...NODE_USDT, to, amount: ONE })
    await claim(app, other.wallet, NODE_USDT, ONE)
    await app.finalize()
    for (let runs = 0; runs < 2; runs += 1) await bookClaims(app)
    expect((await claimsOf(app)).every(({ booked }) => booked)).toBe(true)
    const { rows } = await app.database.read.query<{ reason: string }>({
      text: "SELECT reason FROM journal WHERE reason IN ('claim.booked', 'claim.sent') ORDER BY id",
    })
    expect(rows).toHaveLength(TIMES + 1)
    expect(rows.findIndex(({ reason }) => reason === 'claim.booked')).toBeLessThan(TIMES)
    await booksAreRight(app)
  })
})
