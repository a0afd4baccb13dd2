/** Claims and transfers that accounts make on chain by their own call, and what becomes of their books. */
import { CALLS } from '@dr/protocol/calls/index'
import { describeOnDatabase } from '@dr/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, ONE, startChain, startTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { bookClaims, claim, claimsOf, expectBooked, transferWithin } from '../../../test/modules/claims.ts'
import {
  balances,
  booksAreRight,
  DAY,
  deposit,
  fundBudget,
  newDepositor,
  newWallet,
  OF_DR,
  TERM,
} from '../../../test/modules/packages.ts'
import { giveDrToBurn, moneyOf, recordOf, withdraw } from '../../../test/modules/withdrawals.ts'
import { lowerHex } from '../../platform/hex.ts'
import { posting, postJournal } from '../ledger/index.ts'
import { seedGenesis } from '../users/index.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const NODE_USDT = { vault: 2, token: 'USDT' } as const
const NO_PACKAGE = 9

describeOnDatabase('claims', ({ openDatabase }) => {
  const open = async () => {
    const app = await startTestApp(chain, await openDatabase(), { packages: [TERM, OF_DR] })
    await fundBudget(app, { packageId: 1, token: 'USDT', amount: 100n * ONE })
    const user = await newDepositor(app, 'depositor')
    await giveDrToBurn(app, user, 1_000n * ONE)
    return { app, user }
  }

  const put = async (
    app: TestApp,
    wallet: Parameters<typeof deposit>[1],
    amount: bigint,
    packageId = NO_PACKAGE,
  ) => {
    await deposit(app, wallet, { packageId, token: 'USDT', amount })
    await app.finalize()
  }

  test('no voucher is signed while the indexer has not seen a claim, nor while it is not booked', async () => {
    const { app, user } = await open()
    await put(app, user.wallet, 300n * ONE)
    await claim(app, user.wallet, NODE_USDT, 200n * ONE)
    const behind = { code: 30002, details: { reason: 'ledger-behind' } }
    await expect(withdraw(app, user, NODE_USDT, 100n * ONE)).rejects.toMatchObject(behind)
    await app.finalize()
    await expect(withdraw(app, user, NODE_USDT, 100n * ONE)).rejects.toMatchObject(behind)
    await bookClaims(app)
    await expect(withdraw(app, user, NODE_USDT, 101n * ONE)).rejects.toMatchObject({ code: 1015 })
    const voucher = await withdraw(app, user, NODE_USDT, 100n * ONE)
    await app.redeem(voucher, user.wallet)
    await app.finalize()
    expect(await moneyOf(app, user, NODE_USDT)).toEqual({ available: 0n, held: 0n })
    await expectBooked(app, NODE_USDT, [user.account])
    await booksAreRight(app)
  })

  test('a claim ends open vouchers, and their holds pay for it', async () => {
    const { app, user } = await open()
    await put(app, user.wallet, 300n * ONE)
    const voucher = await withdraw(app, user, NODE_USDT, 250n * ONE)
    await claim(app, user.wallet, NODE_USDT, 300n * ONE)
    await expect(app.redeem(voucher, user.wallet)).rejects.toThrow()
    await app.finalize()
    expect(await recordOf(app, user, voucher.orderId)).toMatchObject({ status: 'superseded' })
    await bookClaims(app)
    expect(await moneyOf(app, user, NODE_USDT)).toEqual({ available: 0n, held: 0n })
    expect(await claimsOf(app)).toMatchObject([{ kind: 'claim', booked: true, uncovered: 0n }])
    await expectBooked(app, NODE_USDT, [user.account])
    await booksAreRight(app)
  })

  test('one claim ends two packages, the latest maturity first, and their income goes back to the budget', async () => {
    const { app, user } = await open()
    await put(app, user.wallet, 1_000n * ONE, 1)
    await app.travel(DAY)
    await put(app, user.wallet, 500n * ONE, 1)
    await app.travel(DAY)
    await put(app, user.wallet, 200n * ONE, 1)
    await claim(app, user.wallet, NODE_USDT, 600n * ONE)
    await app.finalize()
    await bookClaims(app)
    // 200 and 500 ended; 100 of them are left, and 1,000 stay in the first package.
    expect(await balances(app, user, 'USDT')).toEqual({ available: 100n * ONE, locked: 1_000n * ONE })
    const { items } = await app.call(CALLS.getPackageOrderList, user, {})
    expect(items.map(({ principal, income, state }) => [principal, income, state])).toEqual([
      [`${200n * ONE}`, '0', 'ended'],
      [`${500n * ONE}`, '0', 'ended'],
      [`${1_000n * ONE}`, `${10n * ONE}`, 'accruing'],
    ])
    expect((await app.call(CALLS.getPackageOrderList, user, { state: 'ended' })).items).toHaveLength(2)
    expect((await app.call(CALLS.lockList, user, {})).items).toMatchObject([{ amount: `${1_000n * ONE}` }])
    const { items: offered } = await app.call(CALLS.getPackageConfigList, undefined, {})
    const [term] = offered
    expect(term?.kind === 'term' && term.incomes[0]).toMatchObject({ left: `${90n * ONE}` })
    const { rows } = await app.database.read.query<{ early: boolean }>({
      text: 'SELECT term_end IS NOT NULL AS early FROM node_stake ORDER BY position_id',
    })
    expect(rows.map(({ early }) => early)).toEqual([false, true, true])
    await expectBooked(app, NODE_USDT, [user.account])
    await booksAreRight(app)
    await app.travel(10 * DAY)
    expect(await moneyOf(app, user, NODE_USDT)).toEqual({ available: 1_110n * ONE, held: 0n })
    await booksAreRight(app)
  })

  test('a deposit that is claimed back in the same blocks opens no package and fills no budget', async () => {
    const { app, user } = await open()
    await deposit(app, user.wallet, { packageId: 1, token: 'USDT', amount: 1_000n * ONE })
    await claim(app, user.wallet, NODE_USDT, 1_000n * ONE)
    await app.finalize()
    expect((await app.call(CALLS.getRechargeList, user, {})).items).toMatchObject([{ state: 'returned' }])
    const { items } = await app.call(CALLS.getPackageConfigList, undefined, {})
    expect(items[0]?.kind === 'term' && items[0].incomes[0]).toMatchObject({ left: `${100n * ONE}` })
    await bookClaims(app)
    // A later deposit opens one, as before.
    await put(app, user.wallet, 100n * ONE, 1)
    expect(await balances(app, user, 'USDT')).toEqual({ available: 0n, locked: 100n * ONE })
    await expectBooked(app, NODE_USDT, [user.account])
    await booksAreRight(app)
  })

  test('no week of the nodes closes before a claim of before its end is booked', async () => {
    const { app, user } = await open()
    await put(app, user.wallet, 1_000n * ONE, 1)
    await claim(app, user.wallet, NODE_USDT, 1_000n * ONE)
    await app.finalize()
    const closed = async () =>
      (await app.database.read.query<{ n: bigint }>({ text: 'SELECT count(*) AS n FROM node_week' })).rows[0]
        ?.n
    await app.travel(8 * DAY)
    expect(await closed()).toBe(0n)
    await bookClaims(app)
    await app.finalize()
    expect((await closed()) ?? 0n).toBeGreaterThan(0n)
    await booksAreRight(app)
  })

  test('one account that cannot be booked stops no other', async () => {
    const { app, user } = await open()
    const other = await newDepositor(app, 'other')
    await put(app, user.wallet, 100n * ONE)
    await put(app, other.wallet, 100n * ONE)
    await claim(app, user.wallet, NODE_USDT, 40n * ONE)
    await claim(app, other.wallet, NODE_USDT, 30n * ONE)
    await app.finalize()
    // The key of the first one's journal is taken by something else.
    const { rows } = await app.database.read.query<{ key: string }>({
      text: 'SELECT key FROM vault_claim ORDER BY place LIMIT 1',
    })
    await app.database.transaction((tx) =>
      postJournal(tx, {
        key: `${rows[0]?.key}:booked`,
        reason: 'test.move',
        at: new Date(),
        source: { kind: 'test' },
        postings: [
          posting({ ...NODE_USDT, from: { kind: 'package-budget' }, to: { kind: 'node-pool' }, amount: 1n }),
        ],
      }),
    )
    await bookClaims(app)
    await bookClaims(app)
    expect((await claimsOf(app)).map(({ booked }) => booked)).toEqual([false, true])
    await withdraw(app, other, NODE_USDT, 70n * ONE)
    await expect(withdraw(app, user, NODE_USDT, 10n * ONE)).rejects.toMatchObject({ code: 30002 })
  })

  test('an account that is no user pays from what it sent, and registers with the rest', async () => {
    const { app } = await open()
    const wallet = await newWallet(app, 'stranger')
    await put(app, wallet, 300n * ONE)
    await claim(app, wallet, NODE_USDT, 120n * ONE)
    await app.finalize()
    await bookClaims(app)
    await expectBooked(app, NODE_USDT, [wallet.address])
    const at = new Date('2026-01-01T00:00:00Z')
    const { id: userId } = await app.database.transaction((tx) =>
      seedGenesis(tx, { address: lowerHex(wallet.address), at }),
    )
    const user = { wallet, userId, account: lowerHex(wallet.address) }
    expect(await moneyOf(app, user, NODE_USDT)).toEqual({ available: 180n * ONE, held: 0n })
    const voucher = await withdraw(app, user, NODE_USDT, 180n * ONE)
    expect(voucher.withdrawal).toEqual({ burnFree: `${180n * ONE}` })
    await app.redeem(voucher, wallet)
    await app.finalize()
    await expectBooked(app, NODE_USDT, [wallet.address])
    await booksAreRight(app)
  })

  test('a transfer reaches a user at once, and a stranger who then claims part of it and registers', async () => {
    const { app, user } = await open()
    const friend = await newDepositor(app, 'friend')
    const stranger = await newWallet(app, 'stranger')
    await put(app, user.wallet, 500n * ONE)
    await transferWithin(app, user.wallet, { ...NODE_USDT, to: friend.wallet.address, amount: 100n * ONE })
    await transferWithin(app, user.wallet, { ...NODE_USDT, to: stranger.address, amount: 200n * ONE })
    await app.finalize()
    expect(await moneyOf(app, friend, NODE_USDT)).toEqual({ available: 100n * ONE, held: 0n })
    await claim(app, stranger, NODE_USDT, 50n * ONE)
    await app.finalize()
    await bookClaims(app)
    expect(await moneyOf(app, user, NODE_USDT)).toEqual({ available: 200n * ONE, held: 0n })
    const at = new Date('2026-01-01T00:00:00Z')
    const { id: userId } = await app.database.transaction((tx) =>
      seedGenesis(tx, { address: lowerHex(stranger.address), at }),
    )
    const registered = { wallet: stranger, userId, account: lowerHex(stranger.address) }
    expect(await moneyOf(app, registered, NODE_USDT)).toEqual({ available: 150n * ONE, held: 0n })
    for (const [receiver, amount] of [
      [friend, 100n * ONE],
      [registered, 150n * ONE],
    ] as const) {
      const { items } = await app.call(CALLS.fundFlows, receiver, { kind: 'claim.received' })
      expect(items).toMatchObject([{ direction: 'in', amount: String(amount) }])
    }
    // Received money burns as earned money does.
    await giveDrToBurn(app, friend, 1_000n * ONE)
    const voucher = await withdraw(app, friend, NODE_USDT, 100n * ONE)
    expect(voucher.withdrawal).toEqual({ burnFree: '0' })
    await app.redeem(voucher, friend.wallet)
    await app.finalize()
    await expectBooked(app, NODE_USDT, [user.account, friend.account, stranger.address])
    await booksAreRight(app)
  })

  test('a claim before its deposit is booked waits, gets no voucher, and stops nobody else', async () => {
    const { app, user } = await open()
    const other = await newDepositor(app, 'other')
    await put(app, other.wallet, 100n * ONE)
    await put(app, user.wallet, 100n * ONE)
    // The deposit's event is in suspense, as if its handler had refused it.
    await app.database.transaction((tx) =>
      tx.query({
        text: `INSERT INTO suspense_event (chain_id, block_number, block_hash, block_timestamp, tx_hash, log_index,
            address, handler, topics, data, error)
          SELECT $1, 1, $2, 1, $2, 0, $3, 'test', $4, '0x', 'test'`,
        values: [
          31337,
          `0x${'11'.repeat(32)}`,
          app.contracts.digitalRights.toLowerCase(),
          JSON.stringify([`0x${'22'.repeat(32)}`, `0x${user.account.slice(2).padStart(64, '0')}`]),
        ],
      }),
    )
    await claim(app, user.wallet, NODE_USDT, 40n * ONE)
    await claim(app, other.wallet, NODE_USDT, 30n * ONE)
    await app.finalize()
    await bookClaims(app)
    expect((await claimsOf(app)).map(({ booked }) => booked)).toEqual([false, true])
    await expect(withdraw(app, user, NODE_USDT, 10n * ONE)).rejects.toMatchObject({ code: 30002 })
    await withdraw(app, other, NODE_USDT, 70n * ONE)
    await app.database.transaction((tx) =>
      tx.query({ text: `UPDATE suspense_event SET resolved_at = now(), resolution = 'test'`, values: [] }),
    )
    await bookClaims(app)
    expect(await moneyOf(app, user, NODE_USDT)).toEqual({ available: 60n * ONE, held: 0n })
    await expectBooked(app, NODE_USDT, [user.account, other.account])
  })

  test('what an account’s books cannot cover is uncovered, and the vault stops', async () => {
    const { app, user } = await open()
    await put(app, user.wallet, 100n * ONE)
    // 60 of the books vanish: posted away by hand, as a correction that should not have been.
    await app.database.transaction((tx) =>
      postJournal(tx, {
        key: 'test:vanished',
        reason: 'test.move',
        at: new Date(),
        source: { kind: 'test' },
        postings: [
          posting({
            ...NODE_USDT,
            from: { kind: 'user-available', userId: user.userId },
            to: { kind: 'node-pool' },
            amount: 60n * ONE,
          }),
        ],
      }),
    )
    await claim(app, user.wallet, NODE_USDT, 100n * ONE)
    await app.finalize()
    await bookClaims(app)
    expect(await claimsOf(app)).toMatchObject([{ booked: true, uncovered: 60n * ONE }])
    expect(await moneyOf(app, user, NODE_USDT)).toEqual({ available: 0n, held: 0n })
    const reserves = await app.withdrawal.readReserves(app.database.read)
    const node = reserves.find((one) => one.vault === 2 && one.token === 'USDT')
    expect(node).toMatchObject({ uncovered: 60n * ONE, shortfall: 60n * ONE })
  })
})
