/**
 * A restore to before vouchers were issued: their orders come back out of the journal of a real signing process,
 * and the events of the chain book by themselves.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CALLS } from '@dr/protocol/calls/index'
import type { Voucher } from '@dr/protocol/calls/voucher'
import { describeOnDatabase } from '@dr/test-kit'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { signerKey } from '../../../test/app/chain.ts'
import { prepareData } from '../../../test/app/server-data.ts'
import { type Chain, ONE, startChain, startTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { backUp, restore } from '../../../test/modules/database-copy.ts'
import { RIG } from '../../../test/modules/machines.ts'
import { equipForPower } from '../../../test/modules/pod-power.ts'
import { newTrader } from '../../../test/modules/trader.ts'
import {
  credit,
  expectLedgerMatchesChain,
  give,
  giveDrToBurn,
  moneyOf,
} from '../../../test/modules/withdrawals.ts'
import { prepareSigner, removeFolder } from '../../../test/servers/signer-process.ts'
import { countSuspense } from '../../indexer/index.ts'
import { readSignerConfig } from '../../modules/vouchers/signing-process/read-signer-config.ts'
import { startSigner } from '../../modules/vouchers/signing-process/start-signer.ts'
import { createLogger } from '../../platform/logger.ts'
import { restoreOrders } from './restore-orders.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const MINER_DR = { vault: 0, token: 'DR' } as const
const DEFLATION_USDT = { vault: 1, token: 'USDT' } as const
const NODE_USDT = { vault: 2, token: 'USDT' } as const

/** A signing process on a socket; its journal's folder. */
const openSigner = async () => {
  const directory = await prepareData(chain)
  const deployment = JSON.parse(await readFile(join(directory, 'deployment.json'), 'utf8')) as object
  const folder = await prepareSigner({ signer: signerKey }, { chainId: 31_337, deployment })
  onTestFinished(() => removeFolder(folder))
  const signer = await startSigner(readSignerConfig({ ...folder.environment, LOG_LEVEL: 'silent' }))
  onTestFinished(() => signer.stop())
  return { url: `unix:${folder.socket}`, journal: join(folder.directory, 'data', 'signed') }
}

describeOnDatabase('vouchers issued after the moment that a database is restored to', ({ openDatabase }) => {
  const open = async () => {
    const signer = await openSigner()
    const options = { products: [RIG], environment: { SIGNER_URL: signer.url } }
    const app = await startTestApp(chain, await openDatabase(), options)
    const user = await newTrader(app, 'alice')
    await equipForPower(app, user)
    await give(app, user, MINER_DR, 100n * ONE)
    await give(app, user, NODE_USDT, 100n * ONE)
    await giveDrToBurn(app, user, 1_000n * ONE)
    return { app, user, options, ...signer }
  }
  type Opened = Awaited<ReturnType<typeof open>>
  const withdraw = ({ app, user }: Opened, account: 0 | 1 | 2, token: 'DR' | 'USDT', whole: bigint) =>
    app.call(CALLS.createWithdrawal, user, { account, token, amount: `${whole * ONE}` })
  const use = async ({ app, user }: Opened, voucher: Voucher) => {
    await app.redeem(voucher, user.wallet)
    await app.finalize()
  }
  /** The older database, and a new process on it, which reads the chain again. */
  const goBack = async ({ app, options }: Opened): Promise<TestApp> => {
    await restore(app.database)
    const { id } = chain.start
    chain.start.id = await chain.anvil.client.snapshot() // the chain stays as it is
    const again = await startTestApp(chain, app.database, options)
    chain.start.id = id
    return again
  }
  const readBack = (app: TestApp, journal: string) =>
    restoreOrders(
      {
        database: app.database,
        chainId: chain.deployment.chainId,
        handlers: app.composition.eventHandlers,
        logger: createLogger('silent'),
        now: () => new Date(),
      },
      journal,
    )
  const stateOf = async (app: TestApp, { user }: Opened) => ({
    dr: await moneyOf(app, user, MINER_DR),
    usdt: await moneyOf(app, user, NODE_USDT),
    machines: (await app.call(CALLS.miningDetail, user, { limit: 100 })).items.map(
      ({ machineId, productId, power, lifeEnd }) => ({ machineId, productId, power, lifeEnd }),
    ),
    power: await app.call(CALLS.podPowerPurchase, user, {}),
    swaps: (await app.call(CALLS.swapRecords, user, {})).items,
    withdrawals: (await app.call(CALLS.withdrawalDetail, user, {})).items.map(
      ({ createdAt: _, ...one }) => one,
    ),
  })

  test('of every kind: each event books as it did, and the ledger is the chain’s again', async () => {
    const opened = await open()
    const { app, user, journal } = opened
    await backUp(app.database)
    const machines = { productId: RIG.productId, machineCount: 2 }
    await use(opened, await app.call(CALLS.machineSignature, user, machines))
    await use(opened, await app.call(CALLS.activateSignature, user, { all: 'not-activated', Period: 1 }))
    for (let time = 0; time < 2; time++)
      await use(opened, await app.call(CALLS.podPowerSignature, user, { drAmount: `${10n * ONE}` }))
    const swap = { inputToken: 'USDT', outputToken: 'DR', inputAmount: `${10n * ONE}` } as const
    await use(opened, await app.call(CALLS.swapTokenSignature, user, swap))
    await use(opened, await withdraw(opened, 0, 'DR', 40n))
    await use(opened, await withdraw(opened, 2, 'USDT', 30n))
    const unused = await withdraw(opened, 2, 'USDT', 20n)
    await app.travel(700)
    const before = await stateOf(app, opened)
    expect(before).toMatchObject({ machines: [{}, {}], power: { items: [{}, {}] }, swaps: [{}] })
    await expectLedgerMatchesChain(app)

    const again = await goBack(opened)
    const suspended = await countSuspense(again.database.read)
    expect(suspended).toBe(7)
    const report = await readBack(again, journal)
    expect(report).toMatchObject({ missing: [], refused: [] })
    expect([report.restored.length, report.posted.length]).toEqual([7, suspended])
    const after = await stateOf(again, opened)
    // What was never used is forgotten: it holds nothing, and has expired.
    const used = before.withdrawals.filter(({ orderId }) => orderId !== unused.orderId)
    expect(after).toEqual({ ...before, withdrawals: used })
    await again.finalize()
    await expectLedgerMatchesChain(again)
    expect(await readBack(again, journal)).toEqual({ restored: [], missing: [], posted: [], refused: [] })
    expect(await stateOf(again, opened)).toEqual(after)
    // The account goes on.
    await use({ ...opened, app: again }, await withdraw({ ...opened, app: again }, 2, 'USDT', 15n))
    await expectLedgerMatchesChain(again)
  })

  test('what no journal has, or the books cannot hold, stays in suspense, and comes back once it can', async () => {
    const opened = await open()
    const { app, user, journal } = opened
    await backUp(app.database)
    await give(app, user, DEFLATION_USDT, 50n * ONE) // the chain alone keeps it
    await use(opened, await withdraw(opened, 1, 'USDT', 50n))
    const again = await goBack(opened)
    const empty = mkdtempSync(join(tmpdir(), 'dr-no-journal-'))
    onTestFinished(() => rmSync(empty, { recursive: true }))
    for (const folder of [empty, journal]) {
      const report = await readBack(again, folder)
      expect(report).toMatchObject({ restored: [], posted: [] })
      expect([report.missing.length, report.refused.length]).toEqual([1, 1])
    }
    expect(await again.call(CALLS.withdrawalDetail, user, {})).toMatchObject({ items: [] })

    await credit(again, user, DEFLATION_USDT, 50n * ONE)
    const [name = ''] = readdirSync(journal).filter((file) => file.endsWith('.orders.jsonl'))
    const path = join(journal, name)
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, text.replaceAll(/"amount":"\d+"/g, '"amount":"1"'))
    await expect(readBack(again, journal)).rejects.toThrow(/not written by the signing process/)
    writeFileSync(path, `${text}{"digest":"0x12`) // a crash in the middle of a line
    const report = await readBack(again, journal)
    expect(report).toMatchObject({ missing: [], refused: [] })
    expect([report.restored.length, report.posted.length]).toEqual([1, 1])
    expect(await moneyOf(again, user, DEFLATION_USDT)).toEqual({ available: 0n, held: 0n })
    await expectLedgerMatchesChain(again)
  })
})
