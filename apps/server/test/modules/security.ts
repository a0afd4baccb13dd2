/** A user of the settings page, who reads e-mails and signs with a wallet. */

import {
  bindEmailTypedData,
  resetPasswordTypedData,
  type SigningOrder,
} from '@dr/protocol/account-typed-data'
import { CALLS } from '@dr/protocol/calls/index'
import type { testWallet } from '@dr/test-kit'
import { expect } from 'vitest'
import { lowerHex } from '../../src/platform/hex.ts'
import { type HttpTestApp, type Reply, TEST_DOMAIN } from '../app/http-test-app.ts'
import type { TestApp, TestUser } from '../app/test-app.ts'

type Wallet = ReturnType<typeof testWallet>

export const PIN = '284613'
export const OTHER_PIN = '905172'

export const refusalOf = ({ body }: Reply) => [body.code, body.data?.reason ?? body.data?.triesLeft]

/** The code of the newest e-mail. */
export const newestCode = ({ letters }: Pick<HttpTestApp, 'letters'>): string => {
  const code = /\d{6}/.exec(letters.at(-1)?.subject ?? '')?.[0]
  if (code === undefined) throw new Error('no letter with a code came')
  return code
}

/** A different code, with every digit changed. */
export const corrupted = (code: string): string =>
  code.replaceAll(/\d/g, (digit) => String((Number(digit) + 1) % 10))

export const openPerson = async (app: HttpTestApp, wallet: Wallet) => {
  const { token } = await app.register(wallet, app.genesis.inviteCode)
  const account = lowerHex(wallet.address)
  const order = async (request: Parameters<typeof app.post<typeof CALLS.signingRequest>>[1]) => {
    const { body } = await app.post(CALLS.signingRequest, request, token)
    expect(body.code).toBe(0)
    return body.data as unknown as SigningOrder
  }
  const person = {
    token,
    account,
    wallet,
    signEmail: async (email: string, by: Wallet = wallet) =>
      by.signTypedData(
        bindEmailTypedData(TEST_DOMAIN, await order({ action: 'bind-email', email }), { account, email }),
      ),
    signReset: async (by: Wallet = wallet) =>
      by.signTypedData(
        resetPasswordTypedData(TEST_DOMAIN, await order({ action: 'reset-password' }), { account }),
      ),
    /** Waits for the countdown, then requests a code. */
    code: async (email?: string): Promise<string> => {
      app.clock.advance(60_000)
      const request =
        email === undefined
          ? ({ purpose: 'payment-password' } as const)
          : ({ purpose: 'bind-email', email } as const)
      const { body } = await app.post(CALLS.emailCode, request, token)
      expect(body).toMatchObject({ code: 0 })
      return newestCode(app)
    },
    bind: async (email: string): Promise<void> => {
      const emailCode = await person.code(email)
      const signature = await person.signEmail(email)
      const { body } = await app.post(CALLS.bindEmail, { email, emailCode, signature }, token)
      expect(body).toMatchObject({ code: 0, data: { email } })
    },
    set: (password: string, emailCode: string, oldPassword?: string) =>
      app.post(
        CALLS.setPaymentPassword,
        { password, emailCode, ...(oldPassword === undefined ? {} : { oldPassword }) },
        token,
      ),
    /** Binds an e-mail and sets a payment password. */
    secure: async (email: string, password = PIN): Promise<void> => {
      await person.bind(email)
      const { body } = await person.set(password, await person.code())
      expect(body.code).toBe(0)
    },
    state: async () => (await app.post(CALLS.securityState, {}, token)).body.data as Record<string, unknown>,
    flags: async () => (await app.post(CALLS.getProfile, {}, token)).body.data?.flags,
  }
  return person
}

/** Sets PIN as a user does: a code to the e-mail, a signature of the wallet, a code for the password. */
export const setPin = async (app: TestApp, user: TestUser): Promise<void> => {
  const email = `${user.account}@example.org`
  const order = await app.call(CALLS.signingRequest, user, { action: 'bind-email', email })
  const data = bindEmailTypedData(app.domain, order, { account: user.account, email })
  const signature = await user.wallet.signTypedData(data)
  await app.call(CALLS.emailCode, user, { purpose: 'bind-email', email })
  await app.call(CALLS.bindEmail, user, { email, emailCode: newestCode(app), signature })
  app.wall.advance(60_000)
  await app.call(CALLS.emailCode, user, { purpose: 'payment-password' })
  await app.call(CALLS.setPaymentPassword, user, { password: PIN, emailCode: newestCode(app) })
}
