/** Claims of what was earned, by a final root that stands on chain: what burns, and what stays for a pool. */
import { rootRegistryAbi } from '@dr/contracts/abi/root-registry'
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import { DAY_SECONDS } from '@dr/protocol/constants'
import { createBookTrees } from '@dr/protocol/roots/book-trees'
import { BOOKS, type RootsHead } from '@dr/protocol/roots/roots-file'
import type { VaultToken } from '@dr/protocol/tokens'
import { describeOnDatabase, testWallet } from '@dr/test-kit'
import { maxUint256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressesOf, attesterKey } from '../../../test/app/chain.ts'
import {
  type Chain,
  ONE,
  startChain,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../test/app/test-app.ts'
import { bookClaims, claimsOf, expectBooked } from '../../../test/modules/claims.ts'
import { addressOf, give, moneyOf, walletHas, withdraw } from '../../../test/modules/withdrawals.ts'
import { lowerHex } from '../../platform/hex.ts'

const DEFLATION_USDT = { vault: 1, token: 'USDT' } as const
const NODE_USDT = { vault: 2, token: 'USDT' } as const
const MINER_DR = { vault: 0, token: 'DR' } as const

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

/** Posts what `user` earned as epoch 1, and makes it final. Answers its proofs, by book. */
const finalRoot = async (app: TestApp, user: TestUser, earned: readonly bigint[]) => {
  const { RootRegistry, DR, USDT, withdrawalVaults } = addressesOf(chain.deployment)
  const head: RootsHead = {
    chainId: 31_337,
    registry: RootRegistry,
    vaults: withdrawalVaults,
    tokens: { DR, USDT },
    epoch: 1,
    snapshotBlock: 1,
    snapshotHash: `0x${'11'.repeat(32)}`,
    snapshotTime: 1,
    foreignEpochs: [],
  }
  const account = lowerHex(user.wallet.address)
  const trees = createBookTrees(head, { watch: account })
  trees.add({ account, earned })
  const books = trees.finish()
  const registry = { address: RootRegistry, abi: rootRegistryAbi } as const
  const posted = books.map(({ vault, token, hash, total }) => ({ vault, token, hash, total }))
  const snapshot = (await chain.client.getBlockNumber()) - 1n
  await app.send(privateKeyToAccount(attesterKey), {
    ...registry,
    functionName: 'post',
    args: [1n, snapshot, posted],
  })
  const { digest } = await chain.client.readContract({ ...registry, functionName: 'epochOf', args: [1n] })
  await chain.anvil.client.setBalance({ address: testWallet('witness').address, value: 10n ** 20n })
  await app.send(testWallet('witness'), { ...registry, functionName: 'confirm', args: [1n, digest] })
  await app.travel(7 * DAY_SECONDS)
  return (place: VaultToken) => {
    const book = BOOKS.findIndex(({ vault, token }) => vault === place.vault && token === place.token)
    const proof = books[book]?.proof
    if (!proof) throw new Error('nothing was earned in that book')
    return proof
  }
}

describeOnDatabase('claims by proof', ({ openDatabase }) => {
  const open = async () => {
    const app = await startTestApp(chain, await openDatabase())
    return { app, user: await app.newUser('earner') }
  }
  const claimAll = (
    app: TestApp,
    user: TestUser,
    { vault, token, proof }: VaultToken & { proof: ReturnType<Awaited<ReturnType<typeof finalRoot>>> },
  ) =>
    app.send(user.wallet, {
      address: app.contracts.withdrawalVaults[vault],
      abi: withdrawalVaultAbi,
      functionName: 'claim',
      args: [addressOf(app, token), maxUint256, proof],
    })

  for (const place of [DEFLATION_USDT, NODE_USDT])
    test(`the burn's share of USDT stays in vault ${place.vault}, for its pool`, async () => {
      const { app, user } = await open()
      await give(app, user, place, 200n * ONE)
      const proofOf = await finalRoot(
        app,
        user,
        BOOKS.map(({ vault, token }) => (vault === place.vault && token === 'USDT' ? 200n * ONE : 0n)),
      )
      const before = await walletHas(app, user, 'USDT')
      await claimAll(app, user, { ...place, proof: proofOf(place) })
      expect((await walletHas(app, user, 'USDT')) - before).toBe(190n * ONE)
      await app.finalize()
      const { rows } = await app.database.read.query<{ vault: number; amount: bigint }>({
        text: `SELECT j.vault, sum(p.amount) AS amount FROM journal j JOIN posting p ON p.journal_id = j.id
          WHERE j.reason = 'claim.kept' GROUP BY j.vault`,
        values: [],
      })
      expect(rows).toEqual([{ vault: place.vault, amount: 10n * ONE }])
      await bookClaims(app)
      expect(await moneyOf(app, user, place)).toEqual({ available: 0n, held: 0n })
      expect(await claimsOf(app)).toMatchObject([{ booked: true, uncovered: 0n }])
      await expectBooked(app, place, [user.wallet.address])
      await expect(claimAll(app, user, { ...place, proof: proofOf(place) })).rejects.toThrow()
    })

  test('DR burns its share in the call, and what was earned later is paid by voucher', async () => {
    const { app, user } = await open()
    await give(app, user, MINER_DR, 300n * ONE)
    const proofOf = await finalRoot(app, user, [100n * ONE, 0n, 0n, 0n, 0n])
    const before = await walletHas(app, user, 'DR')
    await claimAll(app, user, { ...MINER_DR, proof: proofOf(MINER_DR) })
    expect((await walletHas(app, user, 'DR')) - before).toBe(95n * ONE)
    await app.finalize()
    await bookClaims(app)
    await expectBooked(app, MINER_DR, [user.wallet.address])
    expect(await moneyOf(app, user, MINER_DR)).toEqual({ available: 200n * ONE, held: 0n })
    const voucher = await withdraw(app, user, MINER_DR, 200n * ONE)
    await app.redeem(voucher, user.wallet)
    await app.finalize()
    await expectBooked(app, MINER_DR, [user.wallet.address])
  })
})
