import { CALLS } from '@dr/protocol/calls/index'
import { describeOnDatabase, describeOnPostgres, testWallet } from '@dr/test-kit'
import { expect, test } from 'vitest'
import { type HttpTestApp, startHttpTestApp } from '../../../../test/app/http-test-app.ts'
import { databaseErrorOf } from '../../../platform/database/errors.ts'

const alice = testWallet('alice')
const bob = testWallet('bob')
const carol = testWallet('carol')

const bind = (app: HttpTestApp, token: string, inviteCode: string) =>
  app.post(CALLS.podPowerPurchase, { inviteCode }, token)

const refusal = ({ status, body }: Awaited<ReturnType<typeof bind>>) => [status, body.code, body.data]

describeOnDatabase('binding an inviter', ({ openDatabase }) => {
  test('by code, in any case, activates; and again changes nothing', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const { token, profile } = await app.register(alice)
    expect(profile.activated).toBe(false)
    const first = await bind(app, token, ` ${app.genesis.inviteCode.toLowerCase()} `)
    expect(first.body).toEqual({
      code: 0,
      message: 'ok',
      data: { inviter: app.genesis.address, activated: true },
    })
    const again = await bind(app, token, app.genesis.inviteCode)
    expect(again.body.code).toBe(0)
    const after = await app.post(CALLS.getProfile, undefined, token)
    expect(after.body.data).toMatchObject({ activated: true, inviter: app.genesis.address })
  })

  test('by address, checksummed or not; and when registering', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const { token } = await app.register(alice)
    expect((await bind(app, token, testWallet('genesis').address)).body.code).toBe(0)
    const { profile } = await app.register(bob, alice.address)
    expect(profile).toMatchObject({ activated: true, inviter: alice.address.toLowerCase() })
  })

  test('another inviter afterwards is refused, and the database refuses it too', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const { profile } = await app.register(alice, app.genesis.inviteCode)
    const { token } = await app.register(bob, app.genesis.inviteCode)
    expect(refusal(await bind(app, token, profile.inviteCode))).toEqual([
      403,
      10004,
      { reason: 'bound-already' },
    ])
    const overwrite = app.database.single.query({
      text: `UPDATE users SET inviter_id = (SELECT id FROM users WHERE address = $1) WHERE address = $2`,
      values: [alice.address.toLowerCase(), bob.address.toLowerCase()],
    })
    await expect(overwrite).rejects.toSatisfy(
      (error: unknown) => databaseErrorOf(error)?.constraint === 'users_inviter_immutable',
    )
    const remove = app.database.single.query({ text: 'DELETE FROM users' })
    await expect(remove).rejects.toSatisfy(
      (error: unknown) => databaseErrorOf(error)?.constraint === 'users_never_deleted',
    )
  })

  test('the database itself enforces: an existing and activated inviter, no cycle, one activity', async () => {
    const app = await startHttpTestApp(await openDatabase())
    for (const wallet of [alice, bob]) await app.register(wallet)
    const [a, b] = [alice, bob].map(({ address }) => address.toLowerCase())
    const refused = (constraint: string, text: string, values: unknown[] = []) =>
      expect(app.database.single.query({ text, values })).rejects.toSatisfy(
        (error: unknown) => databaseErrorOf(error)?.constraint === constraint,
      )
    const to = 'UPDATE users SET activated_at = now(), inviter_id'
    await refused('users_inviter_activated', `${to} = 123456789 WHERE address = $1`, [a])
    const other = '(SELECT i.id FROM users i WHERE i.address <> users.address AND i.address IN ($1, $2))'
    await refused('users_inviter_activated', `${to} = ${other} WHERE address IN ($1, $2)`, [a, b])
    await refused('users_identity_immutable', 'UPDATE users SET address = $1 WHERE address = $2', [
      carol.address.toLowerCase(),
      b,
    ])
    await refused(
      'users_registered_unbound',
      `INSERT INTO users (address, invite_code, inviter_id, activated_at, registered_at)
        SELECT $1, 'ABCDEFGH', id, now(), now() FROM users WHERE address = $2`,
      [carol.address.toLowerCase(), app.genesis.address],
    )
    const queue = () => app.database.read.query({ text: `SELECT 1 FROM activity WHERE kind = 'joined'` })
    expect((await queue()).rows).toEqual([])
    await app.database.single.query({
      text: `${to} = (SELECT i.id FROM users i WHERE i.address = $2) WHERE address = $1`,
      values: [a, app.genesis.address],
    })
    expect((await queue()).rows).toHaveLength(1)
    await app.database.single.query({ text: 'UPDATE users SET inviter_id = inviter_id' })
    expect((await queue()).rows).toHaveLength(1)
  })

  test('oneself, a user not activated, and one’s own downline are unfit', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const a = await app.register(alice)
    expect(refusal(await bind(app, a.token, a.profile.inviteCode))).toEqual([409, 20006, { reason: 'self' }])
    const b = await app.register(bob)
    expect(refusal(await bind(app, b.token, a.profile.inviteCode))).toEqual([
      409,
      20006,
      { reason: 'not-activated' },
    ])
    await bind(app, a.token, app.genesis.inviteCode)
    await bind(app, b.token, a.profile.inviteCode)
    const c = await app.register(carol, b.profile.inviteCode)
    for (const below of [b, c]) {
      const reply = await bind(app, a.token, below.profile.inviteCode)
      expect(refusal(reply)).toEqual([409, 20006, { reason: 'downline' }])
    }
  })

  test('the genesis account cannot be put under its own downline', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const a = await app.register(alice, app.genesis.inviteCode)
    const genesis = await app.post(CALLS.login, await app.proof(testWallet('genesis')))
    const token = String(genesis.body.data?.token)
    expect(refusal(await bind(app, token, a.profile.inviteCode))).toEqual([
      409,
      20006,
      { reason: 'downline' },
    ])
  })

  test('an unknown address is 1010, an unknown code 10008, whatever it looks like', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const { token } = await app.register(alice)
    expect((await bind(app, token, bob.address)).body.code).toBe(1010)
    for (const code of ['ZZZZZZZZ', 'abc', '0OI1', '💥', '0x1234']) {
      const reply = await bind(app, token, code)
      expect([code, reply.status, reply.body.code]).toEqual([code, 404, 10008])
    }
  })

  test('registering with an unfit inviter loses nothing: the same message registers without', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const signed = await app.proof(alice)
    const unfit = [
      ['ZZZZZZZZ', 10008],
      [bob.address, 1010],
      [alice.address, 20006],
    ] as const
    for (const [inviteCode, code] of unfit) {
      expect((await app.post(CALLS.register, { ...signed, inviteCode })).body.code).toBe(code)
    }
    expect((await app.post(CALLS.login, signed)).body.code).toBe(10013)
    expect((await app.post(CALLS.register, signed)).body.code).toBe(0)
  })

  test('without a code the same call lists POD purchases: none', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const { token } = await app.register(alice)
    for (const body of [undefined, {}, { limit: 5 }]) {
      const reply = await app.post(CALLS.podPowerPurchase, body, token)
      expect(reply.body.data).toEqual({ items: [], nextCursor: null })
    }
    expect((await app.post(CALLS.podPowerPurchase, { limit: 5, foo: 1 } as never, token)).body.code).toBe(
      10002,
    )
  })
})

describeOnPostgres('binding at once', ({ openDatabase }) => {
  test('two users who bind each other at the same moment: never a cycle', async () => {
    const app = await startHttpTestApp(await openDatabase())
    for (let round = 0; round < 15; round++) {
      const left = await app.register(testWallet(`left ${round}`))
      const right = await app.register(testWallet(`right ${round}`))
      // Both also race for the genesis account, so that in some rounds one of them is activated in between.
      const replies = await Promise.all([
        bind(app, left.token, right.profile.inviteCode),
        bind(app, right.token, left.profile.inviteCode),
        bind(app, left.token, app.genesis.inviteCode),
        bind(app, right.token, left.profile.inviteCode),
      ])
      expect(
        replies.map(({ body }) => body.code).filter((code) => ![0, 10004, 20006].includes(code)),
      ).toEqual([])
    }
    const { rows } = await app.database.read.query<{ n: bigint }>({
      text: `WITH RECURSIVE up (start, id, path) AS (
          SELECT id, inviter_id, ARRAY[id] FROM users
          UNION ALL SELECT up.start, u.inviter_id, up.path || u.id FROM up JOIN users u ON u.id = up.id
            WHERE NOT u.id = ANY(up.path)
        ) SELECT count(*) AS n FROM up WHERE id = start`,
    })
    expect(rows[0]?.n).toBe(0n)
  })

  test('of many binds at once one wins, and stays', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const inviters = await Promise.all(
      Array.from({ length: 8 }, (_, n) => app.register(testWallet(`inviter ${n}`), app.genesis.inviteCode)),
    )
    const { token } = await app.register(alice)
    const replies = await Promise.all(inviters.map(({ profile }) => bind(app, token, profile.inviteCode)))
    const winners = replies.filter(({ body }) => body.code === 0)
    expect(winners).toHaveLength(1)
    expect(replies.filter(({ body }) => body.code === 10004)).toHaveLength(7)
    const after = await app.post(CALLS.getProfile, undefined, token)
    expect(after.body.data?.inviter).toBe(winners[0]?.body.data?.inviter)
  })

  test('a check that the database cannot make now is 20007, and nothing is lost', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const { token } = await app.register(alice)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let locked = () => {}
    const isLocked = new Promise<void>((resolve) => {
      locked = resolve
    })
    const blocker = app.database.transaction(async (tx) => {
      await tx.query({
        text: 'SELECT 1 FROM users WHERE address = $1 FOR UPDATE',
        values: [alice.address.toLowerCase()],
      })
      locked()
      await held
    })
    await isLocked
    const reply = await bind(app, token, app.genesis.inviteCode)
    release()
    await blocker
    expect(refusal(reply)).toEqual([503, 20007, { retryAfterSeconds: 5 }])
    expect((await bind(app, token, app.genesis.inviteCode)).body.code).toBe(0)
  })
})
