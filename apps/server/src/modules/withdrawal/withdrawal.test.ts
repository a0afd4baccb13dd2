import { drAbi, withdrawalVaultAbi } from '@dr/contracts/abi'
import { CALLS } from '@dr/protocol/calls/index'
import { describeOnDatabase, testWallet } from '@dr/test-kit'
import { BaseError, ContractFunctionRevertedError, type Hex, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Chain,
  ONE,
  startChain,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../test/app/test-app.ts'
import { account, auditLedger, postJournal } from '../ledger/index.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const withdraw = (app: TestApp, user: TestUser, amount: bigint) =>
  app.call(CALLS.createWithdrawal, user, { account: 0, token: 'DR', amount: amount.toString() })

const balanceOf = async (app: TestApp, user: TestUser) => {
  const [balance] = (await app.call(CALLS.fundFlows, user, {})).balances
  return { available: BigInt(balance?.available ?? 0), held: BigInt(balance?.held ?? 0) }
}

const recordOf = async (app: TestApp, user: TestUser, orderId: string) =>
  (await app.call(CALLS.withdrawalDetail, user, { orderId })).items[0]

/** Credits released emission to the user's miner account as if it had been mined. */
const give = async (app: TestApp, user: TestUser, amount: bigint, key = `gift:${user.userId}`) =>
  app.database.transaction((tx) =>
    postJournal(tx, {
      key,
      reason: 'mining.collect',
      at: new Date('2026-01-01T00:00:00Z'),
      source: { kind: 'emission', releaseId: 1 },
      postings: [
        {
          from: account({ vault: 0, token: 'DR', kind: 'undistributed-emission' }),
          to: account({ vault: 0, token: 'DR', kind: 'user-available', userId: user.userId }),
          amount,
        },
      ],
    }),
  )

const expectLedgerMatchesChain = async (app: TestApp) => {
  const amount = await app.read.dr(app.contracts.withdrawalVault0)
  expect(await auditLedger(app.database.read, { reserves: [{ vault: 0, token: 'DR', amount }] })).toEqual([])
}

const revertOf = async (attempt: Promise<unknown>): Promise<string | undefined> => {
  const error = await attempt.catch((reason: unknown) => reason)
  const revert =
    error instanceof BaseError ? error.walk((e) => e instanceof ContractFunctionRevertedError) : null
  return revert instanceof ContractFunctionRevertedError ? revert.data?.errorName : undefined
}

describeOnDatabase('withdrawals', ({ openDatabase }) => {
  const open = async (funds: bigint, name = 'miner') => {
    const app = await startTestApp(chain, await openDatabase())
    await app.travel(Number((funds / (20_000n * ONE)) * 86_400n)) // so that this amount is released
    await app.release()
    const user = await app.newUser(name, { usdt: 0n, drgv: 0n })
    await give(app, user, funds)
    return { app, user }
  }

  test('are at least 10 DR, at most the balance, and of DR from the miner account', async () => {
    const { app, user } = await open(500n * ONE)
    await expect(withdraw(app, user, 10n * ONE - 1n)).rejects.toMatchObject({
      code: 10002,
      details: { path: 'amount', minimum: (10n * ONE).toString() },
    })
    await expect(withdraw(app, user, 500n * ONE + 1n)).rejects.toMatchObject({ code: 1015 })
    const amount = (10n * ONE).toString()
    const usdt = { account: 0, token: 'USDT', amount } as const
    await expect(app.call(CALLS.createWithdrawal, user, usdt)).rejects.toMatchObject({
      code: 10002,
      details: { path: 'token' },
    })
    expect(await balanceOf(app, user)).toEqual({ available: 500n * ONE, held: 0n })
    expect((await app.call(CALLS.withdrawalDetail, user, {})).items).toEqual([]) // a refusal leaves no order
  })

  test('go on by the 30-minute average while the oracle has none of 24 hours', async () => {
    const { app, user } = await open(500n * ONE)
    await app.send(app.chain.holder, {
      address: app.contracts.drUsdtPair,
      abi: parseAbi(['function sync()']),
      functionName: 'sync',
      args: [],
    })
    await app.travel(1_900)
    const block = await app.prices.newestBlock()
    await expect(app.prices.valuePrice('DR', block)).rejects.toMatchObject({
      details: { reason: 'WindowNotFull' },
    })
    const { price } = await app.prices.quotePrice('DR', block)
    const voucher = await withdraw(app, user, 200n * ONE)
    expect(voucher.prices.DR?.price).toBe(price.toString())
  })

  test('two at once for the whole balance: one wins', async () => {
    const { app, user } = await open(500n * ONE)
    const answers = await Promise.allSettled([
      withdraw(app, user, 500n * ONE),
      withdraw(app, user, 500n * ONE),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = answers.find((answer) => answer.status === 'rejected')
    expect(refused?.reason).toMatchObject({ code: 1015 })
    expect(await balanceOf(app, user)).toEqual({ available: 0n, held: 500n * ONE })
    await expectLedgerMatchesChain(app)
  })

  test('left to expire: the hold comes back exactly once, and the chain pays no more', async () => {
    const { app, user } = await open(500n * ONE)
    const voucher = await withdraw(app, user, 300n * ONE)
    expect(await balanceOf(app, user)).toEqual({ available: 200n * ONE, held: 300n * ONE })
    await app.travel(590)
    expect((await recordOf(app, user, voucher.orderId))?.status).toBe('open')
    await app.travel(20)
    expect((await recordOf(app, user, voucher.orderId))?.status).toBe('expired')
    expect(await balanceOf(app, user)).toEqual({ available: 500n * ONE, held: 0n })
    await app.travel(700)
    expect(await balanceOf(app, user)).toEqual({ available: 500n * ONE, held: 0n })
    expect(await revertOf(app.redeem(voucher, user.wallet))).toBe('VoucherExpired')
    const kinds = (await app.call(CALLS.fundFlows, user, { kind: 'withdrawal.returned' })).items
    expect(kinds).toHaveLength(1)
    await expectLedgerMatchesChain(app)
  })

  test('paid in the last second: the hold is posted, never given back', async () => {
    const { app, user } = await open(500n * ONE)
    const voucher = await withdraw(app, user, 300n * ONE)
    await chain.anvil.client.setNextBlockTimestamp({ timestamp: BigInt(voucher.deadline) })
    await app.redeem(voucher, user.wallet)
    await chain.anvil.client.increaseTime({ seconds: 7_200 })
    await app.finalize()
    expect((await recordOf(app, user, voucher.orderId))?.status).toBe('used')
    expect(await balanceOf(app, user)).toEqual({ available: 200n * ONE, held: 0n })
    expect(await app.read.dr(user.wallet.address)).toBe(285n * ONE)
    await expectLedgerMatchesChain(app)
  })

  test('three on one nonce, one used: the other holds come back', async () => {
    const { app, user } = await open(1_000n * ONE)
    const [, second] = [
      await withdraw(app, user, 100n * ONE),
      await withdraw(app, user, 200n * ONE),
      await withdraw(app, user, 300n * ONE),
    ]
    await expect(withdraw(app, user, 100n * ONE)).rejects.toMatchObject({ code: 30003 })
    expect(await balanceOf(app, user)).toEqual({ available: 400n * ONE, held: 600n * ONE })
    await app.redeem(second, user.wallet)
    await app.finalize()
    expect(await balanceOf(app, user)).toEqual({ available: 800n * ONE, held: 0n })
    const { items } = await app.call(CALLS.withdrawalDetail, user, {})
    expect(items.map(({ status }) => status)).toEqual(['superseded', 'used', 'superseded'])
    await expectLedgerMatchesChain(app)
  })

  test('are limited to 10,000 USD a UTC day, expired ones counted until the next (1042)', async () => {
    const { app, user } = await open(45_000n * ONE)
    await withdraw(app, user, 15_000n * ONE) // 7,500 USD
    await app.travel(700)
    expect(await balanceOf(app, user)).toEqual({ available: 45_000n * ONE, held: 0n })
    await expect(withdraw(app, user, 6_000n * ONE)).rejects.toMatchObject({
      code: 1042,
      details: { reason: 'daily-usd' },
    })
    await expect(withdraw(app, user, 20_001n * ONE)).rejects.toMatchObject({
      code: 1042,
      details: { reason: 'daily-account' }, // the vault's own cap, checked before anything is signed
    })
    await app.travel(86_400)
    await withdraw(app, user, 15_000n * ONE)
  })

  test('stop while the vault is paused, or holds less than is owed (1017)', async () => {
    const { app, user } = await open(500n * ONE)
    const { withdrawalVault0: vault, dr } = app.contracts
    const pauser = testWallet('pauser')
    const { client } = chain.anvil
    await client.setBalance({ address: pauser.address, value: ONE })
    const at = { address: vault, abi: withdrawalVaultAbi, args: [] }
    await app.send(pauser, { ...at, functionName: 'pause' })
    await expect(withdraw(app, user, 100n * ONE)).rejects.toMatchObject({
      code: 1017,
      details: { reason: 'paused' },
    })
    await app.send(pauser, { ...at, functionName: 'unpause' })
    await withdraw(app, user, 100n * ONE)

    await client.impersonateAccount({ address: vault }) // a theft that none of our contracts allows
    await client.setBalance({ address: vault, value: ONE })
    const args = [testWallet('thief').address as Hex, ONE] as const
    await client.writeContract({ account: vault, address: dr, abi: drAbi, functionName: 'transfer', args })
    await app.finalize()
    await expect(withdraw(app, user, 100n * ONE)).rejects.toMatchObject({
      code: 1017,
      details: { reason: 'reserve' },
    })
    const [check] = app.solvency.ticks
    await check?.run(new AbortController().signal)
    const metrics = await app.registry.metrics()
    expect(metrics).toContain('vault_shortfall_base_units{vault="0",token="DR"} 1000000000000000000')
    expect(metrics).toContain('vault_unbooked_base_units{vault="0",token="DR"} -1000000000000000000')
  })

  test('use nothing of what strangers send to the vault: it belongs to no user, and is shown', async () => {
    const { app, user } = await open(500n * ONE)
    const { holder } = chain
    const { withdrawalVault0: vault, dr } = app.contracts
    const call = { address: dr, abi: drAbi, functionName: 'transfer', args: [vault, 7n * ONE] }
    await app.send(holder, call)
    await app.finalize()
    await expectLedgerMatchesChain(app)
    const { reserves } = await app.call(CALLS.overview, undefined, {})
    const [reserve] = reserves
    expect(BigInt(reserve?.reserve ?? 0) - BigInt(reserve?.owed ?? 0) - BigInt(reserve?.pools ?? 0)).toBe(
      7n * ONE,
    )
    expect(await balanceOf(app, user)).toEqual({ available: 500n * ONE, held: 0n })
  })

  test('another user’s withdrawal is not shown', async () => {
    const { app, user } = await open(500n * ONE)
    const other = await app.newUser('other', { usdt: 0n, drgv: 0n })
    const { orderId } = await withdraw(app, user, 100n * ONE)
    expect(await recordOf(app, other, orderId)).toBeUndefined()
    expect((await app.call(CALLS.openVouchers, other, { orderId })).items).toEqual([])
  })
})
