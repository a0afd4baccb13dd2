import { exchangeAbi } from '@dr/contracts/abi'
import { VOUCHER_TYPES } from '@dr/protocol/vouchers'
import { describeOnBoth } from '@dr/test-kit'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signerKey } from '../../../test/app/chain.ts'
import {
  type Chain,
  type House,
  ONE,
  openHouse,
  startChain,
  type TestUser,
} from '../../../test/app/test-app.ts'
import { balanceOf, newTrader, recordsOf, swap } from '../../../test/modules/trader.ts'
import { repostSuspended } from '../../indexer/index.ts'
import { auditLedger, balancesOf } from '../ledger/index.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const flush = async (house: House) => {
  const { exchange: address } = house.contracts
  await house.send(house.chain.holder, { address, abi: exchangeAbi, functionName: 'flushFees', args: [] })
  await house.finalize()
}

const booksEqualChain = async (house: House) => {
  const [, deflation, node] = house.contracts.withdrawalVaults
  const reserves = [
    { vault: 1, token: 'USDT', amount: await balanceOf(house, 'USDT', deflation) },
    { vault: 2, token: 'USDT', amount: await balanceOf(house, 'USDT', node) },
  ] as const
  expect(await auditLedger(house.database.read, { reserves })).toEqual([])
}

const nodeAccountOf = async (house: House, { userId }: TestUser): Promise<bigint> =>
  (await balancesOf(house.database.read, userId)).find(({ vault }) => vault === 2)?.available ?? 0n

/** A swap that the signer's key allowed, and the server knows nothing of. */
const forge = async (house: House, { wallet }: TestUser): Promise<void> => {
  const { exchange, usdt, usdr } = house.contracts
  const { timestamp } = await house.chain.client.getBlock()
  const [inputAmount, outputAmount] = [1_000n * ONE, 997n * ONE]
  const terms = { inputTokenAddress: usdt, outputTokenAddress: usdr, orderId: 7n, deadline: timestamp + 60n }
  const signature = await privateKeyToAccount(signerKey).signTypedData({
    domain: { name: 'Exchange', version: '1', chainId: 31_337, verifyingContract: exchange },
    types: VOUCHER_TYPES,
    primaryType: 'SwapToken',
    message: { account: wallet.address, inputAmount, outputAmount, ...terms, nonce: 0n },
  })
  const args = [inputAmount, outputAmount, usdt, usdr, terms.orderId, terms.deadline, signature]
  await house.send(wallet, { address: exchange, abi: exchangeAbi, functionName: 'swapToken', args })
}

describeOnBoth('the exchange’s fees', ({ openDatabase }) => {
  const open = async () => {
    const house = await openHouse(chain, await openDatabase())
    return { house, user: await newTrader(house, 'inviter') }
  }

  test('are shared by a flush: 20 % to the inviter, 16 % to the node pool, 64 % to the dividend pool', async () => {
    const { house, user: inviter } = await open()
    const invited = await newTrader(house, 'invited', inviter)
    await swap(house, invited, ['USDT', 'DR', 1_000n * ONE]) // 3 USDT
    await swap(house, inviter, ['USDT', 'DRGV', 500n * ONE + 7n]) // 1.5 USDT and a bit, nobody brought them
    await flush(house)
    const fees = (await recordsOf(house, inviter)).concat(await recordsOf(house, invited))
    expect(fees.map(({ flushId }) => flushId)).toEqual(['1', '1'])
    const total = fees.reduce((sum, { fee }) => sum + BigInt(fee), 0n)
    const node = (total * 36n) / 100n
    const share = (3n * ONE) / 5n
    expect(await nodeAccountOf(house, inviter)).toBe(share)
    expect(await nodeAccountOf(house, invited)).toBe(0n)
    const { rows } = await house.database.read.query({
      text: `SELECT code, balance FROM ledger_account WHERE kind IN ('node-pool', 'dividend-pool') ORDER BY code`,
    })
    expect(rows).toEqual([
      { code: '1:USDT:dividend-pool', balance: total - node },
      { code: '2:USDT:node-pool', balance: node - share },
    ])
    await booksEqualChain(house)
    await swap(house, invited, ['USDT', 'DR', 100n * ONE])
    await flush(house)
    expect((await recordsOf(house, invited))[0]?.flushId).toBe('2')
    await booksEqualChain(house)
    const [tick] = house.swap.ticks
    await tick?.run(new AbortController().signal) // nothing to flush: nothing happens
    await swap(house, invited, ['USDT', 'DR', 100n * ONE])
    await tick?.run(new AbortController().signal)
    await house.finalize()
    expect((await recordsOf(house, invited))[0]?.flushId).toBe('3')
    await booksEqualChain(house)
  })

  test('of a voucher that nobody here issued are shared as well; it alarms, and gives its account nothing', async () => {
    const { house, user: inviter } = await open()
    const thief = await newTrader(house, 'thief', inviter)
    await forge(house, thief)
    await house.finalize()
    expect(await recordsOf(house, thief)).toEqual([])
    const { rows } = await house.database.read.query({ text: 'SELECT handler FROM suspense_event' })
    expect(rows).toEqual([{ handler: 'swap.swapped' }])
    await flush(house)
    expect(await nodeAccountOf(house, inviter)).toBe(0n)
    await booksEqualChain(house) // all of it is somebody's
  })

  test('that are not what was flushed are shared by nobody: suspense', async () => {
    const { house, user } = await open()
    await swap(house, user, ['USDT', 'DR', 1_000n * ONE])
    await house.database.single.query({ text: 'UPDATE swap_record SET fee = fee - 1' })
    await flush(house)
    const { rows } = await house.database.read.query({ text: 'SELECT handler FROM suspense_event' })
    expect(rows).toEqual([{ handler: 'swap.fees-flushed' }])
    expect((await recordsOf(house, user))[0]?.flushId).toBeNull()
  })

  test('of a flush that comes out of suspense are those before it, whoever swapped since', async () => {
    const { house, user } = await open()
    await swap(house, user, ['USDT', 'DR', 1_000n * ONE])
    await house.database.single.query({ text: 'UPDATE swap_record SET fee = fee - 1' })
    await flush(house)
    await swap(house, user, ['USDT', 'DR', 500n * ONE])
    await house.database.single.query({ text: 'UPDATE swap_record SET fee = fee + 1 WHERE fee % 10 = 9' })
    const { database, logger, swap: parts } = house
    const reposter = {
      database,
      logger,
      handlers: parts.eventHandlers,
      chainId: 31_337,
      now: () => new Date(),
    }
    expect(await repostSuspended(reposter)).toMatchObject({ posted: [1n], refused: [] })
    expect((await recordsOf(house, user)).map(({ flushId }) => flushId)).toEqual([null, '1'])
    await flush(house)
    expect((await recordsOf(house, user)).map(({ flushId }) => flushId)).toEqual(['2', '1'])
    await booksEqualChain(house)
  })
})
