import { drAbi, exchangeAbi } from '@dr/contracts/abi'
import type { Token } from '@dr/protocol/amounts'
import { CALLS } from '@dr/protocol/calls/index'
import { PAGE_LIMIT_DEFAULT } from '@dr/protocol/constants'
import { ASKED_MAX } from '@dr/protocol/schemas'
import { SWAP_TOKENS } from '@dr/protocol/tokens'
import { describeOnDatabase, testWallet } from '@dr/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, ONE, startChain, startTestApp } from '../../../test/app/test-app.ts'
import { balanceOf, newTrader, quote, recordsOf, swap } from '../../../test/modules/trader.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

describeOnDatabase('swaps', ({ openDatabase }) => {
  const open = async () => {
    const app = await startTestApp(chain, await openDatabase())
    return { app, user: await newTrader(app, 'trader') }
  }

  test('quoted, signed, sent, final, recorded: with quantity, price, time and fee', async () => {
    const { app, user } = await open()
    const before = await balanceOf(app, 'DR', user.wallet.address)
    const voucher = await quote(app, user, ['USDT', 'DR', 1_000n * ONE])
    expect(voucher).toMatchObject({
      kind: 'swap-token',
      contract: app.contracts.exchange,
      outgoing: [{ token: 'USDT', amount: (1_000n * ONE).toString(), from: 'wallet', to: 'exchange' }],
      swap: { value: (1_000n * ONE).toString(), fee: (3n * ONE).toString(), feeBps: 30 },
    })
    const output = BigInt(String(voucher.typedData.message.outputAmount))
    expect(voucher.incoming).toEqual([
      { kind: 'token', token: 'DR', amount: output.toString(), to: 'wallet' },
    ])
    expect(output > 1_993n * ONE && output <= 1_994n * ONE).toBe(true)
    const { timestamp } = await chain.client.getBlock()
    expect(BigInt(voucher.deadline)).toBe(timestamp + 60n)
    expect(await recordsOf(app, user)).toEqual([])

    const txHash = await app.redeem(voucher, user.wallet)
    const { blockNumber } = await chain.client.getTransactionReceipt({ hash: txHash })
    const { timestamp: at } = await chain.client.getBlock({ blockNumber })
    await app.finalize()
    expect(await balanceOf(app, 'DR', user.wallet.address)).toBe(before + output)
    expect(await recordsOf(app, user)).toEqual([
      {
        orderId: voucher.orderId,
        inputToken: 'USDT',
        outputToken: 'DR',
        inputAmount: (1_000n * ONE).toString(),
        outputAmount: output.toString(),
        rate: (output / 1_000n).toString(),
        fee: (3n * ONE).toString(),
        at: Number(at),
        txHash,
        blockNumber: Number(blockNumber),
        flushId: null,
      },
    ])
    const { items } = await app.call(CALLS.openVouchers, user, { orderId: voucher.orderId })
    expect(items[0]).toMatchObject({ status: 'used', swap: voucher.swap })
    const other = await newTrader(app, 'other')
    expect(await recordsOf(app, other)).toEqual([])
  })

  test('every pair that is offered can be swapped, at the rate that is shown', async () => {
    const { app, user } = await open()
    const others = SWAP_TOKENS.filter((token) => token !== 'USDT' && token !== 'DR')
    for (const token of others) await swap(app, user, ['USDT', token, 1_000n * ONE])
    const { pairs, fee, tokens } = await app.call(CALLS.swapTokens, undefined, {})
    expect(pairs).toHaveLength(SWAP_TOKENS.length * (SWAP_TOKENS.length - 1))
    expect(fee).toMatchObject({ bps: 30, inviterBps: 2_000, nodePoolBps: 1_600, dividendPoolBps: 6_400 })
    const fees = 3n * ONE * BigInt(others.length)
    expect(BigInt(fee.collected)).toBe(fees)
    for (const { token, inventory } of tokens) {
      const held = await balanceOf(app, token, app.contracts.exchange)
      expect([token, BigInt(inventory)]).toEqual([token, token === 'USDT' ? held - fees : held])
    }
    for (const { inputToken, outputToken, rate, obstacle } of pairs) {
      expect([inputToken, outputToken, obstacle]).toEqual([inputToken, outputToken, null])
      const voucher = await swap(app, user, [inputToken, outputToken, 10n * ONE])
      const drift = BigInt(rate ?? 0) - BigInt(voucher.swap?.rate ?? 0)
      expect(drift < 100n && drift > -100n).toBe(true)
    }
    const swaps = await recordsOf(app, user)
    expect(swaps.length).toBe(Math.min(others.length + pairs.length, PAGE_LIMIT_DEFAULT))
    const { items, nextCursor } = await app.call(CALLS.swapRecords, user, { limit: 10 })
    const rest = await app.call(CALLS.swapRecords, user, { cursor: nextCursor ?? '' })
    expect([...items, ...rest.items].slice(0, swaps.length).map(({ orderId }) => orderId)).toEqual(
      swaps.map(({ orderId }) => orderId),
    )
    expect(items.length + rest.items.length).toBe(others.length + pairs.length)
  })

  test('amounts: zero and a base unit are refused, so is more than exists, and a token for itself', async () => {
    const { app, user } = await open()
    const refused = (input: [Token, Token, bigint]) => expect(quote(app, user, input)).rejects
    expect(() =>
      CALLS.swapTokenSignature.request.parse({ inputToken: 'DR', outputToken: 'USDT', inputAmount: '0' }),
    ).toThrow()
    await refused(['USDT', 'DR', 1n]).toMatchObject({ code: 10002, details: { path: 'inputAmount' } })
    await refused(['DR', 'DR', ONE]).toMatchObject({ code: 10002, details: { path: 'outputToken' } })
    const request = { inputToken: 'USDT', outputToken: 'DR', inputAmount: String(2n ** 256n - 1n) }
    expect(CALLS.swapTokenSignature.request.safeParse(request).success).toBe(false)
    await refused(['USDT', 'DR', ASKED_MAX]).toMatchObject({
      code: 30002,
      details: { reason: 'inventory' },
    })
    await refused(['USDR', 'DR', 2n]).toMatchObject({
      code: 20004,
      details: { token: 'USDR', available: '0' },
    })
    await refused(['USDT', 'DR', 200_000n * ONE]).toMatchObject({
      code: 20004,
      details: { token: 'USDT', needed: (200_000n * ONE).toString(), available: (100_000n * ONE).toString() },
    })
    expect((await app.call(CALLS.openVouchers, user, {})).items).toEqual([])
    const pair = (await app.call(CALLS.swapTokens, undefined, {})).pairs.find(
      ({ inputToken, outputToken }) => inputToken === 'USDT' && outputToken === 'USDR',
    )
    await swap(app, user, ['USDT', 'USDR', BigInt(pair?.minimum ?? 0)])
    expect((await recordsOf(app, user))[0]).toMatchObject({ inputAmount: '2', outputAmount: '1', fee: '1' })
  })

  test('an expired quote is worth nothing, and its promise is free again', async () => {
    const { app, user } = await open()
    const inventory = async () => {
      const { tokens } = await app.call(CALLS.swapTokens, undefined, {})
      return BigInt(tokens.find(({ token }) => token === 'DR')?.inventory ?? 0)
    }
    const whole = await inventory()
    const voucher = await quote(app, user, ['USDT', 'DR', 1_000n * ONE])
    const output = BigInt(String(voucher.typedData.message.outputAmount))
    expect(await inventory()).toBe(whole - output)
    expect((await quote(app, user, ['USDT', 'DR', 1_000n * ONE])).orderId).toBe(voucher.orderId)
    await chain.anvil.client.increaseTime({ seconds: 61 })
    await chain.anvil.mine(1)
    expect(await inventory()).toBe(whole) // at once, however far behind the indexer is
    await app.finalize()
    expect((await app.database.read.query({ text: 'SELECT 1 FROM swap_promise' })).rowCount).toBe(0)
    await expect(app.redeem(voucher, user.wallet)).rejects.toThrow('VoucherExpired')
    expect(await inventory()).toBe(whole)
    expect((await quote(app, user, ['USDT', 'DR', 1_000n * ONE])).orderId).not.toBe(voucher.orderId)
  })

  test('two quotes on one nonce: one can be used, and only the larger is promised', async () => {
    const { app, user } = await open()
    const small = await quote(app, user, ['USDT', 'DR', 100n * ONE])
    const large = await quote(app, user, ['USDT', 'DR', 300n * ONE])
    expect(small.nonce).toBe(large.nonce)
    const { rows } = await app.database.read.query({ text: 'SELECT order_id FROM swap_promise' })
    expect(rows).toHaveLength(2)
    const { tokens } = await app.call(CALLS.swapTokens, undefined, {})
    const free = BigInt(tokens.find(({ token }) => token === 'DR')?.inventory ?? 0)
    const held = await balanceOf(app, 'DR', app.contracts.exchange)
    expect(held - free).toBe(BigInt(String(large.typedData.message.outputAmount)))
    await app.redeem(small, user.wallet)
    await expect(app.redeem(large, user.wallet)).rejects.toThrow('VoucherInvalid')
    await app.finalize()
    const { items } = await app.call(CALLS.openVouchers, user, { orderId: large.orderId })
    expect(items[0]?.status).toBe('superseded')
    expect((await app.database.read.query({ text: 'SELECT 1 FROM swap_promise' })).rowCount).toBe(0)
    expect(await recordsOf(app, user)).toHaveLength(1)
  })

  test('what is promised to one is not promised to another (30002), the day’s cap included', async () => {
    const { app, user } = await open()
    const other = await newTrader(app, 'other')
    const { pairs } = await app.call(CALLS.swapTokens, undefined, {})
    const max = BigInt(
      pairs.find(({ inputToken, outputToken }) => inputToken === 'USDT' && outputToken === 'USDR')?.maximum ??
        0,
    )
    expect(max > 50_000n * ONE && max < 50_200n * ONE).toBe(true) // a twentieth of the pools may leave a day
    const { holder } = chain
    for (const { wallet } of [user, other]) {
      const args = [wallet.address, 100_000n * ONE]
      await app.send(holder, { address: app.contracts.usdt, abi: drAbi, functionName: 'transfer', args })
    }
    await expect(quote(app, user, ['USDT', 'USDR', max + 1n])).rejects.toMatchObject({
      code: 30002,
      details: { token: 'USDR', reason: 'daily-cap' },
    })
    const both = await Promise.allSettled([
      quote(app, user, ['USDT', 'USDR', max]),
      quote(app, other, ['USDT', 'USDR', max]),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = both.find((answer) => answer.status === 'rejected')
    expect(refused?.reason).toMatchObject({ code: 30002, details: { reason: 'daily-cap' } })
    const winner = both[0]?.status === 'fulfilled' ? user : other
    const won = both.find((answer) => answer.status === 'fulfilled')
    if (won?.status === 'fulfilled') await app.redeem(won.value, winner.wallet)
    await app.finalize()
    expect(await recordsOf(app, winner)).toHaveLength(1)
    const after = await app.call(CALLS.swapTokens, undefined, {})
    expect(after.pairs.filter(({ obstacle }) => obstacle === 'daily-cap')).toHaveLength(
      SWAP_TOKENS.length - 1,
    ) // all that give USDR
  })

  test('nothing is quoted while the exchange takes no vouchers (1023), and the list says so', async () => {
    const { app, user } = await open()
    const pauser = testWallet('pauser')
    await chain.anvil.client.setBalance({ address: pauser.address, value: ONE })
    const { exchange: address } = app.contracts
    await app.send(pauser, { address, abi: exchangeAbi, functionName: 'pause', args: [] })
    await expect(quote(app, user, ['USDT', 'DR', ONE])).rejects.toMatchObject({
      code: 1023,
      details: { reason: 'paused' },
    })
    const { pairs } = await app.call(CALLS.swapTokens, undefined, {})
    expect(new Set(pairs.map(({ obstacle }) => obstacle))).toEqual(new Set(['paused']))
  })
})
