import { bindEmailTypedData } from '@dr/protocol/account-typed-data'
import { CALLS } from '@dr/protocol/calls/index'
import { describeOnPostgres } from '@dr/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Chain,
  ONE,
  startChain,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../test/app/test-app.ts'
import { give } from '../../../test/modules/withdrawals.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const PIN = '284613'
const EMAIL = 'miner@example.org'
const MINER_DR = { vault: 0, token: 'DR' } as const

const code = ({ letters }: TestApp): string => /\d{6}/.exec(letters.at(-1)?.subject ?? '')?.[0] ?? ''

/** Like the app: a code to the e-mail, a signature of the wallet, a code for the password. */
const setPassword = async (app: TestApp, user: TestUser): Promise<void> => {
  const order = await app.call(CALLS.signingRequest, user, { action: 'bind-email', email: EMAIL })
  const data = bindEmailTypedData(app.domain, order, { account: user.account, email: EMAIL })
  const signature = await user.wallet.signTypedData(data)
  await app.call(CALLS.emailCode, user, { purpose: 'bind-email', email: EMAIL })
  await app.call(CALLS.bindEmail, user, { email: EMAIL, emailCode: code(app), signature })
  app.wall.advance(60_000)
  await app.call(CALLS.emailCode, user, { purpose: 'payment-password' })
  await app.call(CALLS.setPaymentPassword, user, { password: PIN, emailCode: code(app) })
}

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
    await setPassword(app, user)
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
