import { exchangeAbi } from '@dr/contracts/abi'
import { VOUCHER_TYPES } from '@dr/protocol/vouchers'
import { describeOnDatabase } from '@dr/test-kit'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signerKey } from '../../../../test/app/chain.ts'
import {
  type Chain,
  ONE,
  startChain,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/app/test-app.ts'
import { balanceOf, newTrader, recordsOf, swap } from '../../../../test/modules/trader.ts'
import { auditLedger, balancesOf } from '../../ledger/index.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const flush = async (app: TestApp) => {
  const { exchange: address } = app.contracts
  await app.send(app.chain.holder, { address, abi: exchangeAbi, functionName: 'flushFees', args: [] })
  await app.finalize()
}

const expectLedgerMatchesChain = async (app: TestApp) => {
  const [, deflation, node] = app.contracts.withdrawalVaults
  const reserves = [
    { vault: 1, token: 'USDT', amount: await balanceOf(app, 'USDT', deflation) },
    { vault: 2, token: 'USDT', amount: await balanceOf(app, 'USDT', node) },
  ] as const
  expect(await auditLedger(app.database.read, { reserves })).toEqual([])
}

const nodeAccountOf = async (app: TestApp, { userId }: TestUser): Promise<bigint> =>
  (await balancesOf(app.database.read, userId)).find(({ vault }) => vault === 2)?.available ?? 0n

/** Swaps with a voucher of the signer's key that the server did not issue. */
const forge = async (app: TestApp, { wallet }: TestUser): Promise<void> => {
  const { exchange, usdt, usdr } = app.contracts
  const { timestamp } = await app.chain.client.getBlock()
  const [inputAmount, outputAmount] = [1_000n * ONE, 997n * ONE]
  const terms = { inputTokenAddress: usdt, outputTokenAddress: usdr, orderId: 7n, deadline: timestamp + 60n }
  const signature = await privateKeyToAccount(signerKey).signTypedData({
    domain: { name: 'Exchange', version: '1', chainId: 31_337, verifyingContract: exchange },
    types: VOUCHER_TYPES,
    primaryType: 'SwapToken',
    message: { account: wallet.address, inputAmount, outputAmount, ...terms, nonce: 0n },
  })
  const args = [inputAmount, outputAmount, usdt, usdr, terms.orderId, terms.deadline, signature]
  await app.send(wallet, { address: exchange, abi: exchangeAbi, functionName: 'swapToken', args })
}

describeOnDatabase('the exchange’s fees', ({ openDatabase }) => {
  const open = async () => {
    const app = await startTestApp(chain, await openDatabase())
    return { app, user: await newTrader(app, 'inviter') }
  }

  test('are shared by a flush: 20 % to the inviter, 16 % to the node pool, 64 % to the dividend pool', async () => {
    const { app, user: inviter } = await open()
    const invited = await newTrader(app, 'invited', inviter)
    await swap(app, invited, ['USDT', 'DR', 1_000n * ONE]) // 3 USDT
    await swap(app, inviter, ['USDT', 'DRGV', 500n * ONE + 7n]) // 1.5 USDT and 7 base units; they have no inviter
    await flush(app)
    const fees = (await recordsOf(app, inviter)).concat(await recordsOf(app, invited))
    expect(fees.map(({ flushId }) => flushId)).toEqual(['1', '1'])
    const total = fees.reduce((sum, { fee }) => sum + BigInt(fee), 0n)
    const node = (total * 36n) / 100n
    const share = (3n * ONE) / 5n
    expect(await nodeAccountOf(app, inviter)).toBe(share)
    expect(await nodeAccountOf(app, invited)).toBe(0n)
    const { rows } = await app.database.read.query({
      text: `SELECT code, balance FROM ledger_account WHERE kind IN ('node-pool', 'dividend-pool') ORDER BY code`,
    })
    expect(rows).toEqual([
      { code: '1:USDT:dividend-pool', balance: total - node },
      { code: '2:USDT:node-pool', balance: node - share },
    ])
    await expectLedgerMatchesChain(app)
    await swap(app, invited, ['USDT', 'DR', 100n * ONE])
    await flush(app)
    expect((await recordsOf(app, invited))[0]?.flushId).toBe('2')
    await expectLedgerMatchesChain(app)
    const [tick] = app.swap.ticks
    await tick?.run(new AbortController().signal) // nothing to flush: nothing happens
    await swap(app, invited, ['USDT', 'DR', 100n * ONE])
    await tick?.run(new AbortController().signal)
    await app.finalize()
    expect((await recordsOf(app, invited))[0]?.flushId).toBe('3')
    await expectLedgerMatchesChain(app)
  })

  test('of a voucher that was not issued here are shared as well; it alarms, and gives its account nothing', async () => {
    const { app, user: inviter } = await open()
    const thief = await newTrader(app, 'thief', inviter)
    await forge(app, thief)
    await app.finalize()
    expect(await recordsOf(app, thief)).toEqual([])
    const { rows } = await app.database.read.query({ text: 'SELECT handler FROM suspense_event' })
    expect(rows).toEqual([{ handler: 'swap.swapped' }])
    await flush(app)
    expect(await nodeAccountOf(app, inviter)).toBe(0n)
    await expectLedgerMatchesChain(app) // all of it has an owner
  })

  test('that differ from what was flushed are not shared: suspense', async () => {
    const { app, user } = await open()
    await swap(app, user, ['USDT', 'DR', 1_000n * ONE])
    await app.database.single.query({ text: 'UPDATE swap_record SET fee = fee - 1' })
    await flush(app)
    const { rows } = await app.database.read.query({ text: 'SELECT handler FROM suspense_event' })
    expect(rows).toEqual([{ handler: 'swap.fees-flushed' }])
    expect((await recordsOf(app, user))[0]?.flushId).toBeNull()
  })

  test('of a flush that comes out of suspense are those of swaps before it, not of later ones', async () => {
    const { app, user } = await open()
    await swap(app, user, ['USDT', 'DR', 1_000n * ONE])
    await app.database.single.query({ text: 'UPDATE swap_record SET fee = fee - 1' })
    await flush(app)
    await swap(app, user, ['USDT', 'DR', 500n * ONE])
    await app.database.single.query({ text: 'UPDATE swap_record SET fee = fee + 1 WHERE fee % 10 = 9' })
    expect(await app.repost()).toMatchObject({ posted: [1n], refused: [] })
    expect((await recordsOf(app, user)).map(({ flushId }) => flushId)).toEqual([null, '1'])
    await flush(app)
    expect((await recordsOf(app, user)).map(({ flushId }) => flushId)).toEqual(['2', '1'])
    await expectLedgerMatchesChain(app)
  })
})
