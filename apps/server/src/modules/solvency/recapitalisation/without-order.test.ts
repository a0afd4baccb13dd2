/** Payments by vouchers that no order is of: a stolen signer's, or lost by a restore. */
import { withdrawalVaultAbi } from '@dr/contracts/abi'
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
import { bookClaims, claimsOf, expectBooked } from '../../../../test/modules/claims.ts'
import {
  expectLedgerMatchesChain,
  give,
  moneyOf,
  recapitalise,
  withdraw,
} from '../../../../test/modules/withdrawals.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import { readVaultBooks } from '../../ledger/index.ts'
import { postLoss } from '../post-loss.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const NODE_DR = { vault: 2, token: 'DR' } as const
const BY = ['one', 'two'] as const

/** Withdraws DR from the node vault with a voucher of the signer's key that the server did not issue. */
const forge = async (app: TestApp, { wallet }: TestUser, amount: bigint): Promise<void> => {
  const [, , vault] = app.contracts.withdrawalVaults
  const { timestamp } = await app.chain.client.getBlock()
  const terms = { orderId: 7n, deadline: timestamp + 60n, burnAmount: amount / 20n }
  const signature = await privateKeyToAccount(signerKey).signTypedData({
    domain: { name: 'WithdrawalVault', version: '1', chainId: 31_337, verifyingContract: vault },
    types: VOUCHER_TYPES,
    primaryType: 'WithdrawDR',
    message: { account: wallet.address, amount, nonce: 0n, ...terms },
  })
  await app.send(wallet, {
    address: vault,
    abi: withdrawalVaultAbi,
    functionName: 'withdrawDR',
    args: [amount, terms.burnAmount, terms.orderId, terms.deadline, signature],
  })
  await app.finalize()
}

const suspended = async (app: TestApp): Promise<bigint[]> => {
  const { rows } = await app.database.read.query<{ id: bigint }>({
    text: 'SELECT id FROM suspense_event WHERE resolved_at IS NULL ORDER BY id',
  })
  return rows.map(({ id }) => id)
}

describeOnDatabase('a payment without an order', ({ openDatabase }) => {
  const open = async (amount: bigint) => {
    const app = await startTestApp(chain, await openDatabase())
    const user = await app.newUser('paid')
    const other = await app.newUser('other')
    await give(app, other, NODE_DR, 500n * ONE)
    await give(app, user, NODE_DR, amount)
    return { app, user, other }
  }

  test('is charged to its account by two operators, and all goes on', async () => {
    const { app, user } = await open(100n * ONE)
    await forge(app, user, 60n * ONE)
    const [id = 0n] = await suspended(app)
    expect((await app.repost()).refused).toMatchObject([{ id }]) // no program can book it
    expect(() => app.settle({ id, by: ['one', 'one'], why: 'stolen' })).toThrow('two people')
    expect(await app.settle({ id, by: BY, why: 'stolen' })).toBe(true)
    expect(await app.settle({ id, by: BY, why: 'stolen' })).toBe(false)
    await expectLedgerMatchesChain(app) // at once, before the account is charged
    await bookClaims(app)
    expect(await moneyOf(app, user, NODE_DR)).toEqual({ available: 40n * ONE, held: 0n })
    expect(await suspended(app)).toEqual([])
    await expectBooked(app, NODE_DR, [user.account])
    const voucher = await withdraw(app, user, NODE_DR, 40n * ONE)
    await app.redeem(voucher, user.wallet)
    await app.finalize()
    expect(await moneyOf(app, user, NODE_DR)).toEqual({ available: 0n, held: 0n })
    await expectBooked(app, NODE_DR, [user.account])
  })

  test('of more than the account has leaves the rest uncovered, owed to no one', async () => {
    const { app, user, other } = await open(10n * ONE)
    await forge(app, user, 60n * ONE)
    const [id = 0n] = await suspended(app)
    await app.settle({ id, by: BY, why: 'stolen' })
    await bookClaims(app)
    expect(await claimsOf(app)).toMatchObject([{ kind: 'claim', booked: true, uncovered: 50n * ONE }])
    expect(await moneyOf(app, user, NODE_DR)).toEqual({ available: 0n, held: 0n })
    expect(await moneyOf(app, other, NODE_DR)).toEqual({ available: 500n * ONE, held: 0n })
    await expectBooked(app, NODE_DR, [user.account])
    // made good: nothing is uncovered any more, and the vault's books are as before
    await recapitalise(app, NODE_DR, 50n * ONE)
    const { rows } = await app.database.read.query<{ tx_hash: LowerHex }>({
      text: 'SELECT tx_hash FROM vault_claim',
    })
    const loss = { ...NODE_DR, by: BY, why: 'stolen', txHash: (rows[0] as { tx_hash: LowerHex }).tx_hash }
    const post = (amount: bigint) =>
      app.database.transaction((tx) => postLoss(tx, app.withdrawal.readReserves, { ...loss, amount }))
    await expect(post(50n * ONE + 1n)).rejects.toThrow(`uncovered ${50n * ONE}`)
    await post(50n * ONE)
    const books = (await readVaultBooks(app.database.read)).find(
      ({ vault, token }) => vault === 2 && token === 'DR',
    )
    expect(books).toMatchObject({ uncovered: 0n, recapitalised: 0n, owed: 500n * ONE, booked: 500n * ONE })
    await expectBooked(app, NODE_DR, [user.account])
  })
})
