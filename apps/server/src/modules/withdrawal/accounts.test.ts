import { CALLS } from '@dr/protocol/calls/index'
import { VAULT_TOKENS, type VaultToken } from '@dr/protocol/tokens'
import { describeOnDatabase } from '@dr/test-kit'
import { parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Chain,
  ONE,
  startChain,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../test/app/test-app.ts'
import {
  addressOf,
  expectLedgerMatchesChain,
  give,
  giveDrToBurn,
  moneyOf,
  recordOf,
  revertOf,
  walletHas,
  withdraw,
} from '../../../test/modules/withdrawals.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const NODE_USDT = { vault: 2, token: 'USDT' } as const
const DEFLATION_USDT = { vault: 1, token: 'USDT' } as const
const NODE_DR = { vault: 2, token: 'DR' } as const

describeOnDatabase('withdrawals from each account', ({ openDatabase }) => {
  const open = async (of: VaultToken, amount: bigint, { drToBurn = 1_000n * ONE } = {}) => {
    const app = await startTestApp(chain, await openDatabase())
    const user = await app.newUser('holder of accounts', { usdt: 0n, drgv: 0n })
    await give(app, user, of, amount)
    if (drToBurn > 0n) await giveDrToBurn(app, user, drToBurn)
    return { app, user }
  }

  /** Changes of the wallet's balances while `work` ran. */
  const changed = async (app: TestApp, user: TestUser, work: () => Promise<unknown>) => {
    const [usdt, dr] = [await walletHas(app, user, 'USDT'), await walletHas(app, user, 'DR')]
    await work()
    return {
      USDT: (await walletHas(app, user, 'USDT')) - usdt,
      DR: (await walletHas(app, user, 'DR')) - dr,
    }
  }

  for (const place of VAULT_TOKENS) {
    test(`${place.token} of account ${place.vault}: two at once for all of it, one wins; it is paid, and burns`, async () => {
      const { app, user } = await open(place, 500n * ONE)
      const answers = await Promise.allSettled([
        withdraw(app, user, place, 500n * ONE),
        withdraw(app, user, place, 500n * ONE),
      ])
      const refused = answers.find((answer) => answer.status === 'rejected')
      expect(refused?.reason).toMatchObject({ code: 1015 })
      const voucher = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))[0]
      if (!voucher) throw new Error('both were refused')
      expect(await moneyOf(app, user, place)).toEqual({ available: 0n, held: 500n * ONE })
      expect(voucher.contract).toBe(app.contracts.withdrawalVaults[place.vault])

      const got = await changed(app, user, () => app.redeem(voucher, user.wallet))
      await app.finalize()
      const record = await recordOf(app, user, voucher.orderId)
      const burned = BigInt(record?.burned ?? -1)
      expect(record).toMatchObject({
        status: 'used',
        account: place.vault,
        token: place.token,
        burnFree: '0',
      })
      expect(got).toEqual(
        place.token === 'DR' ? { USDT: 0n, DR: 475n * ONE } : { USDT: 500n * ONE, DR: -burned },
      )
      expect(BigInt(record?.received ?? 0)).toBe(got[place.token])
      if (place.token === 'DR') expect(burned).toBe(25n * ONE)
      const burnMax = BigInt(record?.burnAmount ?? 0)
      expect(burned <= burnMax && burned * 10n >= burnMax * 9n).toBe(true)
      expect(await moneyOf(app, user, place)).toEqual({ available: 0n, held: 0n })
      const { items } = await app.call(CALLS.fundFlows, user, { account: place.vault })
      const [paid, hold] = [items.at(0), items.at(-2)]
      expect([paid?.direction, hold?.kind, hold?.direction]).toEqual(['out', 'withdrawal.hold', 'hold'])
      await expectLedgerMatchesChain(app)
    })
  }

  test('left to expire: all of it comes back exactly once, and the chain pays no more', async () => {
    const { app, user } = await open(DEFLATION_USDT, 300n * ONE)
    const voucher = await withdraw(app, user, DEFLATION_USDT, 200n * ONE)
    await app.travel(620)
    expect((await recordOf(app, user, voucher.orderId))?.status).toBe('expired')
    expect(await moneyOf(app, user, DEFLATION_USDT)).toEqual({ available: 300n * ONE, held: 0n })
    await app.travel(620)
    expect(await revertOf(app.redeem(voucher, user.wallet))).toBe('VoucherExpired')
    const { items } = await app.call(CALLS.fundFlows, user, { kind: 'withdrawal.returned' })
    expect(items.map(({ direction, amount }) => [direction, amount])).toEqual([['release', `${200n * ONE}`]])
    await expectLedgerMatchesChain(app)
  })

  test('minimum 10 USDT and 10 DR; what is not there is 1015; each account has its own', async () => {
    const { app, user } = await open(NODE_USDT, 50n * ONE)
    await expect(withdraw(app, user, NODE_USDT, 10n * ONE - 1n)).rejects.toMatchObject({
      code: 10002,
      details: { path: 'amount', minimum: `${10n * ONE}` },
    })
    await expect(withdraw(app, user, NODE_DR, 10n * ONE - 1n)).rejects.toMatchObject({
      details: { minimum: `${10n * ONE}` },
    })
    await expect(withdraw(app, user, NODE_USDT, 51n * ONE)).rejects.toMatchObject({
      code: 1015,
      details: { available: `${50n * ONE}` },
    })
    await expect(withdraw(app, user, DEFLATION_USDT, 10n * ONE)).rejects.toMatchObject({ code: 1015 })
  })

  test('of USDT need the DR they burn in the wallet (20004), and say how much', async () => {
    const { app, user } = await open(NODE_USDT, 500n * ONE, { drToBurn: 1n * ONE })
    const refusal = await withdraw(app, user, NODE_USDT, 500n * ONE).catch((error: unknown) => error)
    // 5 % of 500 USDT, in DR at 0.5 USDT
    expect(refusal).toMatchObject({ code: 20004, details: { token: 'DR', available: `${ONE}` } })
    const needed = BigInt((refusal as { details: { needed: string } }).details.needed)
    expect(needed > 49n * ONE && needed < 51n * ONE).toBe(true)
    await giveDrToBurn(app, user, needed - ONE)
    const voucher = await withdraw(app, user, NODE_USDT, 500n * ONE)
    const burn = voucher.outgoing.find(({ to }) => to === 'burned')
    expect(burn).toMatchObject({ token: 'DR', from: 'wallet' })
    expect(BigInt(burn?.amount ?? 0) >= BigInt(burn?.atLeast ?? 0)).toBe(true)
    expect(voucher.incoming).toEqual([
      { kind: 'token', token: 'USDT', amount: `${500n * ONE}`, to: 'wallet' },
    ])
  })

  test('of USDT burn no less than 90 % and no more than the voucher says, wherever the pool went', async () => {
    const { app, user } = await open(NODE_USDT, 500n * ONE)
    const voucher = await withdraw(app, user, NODE_USDT, 500n * ONE)
    const burnMax = BigInt(voucher.outgoing.find(({ to }) => to === 'burned')?.amount ?? 0)
    // A third party puts USDT into the pool: DR more than doubles, so the getter returns far less than 90 %.
    const { drUsdtPair: pair } = app.contracts
    const poolUsdt = await chain.client.readContract({
      address: addressOf(app, 'USDT'),
      abi: parseAbi(['function balanceOf(address) view returns (uint256)']),
      functionName: 'balanceOf',
      args: [pair],
    })
    const { holder } = chain
    const abi = parseAbi(['function transfer(address,uint256) returns (bool)', 'function sync()'])
    await app.send(holder, {
      address: addressOf(app, 'USDT'),
      abi,
      functionName: 'transfer',
      args: [pair, poolUsdt * 2n],
    })
    await app.send(holder, { address: pair, abi, functionName: 'sync', args: [] })
    const got = await changed(app, user, () => app.redeem(voucher, user.wallet))
    expect(got).toEqual({ USDT: 500n * ONE, DR: -((burnMax * 9n + 9n) / 10n) })
    await app.finalize()
    expect((await recordOf(app, user, voucher.orderId))?.burned).toBe(`${(burnMax * 9n + 9n) / 10n}`)
    await expectLedgerMatchesChain(app)
  })

  test('the 10,000 USD of a day are those of all accounts together (1042)', async () => {
    const { app, user } = await open(NODE_USDT, 9_000n * ONE)
    await give(app, user, DEFLATION_USDT, 9_000n * ONE)
    await withdraw(app, user, NODE_USDT, 6_000n * ONE)
    const refused = { code: 1042, details: { reason: 'daily-usd', used: `${6_000n * ONE}` } }
    await expect(withdraw(app, user, DEFLATION_USDT, 4_001n * ONE)).rejects.toMatchObject(refused)
    await withdraw(app, user, DEFLATION_USDT, 4_000n * ONE)
    const { withdrawalDay } = await app.call(CALLS.getUserMoney, user, {})
    expect(withdrawalDay).toMatchObject({ usedUsd: `${10_000n * ONE}`, limitUsd: `${10_000n * ONE}` })
  })

  test('what the vault may pay a day, to all and to one, is asked of it before anything is signed (1042)', async () => {
    const { app, user } = await open(NODE_USDT, 11_000n * ONE, { drToBurn: 3_000n * ONE })
    const day = 86_400n
    await app.travel(Number((day + day / 2n - ((await app.clock()) % day)) % day)) // noon
    const others = [await app.newUser('second'), await app.newUser('third')] as const
    const [fourth, last] = [await app.newUser('fourth'), await app.newUser('fifth')] as const
    for (const other of [...others, fourth, last]) {
      await give(app, other, NODE_USDT, 10_000n * ONE)
      await giveDrToBurn(app, other, 3_000n * ONE)
    }
    for (const one of [user, ...others]) {
      await app.redeem(await withdraw(app, one, NODE_USDT, 10_000n * ONE), one.wallet)
    }
    await app.redeem(await withdraw(app, fourth, NODE_USDT, 5_000n * ONE), fourth.wallet)
    await app.finalize()
    await expect(withdraw(app, last, NODE_USDT, 6_000n * ONE)).rejects.toMatchObject({
      code: 1042,
      details: { reason: 'daily-vault', token: 'USDT', left: `${5_000n * ONE}` }, // 40,000 a day
    })
    const toMidnight = day - ((await app.clock()) % day)
    await app.travel(Number(toMidnight) + 60) // the chain's UTC day is over, the contract's 24 hours are not
    await expect(withdraw(app, user, NODE_USDT, 1_000n * ONE)).rejects.toMatchObject({
      code: 1042,
      details: { reason: 'daily-account', token: 'USDT', left: '0' },
    })
    expect(await moneyOf(app, user, NODE_USDT)).toEqual({ available: 1_000n * ONE, held: 0n })
  })

  test('a page of one account is cut after its own withdrawals, however many newer ones others have', async () => {
    const { app, user } = await open(NODE_USDT, 50n * ONE)
    await give(app, user, DEFLATION_USDT, 50n * ONE)
    const first = await withdraw(app, user, NODE_USDT, 20n * ONE)
    const second = await withdraw(app, user, NODE_USDT, 30n * ONE)
    for (const amount of [11n, 12n, 13n]) await withdraw(app, user, DEFLATION_USDT, amount * ONE)
    const pageOf = async (query: { account: '0' | '1' | '2'; cursor?: string }) => {
      const { items, nextCursor } = await app.call(CALLS.getWithdrawalList, user, { ...query, limit: '1' })
      return { orders: items.map(({ orderId }) => orderId), cursor: nextCursor }
    }
    const newest = await pageOf({ account: '2' })
    expect(newest).toEqual({ orders: [second.orderId], cursor: expect.any(String) })
    const oldest = await pageOf({ account: '2', cursor: newest.cursor ?? '' })
    expect(oldest).toEqual({ orders: [first.orderId], cursor: null })
    expect(await pageOf({ account: '0' })).toEqual({ orders: [], cursor: null })
  })

  test('the lists say the same, of one account where it is asked for', async () => {
    const { app, user } = await open(NODE_USDT, 50n * ONE)
    await give(app, user, DEFLATION_USDT, 50n * ONE)
    await withdraw(app, user, NODE_USDT, 20n * ONE)
    const other = await withdraw(app, user, DEFLATION_USDT, 30n * ONE)
    const { items } = await app.call(CALLS.getWithdrawalList, user, {})
    expect(items).toEqual((await app.call(CALLS.withdrawalDetail, user, {})).items)
    expect(items.map(({ account, amount }) => [account, amount])).toEqual([
      [1, `${30n * ONE}`],
      [2, `${20n * ONE}`],
    ])
    const [record] = items
    expect(record).toMatchObject({
      token: 'USDT',
      amount: (30n * ONE).toString(),
      orderId: other.orderId,
      burnAmount: other.typedData.message.burnAmount,
      deadline: other.deadline,
    })
    expect(other.signature).toMatch(/^0x[0-9a-f]{130}$/)
    const ofOne = await app.call(CALLS.getWithdrawalList, user, { account: '1' })
    expect(ofOne.items.map(({ orderId }) => orderId)).toEqual([other.orderId])
    const log = await app.call(CALLS.getUserMoneyLogList, user, { account: '2', limit: '1' })
    expect(log.items).toMatchObject([{ account: 2, kind: 'withdrawal.hold', direction: 'hold' }])
    expect(log.nextCursor).not.toBeNull()
  })
})
