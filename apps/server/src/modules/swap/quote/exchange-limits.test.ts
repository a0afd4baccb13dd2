import { drAbi, exchangeAbi } from '@dr/contracts/abi'
import type { Token } from '@dr/protocol/amounts'
import { CALLS } from '@dr/protocol/calls/index'
import { describeOnDatabase, testWallet } from '@dr/test-kit'
import type { Abi, Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, ONE, startChain, startTestApp, type TestApp } from '../../../../test/app/test-app.ts'
import { balanceOf, newTrader, quote, recordsOf, swap } from '../../../../test/modules/trader.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import { createExchangeReader } from './exchange-state.ts'
import { answerOf, createSwapTokens } from './swap-tokens.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

/** Sends as the contract itself or its time-lock, to reach states that would take days. */
const impersonate = async (
  app: TestApp,
  from: Hex,
  call: { address: LowerHex; abi: Abi; functionName: string; args: readonly unknown[] },
): Promise<void> => {
  const { client } = app.chain.anvil
  await client.impersonateAccount({ address: from })
  await client.setBalance({ address: from, value: 10n * ONE })
  const hash = await client.writeContract({ ...call, account: from })
  expect((await client.waitForTransactionReceipt({ hash })).status).toBe('success')
}

/** Reduces the exchange's balance of `token` to `amount`. */
const leave = async (app: TestApp, token: Token, amount: bigint): Promise<void> => {
  const { exchange } = app.contracts
  const args = [testWallet('elsewhere').address, (await balanceOf(app, token, exchange)) - amount]
  const address = app.contracts[token]
  await impersonate(app, exchange, { address, abi: drAbi, functionName: 'transfer', args })
}

const pairOf = async (app: TestApp, inputToken: Token, outputToken: Token) =>
  (await app.call(CALLS.swapTokens, undefined, {})).pairs.find(
    (pair) => pair.inputToken === inputToken && pair.outputToken === outputToken,
  )

describeOnDatabase('the exchange’s limits', ({ openDatabase }) => {
  const open = async () => {
    const app = await startTestApp(chain, await openDatabase())
    return { app, user: await newTrader(app, 'trader'), other: await newTrader(app, 'other') }
  }

  test('the pairs’ limits are worked out once for all who ask, and again with the next quote or block', async () => {
    const { app, user } = await open()
    const { contracts } = app
    let worked = 0
    const exchange = createExchangeReader(chain.client, contracts)
    const ask = createSwapTokens(app, exchange, (...given) => {
      worked += 1
      return answerOf(...given)
    })
    await Promise.all(Array.from({ length: 20 }, ask))
    expect([await ask(), worked]).toEqual([await app.call(CALLS.swapTokens, undefined, {}), 1])
    await quote(app, user, ['USDT', 'USDR', 400n * ONE])
    expect([await ask(), worked]).toEqual([await app.call(CALLS.swapTokens, undefined, {}), 2])
    await app.finalize()
    expect([(await ask()).blockNumber, worked]).toEqual([Number(await chain.client.getBlockNumber()), 3])
  })

  test('what it holds is promised once: the rest is what the next may have, to the base unit', async () => {
    const { app, user, other } = await open()
    await leave(app, 'USDR', 1_000n * ONE)
    const first = await quote(app, user, ['USDT', 'USDR', 400n * ONE])
    await expect(quote(app, other, ['USDT', 'USDR', 650n * ONE])).rejects.toMatchObject({
      code: 30002,
      details: { token: 'USDR', reason: 'inventory' },
    })
    const { maximum = '0' } = (await pairOf(app, 'USDT', 'USDR')) ?? {}
    await expect(quote(app, other, ['USDT', 'USDR', BigInt(maximum) + 1n])).rejects.toMatchObject({
      details: { reason: 'inventory' },
    })
    const second = await quote(app, other, ['USDT', 'USDR', BigInt(maximum)])
    await app.redeem(second, other.wallet)
    await app.redeem(first, user.wallet)
    await app.finalize()
    expect(await balanceOf(app, 'USDR', app.contracts.exchange)).toBe(0n)
    const nothing = { maximum: '0', obstacle: 'inventory', rate: null }
    expect(await pairOf(app, 'USDT', 'USDR')).toMatchObject(nothing)
    expect([...(await recordsOf(app, user)), ...(await recordsOf(app, other))]).toHaveLength(2)
  })

  test('the fee needs USDT of the inventory, where none comes in', async () => {
    const { app, user } = await open()
    await leave(app, 'USDT', ONE)
    await swap(app, user, ['DR', 'DRGV', 600n * ONE]) // a fee of 0.9 USDT
    await expect(quote(app, user, ['DR', 'DRGV', 600n * ONE])).rejects.toMatchObject({
      code: 30002,
      details: { reason: 'inventory' },
    })
    await quote(app, user, ['DR', 'DRGV', 60n * ONE])
    await swap(app, user, ['USDT', 'DRGV', 600n * ONE]) // pays its own
    await swap(app, user, ['DR', 'DRGV', 600n * ONE])
  })

  test('the fee is the chain’s setting, read for each quote', async () => {
    const { app, user } = await open()
    const { exchange: address, adminTimelock } = app.contracts
    const setFee = { address, abi: exchangeAbi, functionName: 'setFeeBps', args: [100n] }
    await impersonate(app, adminTimelock, setFee)
    const voucher = await swap(app, user, ['USDT', 'DR', 1_000n * ONE])
    expect(voucher.swap).toMatchObject({ feeBps: 100, fee: (10n * ONE).toString() })
    expect((await recordsOf(app, user))[0]?.fee).toBe((10n * ONE).toString())
    expect((await app.call(CALLS.swapTokens, undefined, {})).fee.bps).toBe(100)
  })

  test('promises alone shut out no user: half of it is always available, and then the chain decides', async () => {
    const { app, user, other } = await open()
    await leave(app, 'USDR', 1_000n * ONE)
    const first = await quote(app, user, ['USDT', 'USDR', 900n * ONE])
    await expect(quote(app, other, ['USDT', 'USDR', 600n * ONE])).rejects.toMatchObject({
      details: { reason: 'inventory' },
    })
    const second = await quote(app, other, ['USDT', 'USDR', 500n * ONE])
    await app.redeem(second, other.wallet)
    await expect(app.redeem(first, user.wallet)).rejects.toThrow('InventoryTooSmall')
  })
})
