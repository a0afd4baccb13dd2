import { transferTypedData } from '@dr/protocol/account-typed-data'
import { CALLS } from '@dr/protocol/calls/index'
import { SIGNING_LIFETIME_MS, TRANSFER_WAIT_SECONDS } from '@dr/protocol/constants'
import { describeOnDatabase, describeOnPostgres, setChainClock, testWallet } from '@dr/test-kit'
import type { Hex } from 'viem'
import { expect, test, vi } from 'vitest'
import { type HttpTestApp, startHttpTestApp, TEST_DOMAIN } from '../../../test/app/http-test-app.ts'
import { OTHER_PIN, openPerson, PIN } from '../../../test/modules/security.ts'
import type { Database } from '../../platform/database/database.ts'
import { lowerHex } from '../../platform/hex.ts'
import type { UserId } from '../../platform/ids.ts'
import { account, addDeposit, auditLedger, balancesOf, postJournal } from '../ledger/index.ts'
import { findUserByAddress } from '../users/index.ts'
import { waitingTransfers } from './index.ts'
import { releaseDue } from './release-transfers.ts'

const ONE = 10n ** 18n
const alice = testWallet('alice')
const bob = testWallet('bob')
const mallory = testWallet('mallory')

type Person = Awaited<ReturnType<typeof openPerson>>

const open = async (database: Database) => {
  const app = await startHttpTestApp(database)
  const sender = await openPerson(app, alice)
  const receiver = await openPerson(app, bob)
  await sender.secure('alice@example.org')
  const idOf = async (address: Hex): Promise<UserId> => {
    const user = await findUserByAddress(database.read, lowerHex(address))
    if (!user) throw new Error('no such user')
    return user.id
  }
  const ids = { sender: await idOf(alice.address), receiver: await idOf(bob.address) }
  return { app, sender, receiver, ids, database }
}
type Scene = Awaited<ReturnType<typeof open>>

/** Credits the node account, as if a vault had the money. */
const give = ({ database, ids }: Scene, amount: bigint) =>
  database.transaction((tx) =>
    postJournal(tx, {
      key: `gift:${ids.sender}:${amount}`,
      reason: 'test.gift',
      source: { kind: 'test' },
      at: new Date('2026-01-01T00:00:00Z'),
      postings: [
        {
          from: account({ vault: 2, token: 'USDT', kind: 'chain' }),
          to: account({ vault: 2, token: 'USDT', kind: 'user-available', userId: ids.sender }),
          amount,
        },
      ],
    }),
  )

/** Counts a deposit of the sender, as if its event had been booked. */
const depositFor = ({ database }: Scene, amount: bigint) =>
  database.transaction((tx) =>
    addDeposit(
      tx,
      { account: lowerHex(alice.address), vault: 2, token: 'USDT' },
      { amount, isStranger: false },
    ),
  )

const termsTo = (to: string, amount: bigint) =>
  ({ to: to.toLowerCase(), account: 2, token: 'USDT', amount: amount.toString() }) as const

const sign = async (
  app: HttpTestApp,
  person: Person,
  terms: ReturnType<typeof termsTo>,
  by = person.wallet,
): Promise<string> => {
  const { body } = await app.post(CALLS.transferOrder, terms, person.token)
  expect(body).toMatchObject({ code: 0 })
  const order = body.data as unknown as { orderId: string; deadline: number }
  return by.signTypedData(
    transferTypedData(TEST_DOMAIN, order, {
      from: person.account,
      to: terms.to as Hex,
      account: 2,
      token: 'USDT',
      amount: BigInt(terms.amount),
    }),
  )
}

const send = (
  { app, sender }: Scene,
  terms: ReturnType<typeof termsTo>,
  signature: string,
  paymentPassword = PIN,
) => app.post(CALLS.transfer, { ...terms, signature, paymentPassword }, sender.token)

/** Balance of USDT in the node account. */
const moneyOf = async ({ database }: Scene, userId: UserId) => {
  const balance = (await balancesOf(database.read, userId)).find(
    ({ vault, token }) => vault === 2 && token === 'USDT',
  )
  return { available: balance?.available ?? 0n, held: balance?.held ?? 0n }
}

describeOnDatabase('transfers between users', ({ openDatabase }) => {
  test('one journal, from the one’s account to the other’s; usable there after 72 hours, and not before', async () => {
    const scene = await open(await openDatabase())
    const { app, sender, ids, database } = scene
    await give(scene, 100n * ONE)
    const terms = termsTo(bob.address, 30n * ONE)
    const { body } = await send(scene, terms, await sign(app, sender, terms))
    expect(body).toMatchObject({ success: true, code: 0, data: terms })
    expect(await moneyOf(scene, ids.sender)).toEqual({ available: 70n * ONE, held: 0n })
    expect(await moneyOf(scene, ids.receiver)).toEqual({ available: 0n, held: 30n * ONE })
    const { rows } = await database.read.query<{ reason: string; source: unknown }>({
      text: 'SELECT reason, source FROM journal WHERE id = $1',
      values: [BigInt(String(body.data?.journalId))],
    })
    const { orderId, availableAt } = body.data as { orderId: string; availableAt: number }
    expect(rows).toEqual([
      {
        reason: 'transfer.internal',
        source: { kind: 'transfer', orderId, from: sender.account, to: terms.to },
      },
    ])
    expect(await waitingTransfers(database.read, ids.receiver)).toMatchObject([
      { id: orderId, amount: 30n * ONE, availableAt: BigInt(availableAt) },
    ])
    const start = BigInt(app.clock.now().getTime() / 1_000)
    expect(availableAt).toBeGreaterThanOrEqual(TRANSFER_WAIT_SECONDS)
    for (const [timestamp, held] of [
      [BigInt(availableAt) - 1n, 30n * ONE],
      [BigInt(availableAt), 0n],
    ] as const) {
      await setChainClock(database.single, { timestamp: timestamp > start ? timestamp : start })
      await releaseDue(database, new AbortController().signal)
      expect(await moneyOf(scene, ids.receiver)).toEqual({ available: 30n * ONE - held, held })
    }
    await releaseDue(database, new AbortController().signal) // again changes nothing
    expect(await moneyOf(scene, ids.receiver)).toEqual({ available: 30n * ONE, held: 0n })
    const reserves = [{ vault: 2, token: 'USDT', amount: 100n * ONE } as const]
    expect(await auditLedger(database.read, { reserves })).toEqual([])
  })

  test('to oneself, to an unknown address, to a user without an inviter: refused, with the reason', async () => {
    const scene = await open(await openDatabase())
    const { app, sender } = scene
    await give(scene, 100n * ONE)
    await app.register(mallory)
    const refusals = [
      [alice.address, 'self'],
      [testWallet('unknown').address, 'not-a-user'],
      [mallory.address, 'not-activated'],
    ] as const
    for (const [to, reason] of refusals) {
      const terms = termsTo(to, ONE)
      const refusal = { code: 10002, data: { path: 'to', reason } }
      expect((await app.post(CALLS.transferOrder, terms, sender.token)).body).toMatchObject(refusal)
      expect((await send(scene, terms, `0x${'00'.repeat(65)}`)).body).toMatchObject(refusal)
    }
    const little = termsTo(bob.address, ONE - 1n)
    expect((await app.post(CALLS.transferOrder, little, sender.token)).body).toMatchObject({
      code: 10002,
      data: { path: 'amount', reason: 'minimum', minimum: ONE.toString() },
    })
  })

  test('1014 without a payment password, 1015 above the balance, before anything is signed and after', async () => {
    const scene = await open(await openDatabase())
    const { app, sender, receiver } = scene
    const back = { ...termsTo(alice.address, ONE), signature: '0x00', paymentPassword: PIN }
    const { signature: _, paymentPassword: __, ...order } = back
    expect((await app.post(CALLS.transferOrder, order, receiver.token)).body.code).toBe(1014)
    expect((await app.post(CALLS.transfer, back, receiver.token)).body.code).toBe(1014)
    const terms = termsTo(bob.address, 5n * ONE)
    expect((await app.post(CALLS.transferOrder, terms, sender.token)).body).toMatchObject({
      code: 1015,
      data: { available: '0' },
    })
  })

  test('10007 for a signature of another, of other terms, too late, or used; 1013 for a wrong password', async () => {
    const scene = await open(await openDatabase())
    const { app, sender, ids } = scene
    await give(scene, 100n * ONE)
    const terms = termsTo(bob.address, 5n * ONE)
    const reasonOf = async (signature: string, request = terms, password = PIN) => {
      const { body } = await send(scene, request, signature, password)
      return [body.code, body.data?.reason ?? body.data?.triesLeft]
    }
    expect(await reasonOf(await sign(app, sender, terms, mallory))).toEqual([10007, 'signature'])
    const signature = await sign(app, sender, terms)
    expect(await reasonOf(signature, termsTo(bob.address, 6n * ONE))).toEqual([10007, 'no-open-order'])
    expect(await reasonOf(signature, terms, OTHER_PIN)).toEqual([1013, 4])
    expect(await moneyOf(scene, ids.sender)).toEqual({ available: 100n * ONE, held: 0n })
    expect((await send(scene, terms, signature)).body.code).toBe(0) // the signature was not used up
    // Replayed: its order is deleted; and another open order with the same terms needs its own signature.
    expect(await reasonOf(signature)).toEqual([10007, expect.stringMatching(/no-open-order|signature/)])
    const late = await sign(app, sender, terms)
    expect(await reasonOf(signature)).toEqual([10007, 'signature'])
    app.clock.advance(SIGNING_LIFETIME_MS)
    expect(await reasonOf(late)).toEqual([10007, 'no-open-order'])
    expect(await moneyOf(scene, ids.sender)).toEqual({ available: 95n * ONE, held: 0n })
  })

  test('leave deposits with the sender, who could claim them on chain all the same', async () => {
    const scene = await open(await openDatabase())
    const { app, sender, ids } = scene
    await give(scene, 100n * ONE)
    await depositFor(scene, 40n * ONE)
    const terms = termsTo(bob.address, 60n * ONE)
    const { body } = await app.post(CALLS.transferOrder, terms, sender.token)
    expect(body.data).toMatchObject({ burnFreeLost: '0', available: `${60n * ONE}` })
    const above = await app.post(CALLS.transferOrder, termsTo(bob.address, 61n * ONE), sender.token)
    expect(above.body).toMatchObject({ code: 1015, data: { available: `${60n * ONE}` } })
    expect((await send(scene, terms, await sign(app, sender, terms))).body.code).toBe(0)
    expect((await app.post(CALLS.transferOrder, termsTo(bob.address, ONE), sender.token)).body.code).toBe(
      1015,
    )
    expect((await moneyOf(scene, ids.sender)).available).toBe(40n * ONE)
  })
})

/** Expects this number of the database's connections to wait for a lock. */
const expectWaiting = async (database: Database, count: number): Promise<void> => {
  const { rows } = await database.read.query<{ waiting: bigint }>({
    text: `SELECT count(*) AS waiting FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  })
  expect(Number(rows[0]?.waiting)).toBe(count)
}

describeOnPostgres('transfers at once', ({ openDatabase }) => {
  test('of two of the whole balance one wins; the same one ten times is one', async () => {
    const scene = await open(await openDatabase())
    const { app, sender, ids, database } = scene
    await openPerson(app, mallory)
    await give(scene, 100n * ONE)
    const both = [termsTo(bob.address, 100n * ONE), termsTo(mallory.address, 100n * ONE)]
    const signatures = [await sign(app, sender, both[0] as never), await sign(app, sender, both[1] as never)]
    const replies = await Promise.all(
      both.map((terms, index) => send(scene, terms, signatures[index] as string)),
    )
    expect(replies.map(({ body }) => body.code).sort()).toEqual([0, 1015])
    expect(await moneyOf(scene, ids.sender)).toEqual({ available: 0n, held: 0n })
    await give(scene, 50n * ONE)
    const terms = termsTo(bob.address, 10n * ONE)
    const signature = await sign(app, sender, terms)
    const same = await Promise.all(Array.from({ length: 5 }, () => send(scene, terms, signature)))
    expect(same.map(({ body }) => body.code).sort((a, b) => a - b)).toEqual([0, 10007, 10007, 10007, 10007])
    expect(await moneyOf(scene, ids.sender)).toEqual({ available: 40n * ONE, held: 0n })
    const reserves = [{ vault: 2, token: 'USDT', amount: 150n * ONE } as const]
    expect(await auditLedger(database.read, { reserves })).toEqual([])
  })
  test('of two at once that each fit, together not beside the deposits, one is refused', async () => {
    const scene = await open(await openDatabase())
    const { app, sender, ids, database } = scene
    await give(scene, 100n * ONE)
    await depositFor(scene, 35n * ONE)
    const both = [termsTo(bob.address, 60n * ONE), termsTo(bob.address, 30n * ONE)]
    const signatures: string[] = []
    for (const terms of both) signatures.push(await sign(app, sender, terms))
    // The balance does not change until both wait: each has done all its reads by then.
    const [locked, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = database.transaction(async (tx) => {
      const code = account({ vault: 2, token: 'USDT', kind: 'user-available', userId: ids.sender })
      await tx.query({ text: 'SELECT 1 FROM ledger_account WHERE code = $1 FOR UPDATE', values: [code] })
      locked.resolve()
      await free.promise
    })
    await locked.promise
    const sent = Promise.all(both.map((terms, index) => send(scene, terms, signatures[index] as string)))
    try {
      await vi.waitFor(() => expectWaiting(database, 2), { timeout: 30_000, interval: 50 })
    } finally {
      free.resolve()
      await holding
    }
    expect((await sent).map(({ body }) => body.code).sort()).toEqual([0, 1015])
    expect((await moneyOf(scene, ids.sender)).available >= 35n * ONE).toBe(true)
  })
})
