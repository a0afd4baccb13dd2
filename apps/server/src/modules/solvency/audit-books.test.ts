import { describeOnDatabase } from '@dr/test-kit'
import { expect, test } from 'vitest'
import { createLogger } from '../../platform/logger.ts'
import { createRegistry } from '../../platform/metrics.ts'
import { account, postJournal } from '../ledger/index.ts'
import { auditBooksTick } from './audit-books.ts'

describeOnDatabase('the hourly audit', ({ openDatabase }) => {
  test('is quiet over sound books, and alarms when a balance was touched by hand', async () => {
    const database = await openDatabase()
    const lines: string[] = []
    const logger = createLogger('info', { write: (line) => void lines.push(line) })
    const registry = createRegistry({ defaults: false })
    const tick = auditBooksTick({ database, logger, registry })
    const findings = async () => /^ledger_audit_findings (\d+)$/m.exec(await registry.metrics())?.[1]
    await database.transaction((tx) =>
      postJournal(tx, {
        key: 'chain:1:0x00:0',
        reason: 'mining.release',
        at: new Date('2026-01-01T00:00:00Z'),
        source: { kind: 'emission', releaseId: 1 },
        postings: [
          {
            from: account({ vault: 0, token: 'DR', kind: 'chain' }),
            to: account({ vault: 0, token: 'DR', kind: 'emission-pool' }),
            amount: 7n,
          },
        ],
      }),
    )
    await tick.run(new AbortController().signal)
    expect([await findings(), lines]).toEqual(['0', []])
    await database.single.query({
      text: `UPDATE ledger_account SET balance = balance + 1 WHERE kind = 'emission-pool'`,
    })
    await tick.run(new AbortController().signal)
    expect(await findings()).toBe('2') // the sum, and the balance
    expect(lines.join()).toContain('0:DR:emission-pool')
    await database.single.query({
      text: `INSERT INTO package_budget (package_id, token, left_amount, funded) VALUES (1, 'USDT', 5, 5)`,
    })
    await tick.run(new AbortController().signal)
    expect(await findings()).toBe('3') // a budget that is not in the ledger
    expect(lines.join()).toContain('budgets-are-the-account')
  })
})
