import { CALLS } from '@dr/protocol/calls/index'
import { EMAIL_CODE_LIFETIME_MS, SIGNING_LIFETIME_MS } from '@dr/protocol/constants'
import { describeOnDatabase, testWallet } from '@dr/test-kit'
import type { pino } from 'pino'
import { expect, test } from 'vitest'
import { startHttpTestApp } from '../../../test/app/http-test-app.ts'
import {
  corrupted,
  newestCode,
  OTHER_PIN,
  openPerson,
  PIN,
  refusalOf,
} from '../../../test/modules/security.ts'
import { RetryableError } from '../../platform/errors.ts'
import { createLogger } from '../../platform/logger.ts'

const alice = testWallet('alice')
const mallory = testWallet('mallory')
const EMAIL = 'alice@example.org'
const DAY_MS = 86_400_000

describeOnDatabase('binding an e-mail', ({ openDatabase }) => {
  test('takes the code sent to it and the wallet’s signature, each good once', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const person = await openPerson(app, alice)
    expect(await person.flags()).toMatchObject({ email: false, paymentPassword: false })
    const emailCode = await person.code(` ${EMAIL.toUpperCase()} `)
    expect(app.letters.at(-1)).toMatchObject({ to: EMAIL })
    const signature = await person.signEmail(EMAIL)
    const bind = (change: object = {}) =>
      app.post(CALLS.bindEmail, { email: EMAIL, emailCode, signature, ...change }, person.token)
    expect(refusalOf(await bind({ emailCode: corrupted(emailCode) }))).toEqual([1011, 'wrong'])
    expect(refusalOf(await bind({ email: 'other@example.org' }))).toEqual([10007, 'no-open-order'])
    expect((await bind()).body).toMatchObject({ code: 0, data: { email: EMAIL } })
    expect(await person.flags()).toMatchObject({ email: true, paymentPassword: false })
    expect(refusalOf(await bind())).toEqual([10007, 'no-open-order'])
    const fresh = { signature: await person.signEmail(EMAIL) }
    expect(refusalOf(await bind(fresh))).toEqual([1011, 'expired'])
  })

  test('10007 for another user’s signature, an old one, and one of another e-mail', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const person = await openPerson(app, alice)
    const emailCode = await person.code(EMAIL)
    const bind = (signature: string) =>
      app.post(CALLS.bindEmail, { email: EMAIL, emailCode, signature }, person.token)
    expect(refusalOf(await bind(await person.signEmail(EMAIL, mallory)))).toEqual([10007, 'signature'])
    expect(refusalOf(await bind(await person.signEmail('other@example.org')))).toEqual([10007, 'signature'])
    expect(refusalOf(await bind(`0x${'00'.repeat(65)}`))).toEqual([10007, 'signature'])
    const late = await person.signEmail(EMAIL)
    app.clock.advance(SIGNING_LIFETIME_MS)
    expect(refusalOf(await bind(late))).toEqual([10007, 'no-open-order'])
    expect(await person.state()).toMatchObject({ email: null })
  })

  test('a code requested for one purpose is refused for another purpose or user', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const person = await openPerson(app, alice)
    const other = await openPerson(app, mallory)
    await person.bind(EMAIL)
    const password = await person.code()
    const signature = await person.signEmail('new@example.org')
    const asEmail = { email: 'new@example.org', emailCode: password, signature }
    expect(refusalOf(await app.post(CALLS.bindEmail, asEmail, person.token))).toEqual([1011, 'expired'])
    await other.bind('mallory@example.org')
    expect(refusalOf(await other.set(PIN, password))).toEqual([1011, 'expired'])
    expect((await person.set(PIN, password)).body.code).toBe(0)
  })
})

describeOnDatabase('codes', ({ openDatabase }) => {
  test('60 s between two, five a day, reported before and after', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const { token, code, state } = await openPerson(app, alice)
    const ask = () => app.post(CALLS.emailCode, { purpose: 'bind-email', email: EMAIL }, token)
    expect(await state()).toMatchObject({ codesLeft: 5, nextCodeAt: null })
    await code(EMAIL)
    app.clock.advance(59_000)
    const early = await ask()
    expect([early.status, early.body]).toMatchObject([
      429,
      { code: 30003, data: { reason: 'code-countdown', retryAfterSeconds: 1 } },
    ])
    expect(early.raw.headers['retry-after']).toBe('1')
    for (let sent = 1; sent < 5; sent++) await code(EMAIL)
    expect(app.letters).toHaveLength(5)
    app.clock.advance(3_600_000)
    expect((await ask()).body).toMatchObject({ code: 30003, data: { reason: 'codes-per-day' } })
    expect(await state()).toMatchObject({ codesLeft: 0, nextCodeAt: expect.any(String) })
    app.clock.advance(DAY_MS - 3_600_000)
    expect((await app.post(CALLS.login, await app.proof(alice))).body.code).toBe(0)
  })

  test('a mailbox is not flooded by many who claim it is theirs', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const answers: number[] = []
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
      const { token } = await openPerson(app, testWallet(`claims ${name}`))
      const { body } = await app.post(CALLS.emailCode, { purpose: 'bind-email', email: EMAIL }, token)
      answers.push(body.code)
    }
    expect(answers).toEqual([0, 0, 0, 0, 0, 30003])
  })

  test('valid for ten minutes, and for five tries', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const person = await openPerson(app, alice)
    await person.bind(EMAIL)
    const late = await person.code()
    app.clock.advance(EMAIL_CODE_LIFETIME_MS)
    expect(refusalOf(await person.set(PIN, late))).toEqual([1011, 'expired'])
    const tried = await person.code()
    for (const triesLeft of [4, 3, 2, 1, 0]) {
      const { body } = await person.set(PIN, corrupted(tried))
      expect(body).toMatchObject({ code: 1011, data: { reason: 'wrong', triesLeft } })
    }
    expect(refusalOf(await person.set(PIN, tried))).toEqual([1011, 'expired'])
    const older = await person.code()
    const newer = await person.code()
    expect(refusalOf(await person.set(PIN, older === newer ? corrupted(older) : older))).toEqual([
      1011,
      'wrong',
    ])
    expect((await person.set(PIN, newer)).body.code).toBe(0)
  })

  test('one that the mail server refused is not counted, and neither it nor the e-mail is logged', async () => {
    const lines: string[] = []
    const logger = createLogger('trace', { write: (line) => void lines.push(line) })
    let working = false
    const letters: string[] = []
    const mailer = {
      send: async ({ to, subject }: { to: string; subject: string }) => {
        letters.push(subject)
        if (!working) throw new RetryableError(`the mail server did not take a letter (EENVELOPE)`)
        expect(to).toBe(EMAIL)
      },
    }
    const app = await startHttpTestApp(await openDatabase(), { logger: logger as pino.Logger, mailer })
    const { token, state } = await openPerson(app, alice)
    const ask = () => app.post(CALLS.emailCode, { purpose: 'bind-email', email: EMAIL }, token)
    const failed = await ask()
    expect([failed.status, failed.body.code]).toEqual([503, 10001])
    expect(await state()).toMatchObject({ codesLeft: 5, nextCodeAt: null })
    working = true
    expect((await ask()).body.code).toBe(0)
    const log = lines.join('')
    expect(log).toContain('did not take a letter')
    for (const subject of letters) expect(log).not.toContain(/\d{6}/.exec(subject)?.[0])
    expect(log).not.toContain(EMAIL)
    expect(log).not.toContain(token)
  })

  test('at rest neither code nor password can be read, nor made out by trying all of them', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const person = await openPerson(app, alice)
    await person.secure(EMAIL)
    const { rows } = await app.database.read.query<Record<string, unknown>>({
      text: 'SELECT c.code_hash, c.purpose, s.password_hash FROM email_code c JOIN account_security s USING (user_id)',
    })
    expect(rows.length).toBeGreaterThan(0)
    const kept = JSON.stringify(rows)
    expect(kept).not.toContain(PIN)
    expect(kept).not.toContain(newestCode(app))
    expect(kept).toContain('$argon2id$')
  })
})

describeOnDatabase('the payment password', ({ openDatabase }) => {
  test('is set with a code; changed with the old one too; 1013 for a wrong or missing one, 1014 for none', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const person = await openPerson(app, alice)
    expect(refusalOf(await person.set(PIN, '123456'))).toEqual([10004, 'no-email'])
    await person.bind(EMAIL)
    expect((await person.set(PIN, await person.code(), OTHER_PIN)).body.code).toBe(1014)
    const { body: simple } = await person.set('123456', newestCode(app))
    expect(simple).toMatchObject({ code: 10002, data: { path: 'password', reason: 'too-simple' } })
    expect((await person.set(PIN, newestCode(app))).body).toMatchObject({ code: 0 })
    expect(await person.flags()).toMatchObject({ email: true, paymentPassword: true })
    const code = await person.code()
    expect(refusalOf(await person.set(OTHER_PIN, code))).toEqual([1013, 'missing'])
    expect(refusalOf(await person.set(OTHER_PIN, code, OTHER_PIN))).toEqual([1013, 4])
    expect((await person.set(OTHER_PIN, code, PIN)).body.code).toBe(0)
    // The wrong try still counts: a right one removes only itself.
    expect(await person.state()).toMatchObject({ paymentPassword: true, triesLeft: 4 })
  })

  test('five wrong ones, and the right one is not asked for either until a day later; a reset opens it at once', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const person = await openPerson(app, alice)
    await person.secure(EMAIL)
    const code = await person.code()
    for (const left of [4, 3, 2, 1, 0]) {
      expect(refusalOf(await person.set(OTHER_PIN, code, '111119'))).toEqual([1013, left])
    }
    expect((await person.set(OTHER_PIN, code, PIN)).body).toMatchObject({
      code: 30003,
      data: { reason: 'payment-password', counted: 'account' },
    })
    expect(await person.state()).toMatchObject({ triesLeft: 0, triesResetAt: expect.any(String) })
    const signature = await person.signReset()
    const reset = { password: OTHER_PIN, emailCode: code, signature }
    expect((await app.post(CALLS.resetPaymentPassword, reset, person.token)).body.code).toBe(0)
    expect(await person.state()).toMatchObject({ triesLeft: 5, triesResetAt: null })
    expect((await person.set(PIN, await person.code(), OTHER_PIN)).body.code).toBe(0)
  })

  test('a reset needs the wallet, and waits a day after the e-mail was replaced', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const person = await openPerson(app, alice)
    await person.secure(EMAIL)
    const reset = async (emailCode: string, by = alice) =>
      app.post(
        CALLS.resetPaymentPassword,
        { password: OTHER_PIN, emailCode, signature: await person.signReset(by) },
        person.token,
      )
    expect(refusalOf(await reset(await person.code(), mallory))).toEqual([10007, 'signature'])
    await person.bind('new@example.org')
    const code = await person.code()
    expect(refusalOf(await reset(code))).toEqual([10004, 'email-replaced'])
    expect(await person.state()).toMatchObject({ resetAllowedAt: expect.any(String) })
    // The old password still changes it.
    expect((await person.set(OTHER_PIN, code, PIN)).body.code).toBe(0)
  })
})
