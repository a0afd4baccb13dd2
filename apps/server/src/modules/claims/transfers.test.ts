/** Transfers by the sender's own call: what the server answers, and what becomes of the call that it names. */
import { rootRegistryAbi } from '@dr/contracts/abi/root-registry'
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import type { ResponseOf } from '@dr/protocol/call'
import { CALLS } from '@dr/protocol/calls/index'
import { describeOnDatabase, testWallet } from '@dr/test-kit'
import { type Address, type Hash, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Chain,
  ONE,
  startChain,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../test/app/test-app.ts'
import { bookClaims, claim, claimsOf, expectBooked } from '../../../test/modules/claims.ts'
import { booksAreRight, deposit, newDepositor } from '../../../test/modules/packages.ts'
import { OTHER_PIN, PIN, setPin } from '../../../test/modules/security.ts'
import { give, moneyOf, recordOf } from '../../../test/modules/withdrawals.ts'
import { lowerHex } from '../../platform/hex.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const NODE_USDT = { vault: 2, token: 'USDT' } as const
const NO_PACKAGE = 9
const STRANGER = testWallet('stranger')

type Terms = { readonly to: Address; readonly amount: bigint; readonly paymentPassword?: string }
type Answer = ResponseOf<typeof CALLS.transfer>

const ask = (app: TestApp, user: TestUser, { to, amount, paymentPassword = PIN }: Terms): Promise<Answer> =>
  app.call(CALLS.transfer, user, {
    to: lowerHex(to),
    account: 2,
    token: 'USDT',
    amount: String(amount),
    paymentPassword,
  })

/** Sends the call exactly as it was answered. */
const send = (
  app: TestApp,
  user: TestUser,
  { contract, tokenAddress, to, amount, proof, ...answer }: Answer,
) =>
  app.send(user.wallet, {
    address: contract as Address,
    abi: withdrawalVaultAbi,
    functionName: answer.function,
    args: [
      tokenAddress as Address,
      to as Address,
      BigInt(amount),
      {
        epoch: BigInt(proof.epoch),
        earned: BigInt(proof.earned),
        index: BigInt(proof.index),
        path: proof.path.map(({ hash, sum }) => ({ hash: hash as Hash, sum: BigInt(sum) })),
      },
    ],
  })

const withdraw = (app: TestApp, user: TestUser, amount: bigint) =>
  app.call(CALLS.createWithdrawal, user, {
    account: 2,
    token: 'USDT',
    amount: String(amount),
    paymentPassword: PIN,
  })

describeOnDatabase('transfers within a vault', ({ openDatabase }) => {
  const open = async () => {
    const app = await startTestApp(chain, await openDatabase())
    const [user, friend] = [await newDepositor(app, 'depositor'), await newDepositor(app, 'friend')]
    await setPin(app, user)
    return { app, user, friend }
  }
  const put = async (app: TestApp, user: TestUser, amount: bigint) => {
    await deposit(app, user.wallet, { packageId: NO_PACKAGE, token: 'USDT', amount })
    await app.finalize()
  }
  const book = async (app: TestApp) => {
    await app.finalize()
    await bookClaims(app)
  }
  const linesOf = async (app: TestApp, user: TestUser) =>
    (await app.call(CALLS.fundFlows, user, {})).items.map(({ kind, direction, amount, source }) => ({
      kind,
      direction,
      amount,
      source,
    }))

  test('a deposit is given away without a proof: at once the receiver’s, with both ends named', async () => {
    const { app, user, friend } = await open()
    await put(app, user, 300n * ONE)
    const answer = await ask(app, user, { to: friend.account, amount: 120n * ONE })
    expect(answer).toMatchObject({
      contract: app.contracts.withdrawalVaults[2],
      function: 'transferWithin',
      tokenAddress: app.contracts.USDT,
      proof: { epoch: '0', earned: '0', index: '0', path: [] },
      isUser: true,
    })
    expect(await moneyOf(app, user, NODE_USDT)).toEqual({ available: 300n * ONE, held: 0n })
    await send(app, user, answer)
    await app.finalize()
    expect(await moneyOf(app, friend, NODE_USDT)).toEqual({ available: 120n * ONE, held: 0n })
    await bookClaims(app)
    expect(await moneyOf(app, user, NODE_USDT)).toEqual({ available: 180n * ONE, held: 0n })
    const line = {
      amount: `${120n * ONE}`,
      source: { kind: 'transfer', from: user.account, to: friend.account },
    }
    expect((await linesOf(app, user))[0]).toMatchObject({ ...line, kind: 'claim.sent', direction: 'out' })
    expect((await linesOf(app, friend))[0]).toMatchObject({
      ...line,
      kind: 'claim.received',
      direction: 'in',
    })
    await expectBooked(app, NODE_USDT, [user.account, friend.account])
    await booksAreRight(app)
  })

  test('to a stranger, who claims it without a server', async () => {
    const { app, user } = await open()
    await put(app, user, 300n * ONE)
    const answer = await ask(app, user, { to: STRANGER.address, amount: 200n * ONE })
    expect(answer.isUser).toBe(false)
    await send(app, user, answer)
    await chain.anvil.client.setBalance({ address: STRANGER.address, value: ONE })
    await claim(app, STRANGER, NODE_USDT, 200n * ONE)
    await book(app)
    expect(await claimsOf(app)).toMatchObject([
      { kind: 'transfer', booked: true, uncovered: 0n },
      { kind: 'claim', booked: true, uncovered: 0n },
    ])
    await expectBooked(app, NODE_USDT, [user.account, STRANGER.address])
    await booksAreRight(app)
  })

  test('to oneself, to zero, to a vault, of less than one token, of a token that the vault does not pay: refused', async () => {
    const { app, user, friend } = await open()
    await put(app, user, 300n * ONE)
    const refused = async (terms: Terms) =>
      (await ask(app, user, terms).catch((error: unknown) => error)) as { details: unknown }
    const amount = ONE
    expect((await refused({ to: user.account, amount })).details).toEqual({ path: 'to', reason: 'self' })
    for (const to of [zeroAddress, ...app.contracts.withdrawalVaults])
      expect((await refused({ to, amount })).details).toEqual({ path: 'to', reason: 'no-account' })
    const little = await refused({ to: friend.account, amount: ONE - 1n })
    expect(little.details).toEqual({ path: 'amount', reason: 'minimum', minimum: `${ONE}` })
    await expect(app.call(CALLS.transferLimit, user, { account: 0, token: 'USDT' })).rejects.toMatchObject({
      details: { path: 'token' },
    })
  })

  test('needs the payment password: 1014 without one, 10002 where it is missing, 1013 for a wrong one', async () => {
    const { app, user, friend } = await open()
    await put(app, friend, 300n * ONE)
    await put(app, user, 300n * ONE)
    const amount = ONE
    await expect(ask(app, friend, { to: user.account, amount })).rejects.toMatchObject({ code: 1014 })
    const terms = { to: friend.account, account: 2, token: 'USDT', amount: `${amount}` } as const
    await expect(app.call(CALLS.transfer, user, terms)).rejects.toMatchObject({
      code: 10002,
      details: { path: 'paymentPassword' },
    })
    await expect(
      ask(app, user, { to: friend.account, amount, paymentPassword: OTHER_PIN }),
    ).rejects.toMatchObject({ code: 1013 })
  })

  test('up to what is available and claimable: not what was earned since the newest final root', async () => {
    const { app, user, friend } = await open()
    await put(app, user, 100n * ONE)
    await give(app, user, NODE_USDT, 50n * ONE)
    const limit = () => app.call(CALLS.transferLimit, user, { account: 2, token: 'USDT' })
    expect(await limit()).toEqual({ available: `${150n * ONE}`, claimable: `${100n * ONE}` })
    await expect(ask(app, user, { to: friend.account, amount: 101n * ONE })).rejects.toMatchObject({
      code: 1015,
      details: { available: `${100n * ONE}` },
    })
    // What a voucher holds is not available, though the vault would still let it go.
    await withdraw(app, user, 80n * ONE)
    expect(await limit()).toEqual({ available: `${70n * ONE}`, claimable: `${100n * ONE}` })
    await expect(ask(app, user, { to: friend.account, amount: 71n * ONE })).rejects.toMatchObject({
      code: 1015,
    })
  })

  test('an open voucher ends with it, and what it held is available again', async () => {
    const { app, user, friend } = await open()
    await put(app, user, 300n * ONE)
    const voucher = await withdraw(app, user, 100n * ONE)
    await send(app, user, await ask(app, user, { to: friend.account, amount: 200n * ONE }))
    await expect(app.redeem(voucher, user.wallet)).rejects.toThrow()
    await book(app)
    expect(await recordOf(app, user, voucher.orderId)).toMatchObject({ status: 'superseded' })
    expect(await moneyOf(app, user, NODE_USDT)).toEqual({ available: 100n * ONE, held: 0n })
    await expectBooked(app, NODE_USDT, [user.account, friend.account])
    await booksAreRight(app)
  })

  test('of two tabs with all of it one is done: the other reverts, and no third is answered meanwhile', async () => {
    const { app, user, friend } = await open()
    await put(app, user, 300n * ONE)
    const all = { to: friend.account, amount: 300n * ONE }
    const [first, second] = [await ask(app, user, all), await ask(app, user, all)]
    await send(app, user, first)
    await expect(send(app, user, second)).rejects.toThrow('ClaimableExceeded')
    const behind = { code: 30002, details: { reason: 'ledger-behind' } }
    await expect(ask(app, user, all)).rejects.toMatchObject(behind)
    await app.finalize()
    await expect(ask(app, user, all)).rejects.toMatchObject(behind)
    await bookClaims(app)
    await expect(ask(app, user, all)).rejects.toMatchObject({ code: 1015, details: { available: '0' } })
    expect(await moneyOf(app, friend, NODE_USDT)).toEqual({ available: 300n * ONE, held: 0n })
    await booksAreRight(app)
  })

  test('received money is given on at once, in a circle too', async () => {
    const { app, user, friend } = await open()
    await setPin(app, friend)
    await put(app, user, 300n * ONE)
    for (const [from, to] of [
      [user, friend],
      [friend, user],
    ] as const) {
      await send(app, from, await ask(app, from, { to: to.account, amount: 300n * ONE }))
      await book(app)
    }
    expect(await moneyOf(app, user, NODE_USDT)).toEqual({ available: 300n * ONE, held: 0n })
    await expectBooked(app, NODE_USDT, [user.account, friend.account])
    await booksAreRight(app)
  })

  test('what was earned is given away by the proof of the newest final root, and nothing beyond it', async () => {
    const { app, user, friend } = await open()
    await give(app, user, NODE_USDT, 300n * ONE)
    const postRoots = async () => {
      for (const { name, run } of app.composition.ticks)
        if (name === 'roots.post') await run(new AbortController().signal)
      await app.finalize()
    }
    await postRoots()
    await postRoots()
    const terms = { to: friend.account, amount: 300n * ONE }
    await expect(ask(app, user, terms)).rejects.toMatchObject({ code: 1015, details: { available: '0' } })
    const registry = { address: app.contracts.RootRegistry, abi: rootRegistryAbi } as const
    const { digest } = await chain.client.readContract({ ...registry, functionName: 'epochOf', args: [1n] })
    const witness = testWallet('witness')
    await chain.anvil.client.setBalance({ address: witness.address, value: 10n ** 20n })
    await app.send(witness, { ...registry, functionName: 'confirm', args: [1n, digest] })
    await app.finalize()
    await postRoots()
    await app.travel(7 * 86_400)
    await postRoots()
    await give(app, user, { vault: 2, token: 'DR' }, ONE) // another book: it changes nothing here
    const answer = await ask(app, user, terms)
    expect(answer.proof).toMatchObject({ epoch: '1', earned: `${300n * ONE}` })
    await send(app, user, answer)
    await book(app)
    expect(await moneyOf(app, friend, NODE_USDT)).toEqual({ available: 300n * ONE, held: 0n })
    expect(await moneyOf(app, user, NODE_USDT)).toEqual({ available: 0n, held: 0n })
    await expect(ask(app, user, { ...terms, amount: ONE })).rejects.toMatchObject({ code: 1015 })
    await expectBooked(app, NODE_USDT, [user.account, friend.account])
  })

  test('an account that locked its claims is told so, and gives nothing away until three days after', async () => {
    const { app, user, friend } = await open()
    await put(app, user, 300n * ONE)
    const terms = { to: friend.account, amount: ONE }
    const lock = (functionName: 'lockClaims' | 'unlockClaims') =>
      app.send(user.wallet, {
        address: app.contracts.RootRegistry,
        abi: rootRegistryAbi,
        functionName,
        args: [],
      })
    await lock('lockClaims')
    const locked = { code: 10004, details: { reason: 'claims-locked' } }
    await expect(ask(app, user, terms)).rejects.toMatchObject(locked)
    await lock('unlockClaims')
    await expect(ask(app, user, terms)).rejects.toMatchObject(locked)
    await app.travel(3 * 86_400)
    await send(app, user, await ask(app, user, terms))
  })
})
