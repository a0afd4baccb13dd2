import { drAbi, withdrawalVaultAbi } from '@dr/contracts/abi'
import { base } from '@dr/protocol/amounts'
import { CALLS } from '@dr/protocol/calls/index'
import { describeOnBoth, testWallet } from '@dr/test-kit'
import { BaseError, ContractFunctionRevertedError, type Hex, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Chain,
  type House,
  ONE,
  openHouse,
  startChain,
  type TestUser,
} from '../../../test/app/test-app.ts'
import { account, auditLedger, postJournal } from '../ledger/index.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const withdraw = (house: House, user: TestUser, amount: bigint) =>
  house.call(CALLS.createWithdrawal, user, { account: 0, token: 'DR', amount: amount.toString() })

const balanceOf = async (house: House, user: TestUser) => {
  const [balance] = (await house.call(CALLS.fundFlows, user, {})).balances
  return { available: BigInt(balance?.available ?? 0), held: BigInt(balance?.held ?? 0) }
}

const recordOf = async (house: House, user: TestUser, orderId: string) =>
  (await house.call(CALLS.withdrawalDetail, user, { orderId })).items[0]

/** Released emission, given to the user's miner account as if it had been mined. */
const give = async (house: House, user: TestUser, amount: bigint, key = `gift:${user.userId}`) =>
  house.database.transaction((tx) =>
    postJournal(tx, {
      key,
      reason: 'mining.collect',
      at: new Date('2026-01-01T00:00:00Z'),
      source: { kind: 'emission', releaseId: 1 },
      postings: [
        {
          from: account({ vault: 0, token: 'DR', kind: 'emission-pool' }),
          to: account({ vault: 0, token: 'DR', kind: 'user-available', userId: user.userId }),
          amount: base('DR', amount),
        },
      ],
    }),
  )

const booksEqualChain = async (house: House) => {
  const amount = await house.read.dr(house.contracts.withdrawalVault0)
  expect(await auditLedger(house.database.read, { reserves: [{ vault: 0, token: 'DR', amount }] })).toEqual(
    [],
  )
}

const revertOf = async (attempt: Promise<unknown>): Promise<string | undefined> => {
  const error = await attempt.catch((reason: unknown) => reason)
  const revert =
    error instanceof BaseError ? error.walk((e) => e instanceof ContractFunctionRevertedError) : null
  return revert instanceof ContractFunctionRevertedError ? revert.data?.errorName : undefined
}

describeOnBoth('withdrawals', ({ openDatabase }) => {
  const open = async (funds: bigint, name = 'miner') => {
    const house = await openHouse(chain, await openDatabase())
    await house.release()
    const user = await house.newUser(name, { usdt: 0n, drgv: 0n })
    await give(house, user, funds)
    return { house, user }
  }

  test('are at least 100 DR, at most the balance, and of DR from the miner account', async () => {
    const { house, user } = await open(500n * ONE)
    await expect(withdraw(house, user, 100n * ONE - 1n)).rejects.toMatchObject({
      code: 10002,
      details: { path: 'amount', minimum: (100n * ONE).toString() },
    })
    await expect(withdraw(house, user, 500n * ONE + 1n)).rejects.toMatchObject({ code: 1015 })
    const amount = (100n * ONE).toString()
    const usdt = { account: 0, token: 'USDT', amount } as const
    await expect(house.call(CALLS.createWithdrawal, user, usdt)).rejects.toMatchObject({
      code: 10002,
      details: { path: 'token' },
    })
    expect(await balanceOf(house, user)).toEqual({ available: 500n * ONE, held: 0n })
    expect((await house.call(CALLS.withdrawalDetail, user, {})).items).toEqual([]) // a refusal leaves no order
  })

  test('go on by the 30-minute average while the oracle has none of 24 hours', async () => {
    const { house, user } = await open(500n * ONE)
    await house.send(house.chain.holder, {
      address: house.contracts.drUsdtPair,
      abi: parseAbi(['function sync()']),
      functionName: 'sync',
      args: [],
    })
    await house.travel(1_900)
    const block = await house.prices.newestBlock()
    await expect(house.prices.valuePrice('DR', block)).rejects.toMatchObject({
      details: { reason: 'WindowNotFull' },
    })
    const { price } = await house.prices.quotePrice('DR', block)
    const voucher = await withdraw(house, user, 200n * ONE)
    expect(voucher.prices.DR?.price).toBe(price.toString())
  })

  test('two at once for the whole balance: one wins', async () => {
    const { house, user } = await open(500n * ONE)
    const answers = await Promise.allSettled([
      withdraw(house, user, 500n * ONE),
      withdraw(house, user, 500n * ONE),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = answers.find((answer) => answer.status === 'rejected')
    expect(refused?.reason).toMatchObject({ code: 1015 })
    expect(await balanceOf(house, user)).toEqual({ available: 0n, held: 500n * ONE })
    await booksEqualChain(house)
  })

  test('left to lapse: the hold comes back exactly once, and the chain pays no more', async () => {
    const { house, user } = await open(500n * ONE)
    const voucher = await withdraw(house, user, 300n * ONE)
    expect(await balanceOf(house, user)).toEqual({ available: 200n * ONE, held: 300n * ONE })
    await house.travel(590)
    expect((await recordOf(house, user, voucher.orderId))?.status).toBe('open')
    await house.travel(20)
    expect((await recordOf(house, user, voucher.orderId))?.status).toBe('lapsed')
    expect(await balanceOf(house, user)).toEqual({ available: 500n * ONE, held: 0n })
    await house.travel(700)
    expect(await balanceOf(house, user)).toEqual({ available: 500n * ONE, held: 0n })
    expect(await revertOf(house.redeem(voucher, user.wallet))).toBe('VoucherExpired')
    const kinds = (await house.call(CALLS.fundFlows, user, { kind: 'withdrawal.released' })).items
    expect(kinds).toHaveLength(1)
    await booksEqualChain(house)
  })

  test('paid in the last second: the hold is posted, never given back', async () => {
    const { house, user } = await open(500n * ONE)
    const voucher = await withdraw(house, user, 300n * ONE)
    await chain.anvil.client.setNextBlockTimestamp({ timestamp: BigInt(voucher.deadline) })
    await house.redeem(voucher, user.wallet)
    await chain.anvil.client.increaseTime({ seconds: 7_200 })
    await house.finalize()
    expect((await recordOf(house, user, voucher.orderId))?.status).toBe('used')
    expect(await balanceOf(house, user)).toEqual({ available: 200n * ONE, held: 0n })
    expect(await house.read.dr(user.wallet.address)).toBe(285n * ONE)
    await booksEqualChain(house)
  })

  test('three on one nonce, one used: the other holds come back', async () => {
    const { house, user } = await open(1_000n * ONE)
    const [, second] = [
      await withdraw(house, user, 100n * ONE),
      await withdraw(house, user, 200n * ONE),
      await withdraw(house, user, 300n * ONE),
    ]
    await expect(withdraw(house, user, 100n * ONE)).rejects.toMatchObject({ code: 30003 })
    expect(await balanceOf(house, user)).toEqual({ available: 400n * ONE, held: 600n * ONE })
    await house.redeem(second, user.wallet)
    await house.finalize()
    expect(await balanceOf(house, user)).toEqual({ available: 800n * ONE, held: 0n })
    const { items } = await house.call(CALLS.withdrawalDetail, user, {})
    expect(items.map(({ status }) => status)).toEqual(['closed', 'used', 'closed'])
    await booksEqualChain(house)
  })

  test('are limited to 10,000 USD a UTC day, lapsed ones counted until the next (1042)', async () => {
    const { house, user } = await open(45_000n * ONE)
    await withdraw(house, user, 15_000n * ONE) // 7,500 USD
    await house.travel(700)
    expect(await balanceOf(house, user)).toEqual({ available: 45_000n * ONE, held: 0n })
    await expect(withdraw(house, user, 6_000n * ONE)).rejects.toMatchObject({
      code: 1042,
      details: { reason: 'daily-usd' },
    })
    await expect(withdraw(house, user, 20_001n * ONE)).rejects.toMatchObject({
      code: 1042,
      details: { reason: 'daily-account' }, // the vault's own cap, asked before anything is signed
    })
    await house.travel(86_400)
    await withdraw(house, user, 15_000n * ONE)
  })

  test('stop while the vault is paused, or holds less than is owed (1017)', async () => {
    const { house, user } = await open(500n * ONE)
    const { withdrawalVault0: vault, dr } = house.contracts
    const pauser = testWallet('pauser')
    const { client } = chain.anvil
    await client.setBalance({ address: pauser.address, value: ONE })
    const at = { address: vault, abi: withdrawalVaultAbi, args: [] }
    await house.send(pauser, { ...at, functionName: 'pause' })
    await expect(withdraw(house, user, 100n * ONE)).rejects.toMatchObject({
      code: 1017,
      details: { reason: 'paused' },
    })
    await house.send(pauser, { ...at, functionName: 'unpause' })
    await withdraw(house, user, 100n * ONE)

    await client.impersonateAccount({ address: vault }) // a theft that no contract of ours allows
    await client.setBalance({ address: vault, value: ONE })
    const args = [testWallet('thief').address as Hex, ONE] as const
    await client.writeContract({ account: vault, address: dr, abi: drAbi, functionName: 'transfer', args })
    await house.finalize()
    await expect(withdraw(house, user, 100n * ONE)).rejects.toMatchObject({
      code: 1017,
      details: { reason: 'reserve' },
    })
    const [check] = house.solvency.ticks
    await check?.run(new AbortController().signal)
    const metrics = await house.registry.metrics()
    expect(metrics).toContain('vault_shortfall_base_units{vault="0",token="DR"} 1000000000000000000')
    expect(metrics).toContain('vault_unbooked_base_units{vault="0",token="DR"} -1000000000000000000')
  })

  test('need nothing of what strangers send to the vault: it is nobody’s, and shown', async () => {
    const { house, user } = await open(500n * ONE)
    const { holder } = chain
    const { withdrawalVault0: vault, dr } = house.contracts
    const call = { address: dr, abi: drAbi, functionName: 'transfer', args: [vault, 7n * ONE] }
    await house.send(holder, call)
    await house.finalize()
    await booksEqualChain(house)
    const { reserves } = await house.call(CALLS.overview, undefined, {})
    const [reserve] = reserves
    expect(BigInt(reserve?.reserve ?? 0) - BigInt(reserve?.owed ?? 0) - BigInt(reserve?.pools ?? 0)).toBe(
      7n * ONE,
    )
    expect(await balanceOf(house, user)).toEqual({ available: 500n * ONE, held: 0n })
  })

  test('another user’s withdrawal is not shown', async () => {
    const { house, user } = await open(500n * ONE)
    const other = await house.newUser('other', { usdt: 0n, drgv: 0n })
    const { orderId } = await withdraw(house, user, 100n * ONE)
    expect(await recordOf(house, other, orderId)).toBeUndefined()
    expect((await house.call(CALLS.openVouchers, other, { orderId })).items).toEqual([])
  })
})
