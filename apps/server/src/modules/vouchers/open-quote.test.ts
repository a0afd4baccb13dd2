import { describeOnDatabase } from '@dr/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signerKey } from '../../../test/app/chain.ts'
import { type Chain, startChain, startTestApp } from '../../../test/app/test-app.ts'
import { chainNow } from '../../platform/chain/chain-clock.ts'
import { createLogger } from '../../platform/logger.ts'
import { createVouchersModule } from './module.ts'
import { LEDGER_LAG_MAX_SECONDS } from './open-quote.ts'
import { createFileSigner } from './signing/file-signer.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(() => chain.anvil.stop())

describeOnDatabase('a quote', ({ openDatabase }) => {
  test('is refused while the ledger does not follow the chain, or the endpoint is behind the ledger', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const user = await app.newUser('alice')
    await app.finalize()
    const { database, contracts } = app
    const { client, anvil, deployment } = chain
    const vouchers = createVouchersModule({
      database,
      client,
      contracts,
      signer: createFileSigner([signerKey]),
      chainId: deployment.chainId,
      now: () => new Date(),
      logger: createLogger('silent'),
      ledgerLagMaxSeconds: LEDGER_LAG_MAX_SECONDS,
    })
    const newest = async () => {
      const { number, timestamp } = await client.getBlock({ blockTag: 'latest' })
      return { number, timestamp }
    }
    const open = (block: Awaited<ReturnType<typeof newest>>) =>
      vouchers.openQuote('buy-machine', { account: user.account, block })
    expect(await open(await newest())).toMatchObject({ nonce: 0n })

    await anvil.client.increaseTime({ seconds: 1_000 })
    await anvil.mine(1) // not final yet, so the ledger is a thousand seconds behind it
    await expect(open(await newest())).rejects.toMatchObject({
      code: 30002,
      details: { reason: 'ledger-behind' },
    })
    await app.finalize()
    expect(await open(await newest())).toMatchObject({ nonce: 0n })

    const old = await newest()
    // Final blocks are older than the newest one, except for the few seconds between both reads.
    const final = (await chainNow(database.read)).timestamp
    expect(await open({ ...old, timestamp: final - 5n })).toMatchObject({ nonce: 0n })
    await expect(open({ ...old, timestamp: final - 6n })).rejects.toMatchObject({
      code: 30002,
      details: { reason: 'chain-behind' },
    })
  })
})
