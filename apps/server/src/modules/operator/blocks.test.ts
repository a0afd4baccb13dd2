/** Blocks of an account: who decides them, who sees them, what is refused, and what no block reaches. */
import { CALLS } from '@dr/protocol/calls/index'
import { TEXTAREA_MAX_LENGTH } from '@dr/protocol/constants'
import { VOUCHER_KINDS } from '@dr/protocol/vouchers'
import { describeOnDatabase, testWallet } from '@dr/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, ONE, startChain, startTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { bookClaims, claim, expectBooked, transferWithin } from '../../../test/modules/claims.ts'
import { buyRigs, RIG } from '../../../test/modules/machines.ts'
import { anna, ben, openWithOperators } from '../../../test/modules/operators.ts'
import { booksAreRight, deposit, newWallet } from '../../../test/modules/packages.ts'
import { equipForPower } from '../../../test/modules/pod-power.ts'
import { PIN, setPin } from '../../../test/modules/security.ts'
import { agree, REHEARSAL } from '../../../test/modules/two-operators.ts'
import { give, giveDrToBurn, moneyOf } from '../../../test/modules/withdrawals.ts'
import { lowerHex } from '../../platform/hex.ts'
import { BLOCKED, NOT_BLOCKED } from '../parameters/index.ts'
import { showAccount } from './show-account.ts'

const USER = lowerHex(testWallet('user').address)
const REASON = 'three wallets <b>one</b> voice; write to us'

describeOnDatabase('a block of an account', ({ openDatabase }) => {
  const open = async () => {
    const it = await openWithOperators(await openDatabase())
    const ask = (who: 'anna' | 'ben' | 'user', change: object = {}) =>
      it.ask(who, CALLS.operatorPropose, {
        kind: 'block',
        address: USER,
        blocked: true,
        reason: REASON,
        ...change,
      })
    const approve = (who: 'anna' | 'ben', proposed: Awaited<ReturnType<typeof ask>>) =>
      it.approve(who, { data: { proposed: proposed.data } })
    const shownTo = async (who: 'anna' | 'user') => (await it.ask(who, CALLS.getProfile)).data?.blocked
    return { ...it, propose: ask, approve, shownTo }
  }

  test('is proposed by one operator and approved by another; its owner reads since when and why, no one else', async () => {
    const { propose, approve, shownTo, audit } = await open()
    const made = await propose('anna')
    expect(made.data).toMatchObject({ subject: `block:${USER}`, before: '0', value: '1', state: 'open' })
    expect(await propose('ben')).toMatchObject({ code: 10004, data: { reason: 'already-proposed' } })
    expect(await approve('anna', made)).toMatchObject({ code: 10004, data: { reason: 'own-proposal' } })
    expect(await shownTo('user')).toBeUndefined()
    const { data } = await approve('ben', made)
    expect(data).toMatchObject({ state: 'approved', decidedBy: ben.address.toLowerCase() })
    expect(await shownTo('user')).toEqual({ since: data?.decidedAt, reason: REASON })
    expect(await shownTo('anna')).toBeUndefined()

    const ended = await propose('ben', { blocked: false, reason: 'it was a mistake' })
    expect(ended.data).toMatchObject({ before: '1', value: '0' })
    expect(await approve('ben', ended)).toMatchObject({ code: 10004, data: { reason: 'own-proposal' } })
    expect(await shownTo('user')).toMatchObject({ reason: REASON })
    expect(await approve('anna', ended)).toMatchObject({ code: 0 })
    expect(await shownTo('user')).toBeUndefined()

    const log = (await audit()).map(({ action, subject, operator }) => [action, subject, operator])
    const [one, other] = [anna.address.toLowerCase(), ben.address.toLowerCase()]
    expect(log).toEqual([
      ['proposal.approve', `block:${USER}`, one],
      ['proposal.propose', `block:${USER}`, other],
      ['proposal.approve', `block:${USER}`, other],
      ['proposal.propose', `block:${USER}`, one],
    ])
    expect((await audit())[3]).toMatchObject({
      before: { value: '0' },
      after: { value: '1', reason: REASON },
    })
  })

  test('of no user, without a reason or with a longer one, or that is so already: refused', async () => {
    const { propose, approve, shownTo } = await open()
    expect(await propose('user')).toMatchObject({ code: 10004 })
    const stranger = lowerHex(testWallet('stranger').address)
    expect(await propose('anna', { address: stranger })).toMatchObject({
      code: 10002,
      data: { path: 'address', reason: 'no-such-user' },
    })
    expect(await propose('anna', { address: '0x12' })).toMatchObject({ code: 10002 })
    for (const reason of ['', '  ', 'a\0b', '字'.repeat(TEXTAREA_MAX_LENGTH + 1)])
      expect([reason, (await propose('anna', { reason })).code]).toEqual([reason, 10002])
    expect(await propose('anna', { blocked: false })).toMatchObject({
      code: 10002,
      data: { reason: 'nothing-changes' },
    })
    const longest = '字'.repeat(TEXTAREA_MAX_LENGTH)
    const made = await propose('anna', { address: testWallet('user').address, reason: ` ${longest} ` })
    expect(made.data).toMatchObject({ subject: `block:${USER}` })
    expect(await approve('ben', made)).toMatchObject({ code: 0 })
    expect(await shownTo('user')).toMatchObject({ reason: longest })
  })

  test('not approved within 72 hours is none', async () => {
    const { propose, approve, shownTo, wait } = await open()
    const made = await propose('anna')
    await wait(72n * 3_600n)
    expect(await approve('ben', made)).toMatchObject({ code: 10004, data: { reason: 'expired' } })
    expect(await shownTo('user')).toBeUndefined()
  })
})

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const NODE_USDT = { vault: 2, token: 'USDT' } as const
const MINER_DR = { vault: 0, token: 'DR' } as const
const NO_PACKAGE = 9

/** A user who can ask for everything that a block refuses, and for a transfer's receiver. */
const openAccount = async (app: TestApp) => {
  const user = await app.newUser('alice')
  const friend = await app.newUser('bob')
  await newWallet(app, 'alice') // DR, and both tokens approved for deposits
  await equipForPower(app, user)
  await buyRigs(app, user, 2)
  await deposit(app, user.wallet, { packageId: NO_PACKAGE, token: 'USDT', amount: 500n * ONE })
  await app.finalize()
  await give(app, user, MINER_DR, 100n * ONE)
  await giveDrToBurn(app, user, 1_000n * ONE)
  await setPin(app, user)
  const withdraw = (account: 0 | 2, token: 'DR' | 'USDT') =>
    app.call(CALLS.createWithdrawal, user, {
      account,
      token,
      amount: `${20n * ONE}`,
      paymentPassword: PIN,
    })
  const machines = { productId: RIG.productId, machineCount: 1 }
  const [inputToken, outputToken, inputAmount] = ['USDT', 'DR', `${10n * ONE}`] as const
  const asks: Readonly<Record<string, () => Promise<unknown>>> = {
    'buy-machine': () => app.call(CALLS.machineSignature, user, machines),
    'activate-machine': () => app.call(CALLS.activateSignature, user, { all: 'not-activated', Period: 1 }),
    'buy-pod-power': () => app.call(CALLS.podPowerSignature, user, { drAmount: `${10n * ONE}` }),
    'swap-token': () => app.call(CALLS.swapTokenSignature, user, { inputToken, outputToken, inputAmount }),
    'withdraw-dr': () => withdraw(0, 'DR'),
    'withdraw-usdt': () => withdraw(2, 'USDT'),
    transfer: () =>
      app.call(CALLS.transfer, user, {
        to: friend.account,
        account: 2,
        token: 'USDT',
        amount: `${20n * ONE}`,
        paymentPassword: PIN,
      }),
  }
  const block = (value: bigint) => agree(app, { kind: 'block', account: user.account }, value)
  return { user, friend, asks, block, friendBuys: () => app.call(CALLS.machineSignature, friend, machines) }
}

describeOnDatabase('a blocked account', ({ openDatabase }) => {
  test('gets no voucher of any kind and no transfer’s call, until two operators end it; others do', async () => {
    const app = await startTestApp(chain, await openDatabase(), { products: [RIG] })
    const { user, asks, block, friendBuys } = await openAccount(app)
    for (const ask of Object.values(asks)) await ask()
    await block(BLOCKED)
    const since = Number(await app.clock())
    const details = { reason: 'blocked-by-operators', since, why: REHEARSAL }
    for (const [kind, ask] of Object.entries(asks)) {
      await expect(ask(), kind).rejects.toMatchObject({ code: 30007, status: 403, details })
    }
    const { number, timestamp } = await chain.client.getBlock({ blockTag: 'latest' })
    for (const kind of VOUCHER_KINDS) {
      const quote = { account: user.account, vault: 2, block: { number, timestamp } } as const
      await expect(app.vouchers.openQuote(kind, quote), kind).rejects.toMatchObject({ code: 30007 })
    }
    await friendBuys()

    const { withdrawal, database } = app
    expect(await showAccount({ database, withdrawal }, user.account)).toMatchObject({
      blocked: { since, reason: REHEARSAL },
    })
    // It names an account, so it is not among the changes that everyone sees.
    expect((await app.call(CALLS.settingChanges, undefined, {})).decided).toEqual([])

    await block(NOT_BLOCKED)
    for (const ask of Object.values(asks)) await ask()
    expect(await showAccount({ database, withdrawal }, user.account)).not.toHaveProperty('blocked')
  })

  test('claims, transfers and deposits by its own calls, uses the voucher it has, and is owed what it was', async () => {
    const app = await startTestApp(chain, await openDatabase(), { products: [RIG] })
    const { user, friend, block } = await openAccount(app)
    const voucher = await app.call(CALLS.createWithdrawal, user, {
      account: 2,
      token: 'USDT',
      amount: `${20n * ONE}`,
      paymentPassword: PIN,
    })
    const before = await moneyOf(app, user, NODE_USDT)
    await block(BLOCKED)
    expect(await moneyOf(app, user, NODE_USDT)).toEqual(before)
    await app.redeem(voucher, user.wallet)
    await app.finalize()
    await claim(app, user.wallet, NODE_USDT, 200n * ONE)
    await transferWithin(app, user.wallet, { ...NODE_USDT, to: friend.account, amount: 80n * ONE })
    await deposit(app, user.wallet, { packageId: NO_PACKAGE, token: 'USDT', amount: 10n * ONE })
    await app.finalize()
    await bookClaims(app)
    // 500 deposited, 20 by the voucher, 200 claimed, 80 sent, 10 deposited.
    expect(await moneyOf(app, user, NODE_USDT)).toEqual({ available: 210n * ONE, held: 0n })
    expect(await moneyOf(app, friend, NODE_USDT)).toEqual({ available: 80n * ONE, held: 0n })
    expect(await moneyOf(app, user, MINER_DR)).toEqual({ available: 100n * ONE, held: 0n })
    await expectBooked(app, NODE_USDT, [user.account, friend.account])
    await booksAreRight(app)
  })
})
