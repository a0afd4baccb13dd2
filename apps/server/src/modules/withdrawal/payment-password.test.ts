import { CALLS } from '@dr/protocol/calls/index'
import { describeOnPostgres } from '@dr/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, ONE, startChain, startTestApp } from '../../../test/app/test-app.ts'
import { PIN, setPin } from '../../../test/modules/security.ts'
import { give } from '../../../test/modules/withdrawals.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const MINER_DR = { vault: 0, token: 'DR' } as const

describeOnPostgres('a withdrawal', ({ openDatabase }) => {
  test('asks for the payment password once it is set, and holds nothing for a wrong one', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const user = await app.newUser('miner', { usdt: 0n, drgv: 0n })
    await give(app, user, MINER_DR, 1_000n * ONE)
    const withdraw = (password: { paymentPassword?: string } = {}) =>
      app.call(CALLS.createWithdrawal, user, {
        account: 0,
        token: 'DR',
        amount: (100n * ONE).toString(),
        ...password,
      })
    expect((await withdraw()).orderId).toBeDefined() // none is set, so none is required
    await setPin(app, user)
    await expect(withdraw()).rejects.toMatchObject({
      code: 10002,
      details: { path: 'paymentPassword', reason: 'required' },
    })
    await expect(withdraw({ paymentPassword: '905172' })).rejects.toMatchObject({
      code: 1013,
      details: { triesLeft: 4 },
    })
    expect((await app.call(CALLS.withdrawalDetail, user, {})).items).toHaveLength(1)
    expect((await withdraw({ paymentPassword: PIN })).orderId).toBeDefined()
    expect((await app.call(CALLS.withdrawalDetail, user, {})).items).toHaveLength(2)
  })
})
