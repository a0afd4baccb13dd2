import { fileURLToPath } from 'node:url'
import { drAbi } from '@dr/contracts/abi'
import { NODE_ENVIRONMENT, runToEnd } from '@dr/test-kit'
import { expect, test } from 'vitest'
import { send } from '../../test/app/chain.ts'
import { prepareDataAndPglite } from '../../test/app/server-data.ts'
import { ONE, startChain } from '../../test/app/test-app.ts'
import { account, auditLedger, balanceOf, postJournal } from '../modules/ledger/index.ts'
import { advanceChainClock } from '../platform/chain/chain-clock.ts'
import { readConfig } from '../platform/config/config.ts'
import type { Database } from '../platform/database/database.ts'
import { lowerHex } from '../platform/hex.ts'
import { createLogger } from '../platform/logger.ts'
import { openFoundation } from './server/open-foundation.ts'

const program = fileURLToPath(new URL('post-loss.ts', import.meta.url))
const recapitalised = account({ vault: 0, token: 'DR', kind: 'recapitalised' })
const TRANSACTION = `0x${'ab'.repeat(32)}`

test('the operators’ command posts what a vault lacks, and refuses more, or to do without a second person', {
  timeout: 240_000,
}, async () => {
  const chain = await startChain()
  try {
    const { dr, withdrawalVault0 } = chain.deployment.contracts
    await send(chain, chain.holder, {
      address: dr,
      abi: drAbi,
      functionName: 'transfer',
      args: [withdrawalVault0, 2n * ONE],
    })
    const env = {
      DATA_DIR: await prepareDataAndPglite(chain),
      RPC_URLS: chain.anvil.url,
      ...NODE_ENVIRONMENT,
    }
    const onDatabase = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
      const { database } = await openFoundation(readConfig(env), createLogger('silent'))
      try {
        return await work(database)
      } finally {
        await database.close()
      }
    }
    const { number, hash, timestamp } = await chain.client.getBlock()
    await onDatabase((database) =>
      database.transaction(async (tx) => {
        const to = { number, hash: lowerHex(hash), timestamp }
        await advanceChainClock(tx, { chainId: chain.deployment.chainId, from: undefined, to })
        return postJournal(tx, {
          key: 'put in',
          reason: 'solvency.recapitalised',
          at: new Date('2026-01-01T00:00:00Z'),
          source: { kind: 'test' },
          postings: [
            {
              from: account({ vault: 0, token: 'DR', kind: 'chain' }),
              to: recapitalised,
              amount: 5n * ONE,
            },
          ],
        })
      }),
    )
    const node = (...args: string[]) => runToEnd(program, args, env)
    const lost = ['0', 'DR', String(3n * ONE), TRANSACTION]
    expect(await node(...lost, 'operator 1', '', 'stolen')).toMatchObject({ code: 2 })
    expect(await node('0', 'USDT', '1', TRANSACTION, 'a', 'b', 'stolen')).toMatchObject({ code: 2 })
    expect(await node('0', 'DR', String(3n * ONE + 1n), TRANSACTION, 'a', 'b', 'stolen')).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^vault 0 lacks 3000000000000000000 .*\n$/),
    })
    const posted = await node(...lost, 'operator 1', 'operator 2', 'stolen')
    expect(posted).toMatchObject({
      code: 0,
      out: expect.stringMatching(/"by":\["operator 1","operator 2"\].*"replayed":false/),
    })
    const capitals = lost.map((word) => (word === TRANSACTION ? `0x${'AB'.repeat(32)}` : word))
    const again = await node(...capitals, 'operator 1', 'operator 2', 'stolen')
    expect(again).toMatchObject({ code: 0, out: expect.stringMatching(/"replayed":true/) })
    await onDatabase(async ({ read }) => {
      expect(await balanceOf(read, recapitalised)).toBe(2n * ONE)
      expect(await auditLedger(read)).toEqual([])
    })
  } finally {
    await chain.anvil.stop()
  }
})
