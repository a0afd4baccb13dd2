import { CALLS } from '@dr/protocol/calls/index'
import { NONCE_LIFETIME_MS, ZERO_ADDRESS } from '@dr/protocol/constants'
import { describeOnDatabase, testWallet } from '@dr/test-kit'
import { expect, test } from 'vitest'
import { startHttpTestApp } from '../../../../test/app/http-test-app.ts'

const alice = testWallet('alice')
const mallory = testWallet('mallory')

describeOnDatabase('sign-in', ({ openDatabase }) => {
  test('an unknown address gets 10013, and registers with the very same message', async () => {
    const { post, proof } = await startHttpTestApp(await openDatabase())
    const signed = await proof(alice)
    const unknown = await post(CALLS.login, signed)
    expect([unknown.status, unknown.body.code]).toEqual([404, 10013])
    const registered = await post(CALLS.register, signed)
    expect(registered.body.code).toBe(0)
    expect(registered.body.data?.profile).toMatchObject({
      address: alice.address.toLowerCase(),
      activated: false,
      inviter: null,
    })
  })

  test('a nonce is good once', async () => {
    const { post, proof, register } = await startHttpTestApp(await openDatabase())
    await register(alice)
    const signed = await proof(alice)
    expect((await post(CALLS.login, signed)).body.code).toBe(0)
    const again = await post(CALLS.login, signed)
    expect([again.status, again.body.code, again.body.data]).toEqual([400, 1009, { reason: 'nonce-used' }])
  })

  test('of ten sign-ins at once with one nonce, one succeeds', async () => {
    const { post, proof, register } = await startHttpTestApp(await openDatabase())
    await register(alice)
    const signed = await proof(alice)
    const replies = await Promise.all(Array.from({ length: 10 }, () => post(CALLS.login, signed)))
    expect(replies.map(({ body }) => body.code).toSorted()).toEqual([0, ...Array(9).fill(1009)])
  })

  test('a nonce expires after five minutes', async () => {
    const { post, proof, register, clock } = await startHttpTestApp(await openDatabase())
    await register(alice)
    const signed = await proof(alice)
    clock.advance(NONCE_LIFETIME_MS - 1)
    expect((await post(CALLS.login, signed)).body.code).toBe(0)
    const late = await proof(alice)
    clock.advance(NONCE_LIFETIME_MS)
    const reply = await post(CALLS.login, late)
    expect([reply.body.code, reply.body.data]).toEqual([1009, { reason: 'nonce-expired' }])
  })

  test('a nonce given out for another address, for the zero address, or made up, is refused', async () => {
    const { post, proof, register, nonceOf } = await startHttpTestApp(await openDatabase())
    await register(alice)
    const foreign = [
      await nonceOf(mallory.address),
      await nonceOf(ZERO_ADDRESS),
      'f'.repeat(68),
      'abcdefgh12345678',
    ]
    for (const nonce of foreign) {
      const reply = await post(CALLS.login, await proof(alice, { nonce }))
      expect([reply.body.code, reply.body.data]).toEqual([1009, { reason: 'nonce-not-ours' }])
    }
  })

  test('the zero address cannot sign in', async () => {
    const { post, nonceOf } = await startHttpTestApp(await openDatabase())
    const message = `app.test wants you to sign in with your Ethereum account:\n${ZERO_ADDRESS}\n\n\nURI: https://app.test\nVersion: 1\nChain ID: 31337\nNonce: ${await nonceOf(ZERO_ADDRESS)}\nIssued At: 2026-01-05T00:00:00.000Z`
    const signature = `0x${'00'.repeat(65)}`
    const reply = await post(CALLS.register, { address: ZERO_ADDRESS, message, signature })
    expect([reply.body.code, reply.body.data]).toEqual([1009, { reason: 'address' }])
  })

  test('a signature of another account, or of another text, is refused', async () => {
    const { post, proof, register } = await startHttpTestApp(await openDatabase())
    await register(alice)
    const signed = await proof(alice)
    const byMallory = await mallory.signMessage({ message: signed.message })
    const ofAnotherText = await alice.signMessage({ message: `${signed.message} ` })
    for (const signature of [byMallory, ofAnotherText, '0x00', `0x${'ff'.repeat(65)}`]) {
      const reply = await post(CALLS.login, { ...signed, signature })
      expect([reply.body.code, reply.body.data]).toEqual([1009, { reason: 'signature' }])
    }
    // None of these has used the nonce up.
    expect((await post(CALLS.login, signed)).body.code).toBe(0)
  })

  test('a message for another site, chain, time or address is refused before its signature is looked at', async () => {
    const { post, proof, register, clock } = await startHttpTestApp(await openDatabase())
    await register(alice)
    const at = (offsetMs: number) => new Date(clock.now().getTime() + offsetMs)
    const cases = [
      [{ domain: 'evil.test' }, 'domain'],
      [{ uri: 'https://evil.test' }, 'uri'],
      [{ uri: 'http://app.test' }, 'uri'],
      [{ scheme: 'http' }, 'uri'],
      [{ chainId: 1 }, 'chain'],
      [{ address: mallory.address }, 'address'],
      [{ issuedAt: at(6 * 60_000) }, 'issued-at'],
      [{ issuedAt: at(-11 * 60_000) }, 'issued-at'],
      [{ expirationTime: at(0) }, 'expired'],
      [{ notBefore: at(1) }, 'not-yet-valid'],
    ] as const
    for (const [change, reason] of cases) {
      const reply = await post(CALLS.login, await proof(alice, change))
      expect([change, reply.body.code, reply.body.data]).toEqual([change, 1009, { reason }])
    }
  })

  test('a message with anything beyond EIP-4361 is refused', async () => {
    const { post, proof, register } = await startHttpTestApp(await openDatabase())
    await register(alice)
    const signed = await proof(alice)
    for (const message of [
      `${signed.message}\nI give away everything`,
      `Hello\n${signed.message}`,
      'Hello',
    ]) {
      const signature = await alice.signMessage({ message })
      const reply = await post(CALLS.login, { ...signed, message, signature })
      expect([reply.body.code, reply.body.data]).toEqual([1009, { reason: 'form' }])
    }
  })

  test('an address registers once, however often at once, and the nonce of the refused is still good', async () => {
    const { post, proof, database } = await startHttpTestApp(await openDatabase())
    const proofs = await Promise.all(Array.from({ length: 6 }, () => proof(alice)))
    const replies = await Promise.all(proofs.map((signed) => post(CALLS.register, signed)))
    expect(replies.map(({ body }) => body.code).toSorted()).toEqual([0, ...Array(5).fill(1020)])
    const loser = replies.findIndex(({ body }) => body.code === 1020)
    expect((await post(CALLS.login, proofs[loser])).body.code).toBe(0)
    const { rows } = await database.read.query<{ n: bigint }>({
      text: 'SELECT count(*) AS n FROM users WHERE address = $1',
      values: [alice.address.toLowerCase()],
    })
    expect(rows[0]?.n).toBe(1n)
  })

  test('asking for nonces stores nothing', async () => {
    const { nonceOf, database } = await startHttpTestApp(await openDatabase())
    const nonces = await Promise.all(Array.from({ length: 20 }, () => nonceOf(alice.address)))
    expect(new Set(nonces).size).toBe(20)
    const { rows } = await database.read.query<{ n: bigint }>({
      text: 'SELECT count(*) AS n FROM used_nonce',
    })
    expect(rows[0]?.n).toBe(0n)
  })
})
