import { CALLS } from '@dr/protocol/calls/index'
import { describeOnDatabase, testWallet } from '@dr/test-kit'
import { expect, test } from 'vitest'
import { type HttpTestApp, startHttpTestApp } from '../../../../test/app/http-test-app.ts'

const alice = testWallet('alice')

const ask = (app: HttpTestApp, name: string) =>
  app.send({ method: 'GET', url: `${CALLS.getInviter.path}?${new URLSearchParams({ name })}` })

const inviterOf = async (app: HttpTestApp, name: string) => (await ask(app, name)).body.data

describeOnDatabase('whose invitation it is', ({ openDatabase }) => {
  test('an activated user, by code or address in any case, with both', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const { profile } = await app.register(alice, app.genesis.inviteCode)
    const inviter = { address: alice.address.toLowerCase(), inviteCode: profile.inviteCode }
    for (const name of [
      alice.address,
      alice.address.toLowerCase(),
      profile.inviteCode,
      ` ${profile.inviteCode.toLowerCase()} `,
    ])
      expect(await inviterOf(app, name)).toEqual({ inviter })
  })

  test('a user who is not activated is answered as one who does not exist', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const { profile } = await app.register(alice)
    const unknown = await ask(app, testWallet('unknown').address)
    expect(unknown.body.data).toEqual({ inviter: null })
    for (const name of [alice.address, profile.inviteCode, 'AAAAAAAA', 'no code at all']) {
      const answer = await ask(app, name)
      expect([answer.status, answer.body]).toEqual([unknown.status, unknown.body])
    }
  })

  test('has a limit of its own, so that names cannot be enumerated', async () => {
    const app = await startHttpTestApp(await openDatabase(), { limitsFactor: 1 / 20 }) // 3 a minute
    const codes: number[] = []
    for (let index = 0; index < 4; index += 1) codes.push((await ask(app, 'AAAAAAAA')).body.code)
    expect(codes).toEqual([0, 0, 0, 30003])
  })
})
