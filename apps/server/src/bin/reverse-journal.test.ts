import { fileURLToPath } from 'node:url'
import { runToEnd } from '@dr/test-kit'
import { expect, test } from 'vitest'
import { prepareDataAndPglite } from '../../test/app/server-data.ts'
import { startChain } from '../../test/app/test-app.ts'
import { account, auditLedger, balanceOf, postJournal } from '../modules/ledger/index.ts'
import { advanceChainClock } from '../platform/chain/chain-clock.ts'
import { readConfig } from '../platform/config/config.ts'
import type { Database } from '../platform/database/database.ts'
import { lowerHex } from '../platform/hex.ts'
import { createLogger } from '../platform/logger.ts'
import { openFoundation } from './server/open-foundation.ts'

const program = fileURLToPath(new URL('reverse-journal.ts', import.meta.url))
const chainAccount = account({ vault: 0, token: 'DR', kind: 'chain' })
const unattributed = account({ vault: 0, token: 'DR', kind: 'unattributed' })

test('the operator’s command undoes a journal, says so, and refuses to do without a reason', {
  timeout: 600_000,
}, async () => {
  const chain = await startChain()
  try {
    const env = {
      DATA_DIR: await prepareDataAndPglite(chain),
      RPC_URLS: chain.anvil.url,
    }
    const onDatabase = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
      const { database, close } = await openFoundation(readConfig(env), createLogger('silent'))
      try {
        return await work(database)
      } finally {
        await close()
      }
    }
    const { journalId } = await onDatabase((database) =>
      database.transaction(async (tx) => {
        await advanceChainClock(tx, {
          chainId: chain.deployment.chainId,
          from: undefined,
          to: { number: 1n, hash: lowerHex(`0x${'00'.repeat(32)}`), timestamp: 1_800_000_000n },
        })
        return postJournal(tx, {
          key: 'a mistake',
          reason: 'solvency.unattributed',
          at: new Date('2026-01-01T00:00:00Z'),
          source: { kind: 'test' },
          postings: [{ from: chainAccount, to: unattributed, amount: 5n }],
        })
      }),
    )
    const reverse = (...words: string[]) => runToEnd(program, [String(journalId), ...words], env)
    expect(await reverse('operator 1')).toEqual({
      code: 2,
      out: '',
      error: expect.stringMatching(/^usage: /),
    })
    const done = new RegExp(`"reversed":"${journalId}".*"replayed":false.*"why":"booked twice"`)
    expect(await reverse('operator 1', 'booked twice')).toEqual({
      code: 0,
      out: expect.stringMatching(done),
      error: '',
    })
    await onDatabase(async ({ read }) => {
      expect(await balanceOf(read, unattributed)).toBe(0n)
      expect(await auditLedger(read)).toEqual([])
    })
  } finally {
    await chain.anvil.stop()
  }
})
