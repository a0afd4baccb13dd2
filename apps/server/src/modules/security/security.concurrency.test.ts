import { CALLS } from '@dr/protocol/calls/index'
import { describeOnPostgres, testWallet } from '@dr/test-kit'
import { expect, test } from 'vitest'
import { openTestApp } from '../../http/test-app.ts'
import { OTHER_PIN, openPerson, PIN, spoiled } from './test-security.ts'

const EMAIL = 'alice@example.org'
const times = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make))
const countOf = (codes: readonly number[], code: number) => codes.filter((one) => one === code).length

describeOnPostgres('many at once', ({ openDatabase }) => {
  test('of ten who enter the same right code one gets through', async () => {
    const app = await openTestApp(await openDatabase())
    const person = await openPerson(app, testWallet('alice'))
    await person.bind(EMAIL)
    const code = await person.code()
    const codes = (await times(10, () => person.set(PIN, code))).map(({ body }) => body.code)
    expect(countOf(codes, 0)).toBe(1)
    // The others: used by then (1011), or there is a password to change by then (1013).
    expect(countOf(codes, 1011) + countOf(codes, 1013)).toBe(9)
  })

  test('of twenty wrong codes at once five are looked at', async () => {
    const app = await openTestApp(await openDatabase())
    const person = await openPerson(app, testWallet('alice'))
    await person.bind(EMAIL)
    const code = await person.code()
    const replies = await times(20, () => person.set(PIN, spoiled(code)))
    expect(replies.map(({ body }) => body.data?.reason).filter((reason) => reason === 'wrong')).toHaveLength(
      5,
    )
    const { rows } = await app.database.read.query<{ tries: number }>({
      text: 'SELECT tries FROM email_code ORDER BY id DESC LIMIT 1',
    })
    expect(Number(rows[0]?.tries)).toBe(5)
  })

  test('five wrong passwords at once do not become six', async () => {
    const app = await openTestApp(await openDatabase())
    const person = await openPerson(app, testWallet('alice'))
    await person.secure(EMAIL)
    const code = await person.code()
    const codes = (await times(20, () => person.set(OTHER_PIN, code, '111119'))).map(({ body }) => body.code)
    expect([countOf(codes, 1013), countOf(codes, 30003)]).toEqual([5, 15])
    const { rows } = await app.database.read.query<{ scope: string; tries: number }>({
      text: 'SELECT scope, tries FROM password_try ORDER BY scope',
    })
    // What was refused for the account was counted nowhere else.
    expect(rows.map(({ tries }) => Number(tries))).toEqual([5, 5, 5])
  })

  test('of many requests for a code at once one is sent', async () => {
    const app = await openTestApp(await openDatabase())
    const { token } = await openPerson(app, testWallet('alice'))
    const replies = await times(10, () =>
      app.post(CALLS.emailCode, { purpose: 'bind-email', email: EMAIL }, token),
    )
    expect(
      countOf(
        replies.map(({ body }) => body.code),
        0,
      ),
    ).toBe(1)
    expect(app.letters).toHaveLength(1)
  })

  test('two accounts that guess from one network are counted together, and one cannot reset the other’s count', async () => {
    const app = await openTestApp(await openDatabase())
    const people = []
    for (const name of ['one', 'two']) {
      const person = await openPerson(app, testWallet(name))
      await person.secure(`${name}@example.org`)
      people.push({ person, code: await person.code() })
    }
    for (const { person, code } of people) {
      await person.set(OTHER_PIN, code, '111119')
      await person.set(OTHER_PIN, code, '111118')
    }
    const [first] = people
    await first?.person.set(OTHER_PIN, first.code, PIN) // right
    const { rows } = await app.database.read.query<{ scope: string; tries: number }>({
      text: `SELECT split_part(scope, ':', 1) AS scope, tries FROM password_try ORDER BY scope`,
    })
    expect(rows.map(({ scope, tries }) => [scope, Number(tries)])).toEqual([
      ['account', 2],
      ['address', 4],
      ['all', 4],
    ])
  })
})
