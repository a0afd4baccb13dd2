import { digitalRightsAbi } from '@dr/contracts/abi'
import { CALLS } from '@dr/protocol/calls/index'
import { describeOnDatabase, testWallet } from '@dr/test-kit'
import { BaseError, ContractFunctionRevertedError, encodeFunctionData, recoverAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signerKey } from '../../../test/app/chain.ts'
import {
  type Chain,
  ONE,
  startChain,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../test/app/test-app.ts'
import { newTrader, swap } from '../../../test/modules/trader.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { auditLedger } from '../ledger/index.ts'
import { createVouchersModule } from './module.ts'
import { createFileSigner } from './signing/file-signer.ts'

const SECOND_KEY = generatePrivateKey()

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const quote = (app: TestApp, user: TestUser, machineCount = 1, productId = 'm1') =>
  app.call(CALLS.machineSignature, user, { productId, machineCount })

/** Name of the contract's error. */
const revertOf = async (attempt: Promise<unknown>): Promise<string | undefined> => {
  const error = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof BaseError)) return undefined
  const revert = error.walk((one) => one instanceof ContractFunctionRevertedError)
  return revert instanceof ContractFunctionRevertedError ? revert.data?.errorName : undefined
}

const machinesOf = async (app: TestApp, user: TestUser) =>
  (await app.call(CALLS.miningDetail, user, { limit: 100 })).items

const statusOf = async (app: TestApp, user: TestUser, orderId: string) =>
  (await app.call(CALLS.openVouchers, user, { orderId })).items[0]?.status

const suspended = async (app: TestApp) =>
  (
    await app.database.read.query<{ handler: string; error: string }>({
      text: 'SELECT handler, error FROM suspense_event',
    })
  ).rows

describeOnDatabase('vouchers', ({ openDatabase }) => {
  test('are good once: the second use reverts, and there is one purchase', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const user = await app.newUser('buyer')
    const voucher = await quote(app, user, 2)
    await app.redeem(voucher, user.wallet)
    expect(await revertOf(app.redeem(voucher, user.wallet))).toBe('VoucherInvalid')
    await app.finalize()
    expect(await machinesOf(app, user)).toHaveLength(2)
    expect(await statusOf(app, user, voucher.orderId)).toBe('used')
  })

  test('are taken by the contract also where the wall clock is days ahead, and after it is right again', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const trader = await newTrader(app, 'ahead')
    const { timestamp } = await chain.client.getBlock()
    const atMs = Number(timestamp) * 1_000
    app.wall.set(new Date(atMs + 3 * DAY_MS))
    await swap(app, trader, ['USDT', 'USDR', 100n * ONE])
    app.wall.set(new Date(atMs))
    await swap(app, trader, ['USDT', 'USDR', 100n * ONE])
  })

  test('revert for another account, and with any one field changed', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const [user, thief] = [await app.newUser('buyer'), await app.newUser('thief')]
    const voucher = await quote(app, user, 2)
    expect(await revertOf(app.redeem(voucher, thief.wallet))).toBe('VoucherInvalid')
    const { usdtAmount, DRGVAmount, DRGVPrice, machineCount, deadline } = voucher.typedData.message
    const changes = { usdtAmount, DRGVAmount, DRGVPrice, machineCount, deadline }
    for (const [field, value] of Object.entries(changes)) {
      for (const by of [-1n, 1n]) {
        const changed = { [field]: BigInt(value as string) + by }
        expect(await revertOf(app.redeem(voucher, user.wallet, changed)), field).toBe('VoucherInvalid')
      }
    }
    await app.finalize()
    expect(await machinesOf(app, user)).toEqual([])
    expect(await statusOf(app, user, voucher.orderId)).toBe('open')
  })

  test('revert after their deadline, and expire only when a final block is past it', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const { anvil } = chain
    const user = await app.newUser('late')
    const voucher = await quote(app, user)
    await anvil.client.setNextBlockTimestamp({ timestamp: BigInt(voucher.deadline) })
    await anvil.mine(3)
    await app.indexer.catchUp()
    expect(await app.clock()).toBe(BigInt(voucher.deadline)) // final; the newest block is two later
    await anvil.client.setNextBlockTimestamp({ timestamp: BigInt(voucher.deadline) + 1n })
    expect(await revertOf(app.redeem(voucher, user.wallet))).toBe('VoucherExpired')
    expect(await statusOf(app, user, voucher.orderId)).toBe('open')
    await app.finalize()
    expect(await statusOf(app, user, voucher.orderId)).toBe('expired')
  })

  test('end in words that the released program reads, and both words of an end are read', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const user = await app.newUser('between two releases')
    const { orderId } = await quote(app, user)
    await app.travel(700)
    const { rows } = await app.database.read.query({ text: 'SELECT status FROM voucher_order' })
    expect(rows).toEqual([{ status: 'lapsed' }])
    for (const [stored, status] of [
      ['lapsed', 'expired'],
      ['expired', 'expired'],
      ['closed', 'superseded'],
      ['superseded', 'superseded'],
    ]) {
      await app.database.single.query({ text: 'UPDATE voucher_order SET status = $1', values: [stored] })
      expect(await statusOf(app, user, orderId), stored).toBe(status)
    }
  })

  test('used in the very second of the deadline are paid, however late that becomes final', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const { anvil } = chain
    const user = await app.newUser('punctual')
    const voucher = await quote(app, user)
    await anvil.client.setNextBlockTimestamp({ timestamp: BigInt(voucher.deadline) })
    await app.redeem(voucher, user.wallet)
    await anvil.client.increaseTime({ seconds: 3_600 })
    await app.finalize() // one range has the event, and blocks far past the deadline
    expect(await statusOf(app, user, voucher.orderId)).toBe('used')
    expect(await machinesOf(app, user)).toHaveLength(1)
  })

  test('of one nonce: when one is used, the others are superseded and free what they held', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const user = await app.newUser('chooser')
    const first = await quote(app, user, 1, 'm1')
    const second = await quote(app, user, 1, 'm2')
    const third = await quote(app, user, 3, 'm3')
    const stock = async () =>
      Object.fromEntries(
        (await app.call(CALLS.products, undefined, {})).items.map((p) => [p.productId, p.stock]),
      )
    expect(await stock()).toMatchObject({ m1: 9_999, m2: 4_999, m3: 1_997 })
    expect([first.nonce, second.nonce, third.nonce]).toEqual(['0', '0', '0'])
    await app.redeem(second, user.wallet)
    expect(await revertOf(app.redeem(third, user.wallet))).toBe('VoucherInvalid')
    await app.finalize()
    expect(await statusOf(app, user, first.orderId)).toBe('superseded')
    expect(await statusOf(app, user, second.orderId)).toBe('used')
    expect(await statusOf(app, user, third.orderId)).toBe('superseded')
    expect(await stock()).toMatchObject({ m1: 10_000, m2: 4_999, m3: 2_000 })
    await app.travel(700) // nothing is left to expire
    expect(await stock()).toMatchObject({ m1: 10_000, m2: 4_999, m3: 2_000 })
    expect((await quote(app, user, 1, 'm1')).nonce).toBe('1')
  })

  test('that this server never issued give nothing, go to suspense, and alarm', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const user = await app.newUser('friend of a thief')
    const voucher = await quote(app, user, 2)
    // The order is deleted here, as if the signer's key had signed elsewhere.
    await app.database.single.query({ text: 'DELETE FROM voucher_order' })
    await app.redeem(voucher, user.wallet)
    await app.finalize()
    expect(await machinesOf(app, user)).toEqual([])
    expect(await suspended(app)).toMatchObject([
      { handler: 'mining.machines-bought', error: expect.stringContaining(voucher.digest) },
    ])
    const metrics = await app.registry.metrics()
    expect(metrics).toMatch(/indexer_suspense_events_total\{handler="mining.machines-bought"\} 1/)
    await quote(app, user, 1) // and quotes continue
    expect(await auditLedger(app.database.read)).toEqual([])
  })

  test('are not signed while the contract is paused, or knows another signer', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const user = await app.newUser('early')
    const pauser = testWallet('pauser')
    await chain.anvil.client.setBalance({ address: pauser.address, value: ONE })
    const at = { address: app.contracts.digitalRights, abi: digitalRightsAbi, args: [] }
    await app.send(pauser, { ...at, functionName: 'pause' })
    await expect(quote(app, user)).rejects.toMatchObject({ code: 1023, details: { reason: 'paused' } })
    await app.send(pauser, { ...at, functionName: 'unpause' })
    await quote(app, user)
    await app.send(pauser, { ...at, functionName: 'revokeSigner' })
    await expect(quote(app, user, 2)).rejects.toMatchObject({
      code: 1023,
      details: { reason: 'signer-revoked' },
    })
  })

  test('are signed with the key that the contract names, and those of the key before are not given again', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const user = await app.newUser('rotated')
    const { database, contracts, logger } = app
    const { client, deployment } = chain
    const vouchers = createVouchersModule({
      database,
      client,
      contracts,
      logger,
      chainId: deployment.chainId,
      signer: createFileSigner([signerKey, SECOND_KEY]),
      now: () => new Date(),
    })
    const issue = async () => {
      const { number, timestamp } = await client.getBlock()
      const block = { number, timestamp }
      const base = await vouchers.openQuote('buy-pod-power', { account: user.account, block })
      return vouchers.issueAlone({
        kind: 'buy-pod-power',
        userId: user.userId,
        account: user.account,
        requestKey: 'same',
        base,
        fields: () => ({ drAmount: ONE, USDRAmount: ONE, referrer: user.account }),
        prices: {},
        outgoing: [],
        incoming: [],
        remaining: 0,
        details: { power: '1', drPrice: '1' },
      })
    }
    const [before, again] = [await issue(), await issue()]
    expect([before.reused, again.reused]).toEqual([false, true])

    const next = privateKeyToAccount(SECOND_KEY).address
    const timelock = deployment.contracts.adminTimelock
    await chain.anvil.client.impersonateAccount({ address: timelock })
    await chain.anvil.client.setBalance({ address: timelock, value: ONE })
    const hash = await chain.anvil.client.sendUnsignedTransaction({
      from: timelock,
      to: contracts.digitalRights,
      data: encodeFunctionData({ abi: digitalRightsAbi, functionName: 'setSigner', args: [next] }),
    })
    await client.waitForTransactionReceipt({ hash })
    const after = await issue()
    expect(after.reused).toBe(false)
    const { digest, signature } = after.order
    expect(await recoverAddress({ hash: digest, signature })).toBe(next)
    expect((await issue()).order.id).toBe(after.order.id)
  })
})
