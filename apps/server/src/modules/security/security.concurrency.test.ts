import { CALLS } from '@dr/protocol/calls/index'
import { describeOnPostgres, testWallet } from '@dr/test-kit'
import { expect, test } from 'vitest'
import { type HttpTestApp, startHttpTestApp } from '../../../test/app/http-test-app.ts'
import { corrupted, OTHER_PIN, openPerson, PIN, refusalOf } from '../../../test/modules/security.ts'
import type { UserId } from '../../platform/ids.ts'
import { giveTryBack, type Taken, takeTry } from './count-tries.ts'

const EMAIL = 'alice@example.org'
const times = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make))
const countOf = (codes: readonly number[], code: number) => codes.filter((one) => one === code).length

/** Counted wrong passwords: of the account, of its network, in total. */
const countsOf = async ({ database }: HttpTestApp): Promise<number[]> => {
  const { rows } = await database.read.query<{ tries: number }>({
    text: 'SELECT tries FROM password_try ORDER BY scope',
  })
  return rows.map(({ tries }) => Number(tries))
}

describeOnPostgres('concurrently', ({ openDatabase }) => {
  test('of ten who enter the same right code one gets through', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const person = await openPerson(app, testWallet('alice'))
    await person.bind(EMAIL)
    const code = await person.code()
    const codes = (await times(10, () => person.set(PIN, code))).map(({ body }) => body.code)
    expect(countOf(codes, 0)).toBe(1)
    // The others: the code is used (1011), or there is a password by then (1013).
    expect(countOf(codes, 1011) + countOf(codes, 1013)).toBe(9)
  })

  test('of twenty wrong codes at once five are looked at', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const person = await openPerson(app, testWallet('alice'))
    await person.bind(EMAIL)
    const code = await person.code()
    const replies = await times(20, () => person.set(PIN, corrupted(code)))
    expect(replies.map(({ body }) => body.data?.reason).filter((reason) => reason === 'wrong')).toHaveLength(
      5,
    )
    const { rows } = await app.database.read.query<{ tries: number }>({
      text: 'SELECT tries FROM email_code ORDER BY id DESC LIMIT 1',
    })
    expect(Number(rows[0]?.tries)).toBe(5)
  })

  test('five wrong passwords at once do not become six', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const person = await openPerson(app, testWallet('alice'))
    await person.secure(EMAIL)
    const code = await person.code()
    const codes = (await times(20, () => person.set(OTHER_PIN, code, '111119'))).map(({ body }) => body.code)
    expect([countOf(codes, 1013), countOf(codes, 30003)]).toEqual([5, 15])
    const { rows } = await app.database.read.query<{ scope: string; tries: number }>({
      text: 'SELECT scope, tries FROM password_try ORDER BY scope',
    })
    // Refusals for the account were not counted elsewhere.
    expect(rows.map(({ tries }) => Number(tries))).toEqual([5, 5, 5])
  })

  test('of many requests for a code at once one is sent', async () => {
    const app = await startHttpTestApp(await openDatabase())
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

  test('of many accounts that claim a mailbox at once each network gets its share, and its owner a code', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const claim = async ({ token }: { token: string }, remoteAddress: string): Promise<number> => {
      const request = { purpose: 'bind-email', email: EMAIL } as const
      const response = await app.app.inject({
        ...(await app.seal(CALLS.emailCode, request, { token })),
        remoteAddress,
      })
      return response.json<{ code: number }>().code
    }
    const people = []
    for (let index = 0; index < 12; index += 1) {
      people.push(await openPerson(app, testWallet(`claims ${index}`)))
    }
    const answers = await Promise.all(people.map((person) => claim(person, '192.0.2.1')))
    expect([countOf(answers, 0), countOf(answers, 30003)]).toEqual([5, 7])
    const owner = await openPerson(app, testWallet('owner'))
    expect(await claim(owner, '198.51.100.1')).toBe(0)
    expect(app.letters).toHaveLength(6)
    expect(await claim(await openPerson(app, testWallet('another')), '192.0.2.1')).toBe(30003)
  })

  test('two accounts that guess from one network are counted together, and one cannot reset the other’s count', async () => {
    const app = await startHttpTestApp(await openDatabase())
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
      ['account', 2],
      ['address', 4],
      ['all', 4],
    ])
  })

  test('of five at once, two of them right, the three wrong ones stay counted', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const guesser = { userId: 1 as UserId, ip: '192.0.2.1' }
    const now = app.clock.now()
    const taken = await times(5, () => takeTry(app.database, guesser, now))
    expect(taken.map(({ triesLeft }) => triesLeft).sort()).toEqual([0, 1, 2, 3, 4])
    await Promise.all(taken.slice(0, 2).map((one) => giveTryBack(app.database, one)))
    expect(await countsOf(app)).toEqual([3, 3, 3])
    // A try of an ended window is not subtracted from the next.
    const dayLater = new Date(now.getTime() + 86_400_000)
    await takeTry(app.database, guesser, dayLater)
    await giveTryBack(app.database, taken[2] as Taken)
    expect(await countsOf(app)).toEqual([1, 1, 1])
  })

  test('who uses up the common limit locks no other account out, and has one guess an account left', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const victim = await openPerson(app, testWallet('victim'))
    await victim.secure('victim@example.org')
    const guesser = await openPerson(app, testWallet('guesser'))
    await guesser.secure('guesser@example.org')
    const [victimCode, guesserCode] = [await victim.code(), await guesser.code()]
    // The last twenty of an attacker's two hundred accounts, each with its five wrong tries of a day, from as
    // many networks.
    await app.database.single.query({
      text: `INSERT INTO password_try (scope, tries, ends_at) VALUES ('all', 900, $1)`,
      values: [new Date(app.clock.now().getTime() + 3_600_000)],
    })
    const attackers = Array.from({ length: 20 }, (_, index) => ({
      userId: (9_000_000 + index) as UserId,
      ip: `198.18.${index}.1`,
    }))
    for (const attacker of attackers) {
      for (let tries = 0; tries < 5; tries += 1) await takeTry(app.database, attacker, app.clock.now())
    }
    const { rows } = await app.database.read.query<{ tries: number }>({
      text: `SELECT tries FROM password_try WHERE scope = 'all'`,
    })
    expect(rows).toEqual([{ tries: 1_000 }])
    for (const password of [OTHER_PIN, PIN]) {
      // A right first try passes, and the next: it uses up none.
      const old = password === OTHER_PIN ? PIN : OTHER_PIN
      const code = password === OTHER_PIN ? victimCode : await victim.code()
      expect((await victim.set(password, code, old)).body.code).toBe(0)
    }
    expect(refusalOf(await guesser.set(OTHER_PIN, guesserCode, '111119'))).toEqual([1013, 4])
    for (const guess of ['111118', PIN]) {
      expect((await guesser.set(OTHER_PIN, guesserCode, guess)).body).toMatchObject({
        code: 30003,
        data: { reason: 'payment-password', counted: 'all' },
      })
    }
    app.clock.advance(3_600_000) // and an hour later it is over
    expect((await guesser.set(OTHER_PIN, await guesser.code(), PIN)).body.code).toBe(0)
  })

  test('of many first guesses at once of one account, with the address used up, one is looked at', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const now = app.clock.now()
    const ip = '192.0.2.7'
    for (let account = 0; account < 6; account += 1) {
      const userId = (9_000_000 + account) as UserId
      for (let tries = 0; tries < 5; tries += 1) await takeTry(app.database, { userId, ip }, now)
    }
    const userId = 1 as UserId
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => takeTry(app.database, { userId, ip }, now)),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const others = Array.from({ length: 10 }, (_, index) => (index + 10) as UserId)
    const admitted = await Promise.all(
      others.map((other) => takeTry(app.database, { userId: other, ip }, now)),
    )
    expect(admitted.map(({ triesLeft }) => triesLeft)).toEqual(others.map(() => 4))
  })
})
