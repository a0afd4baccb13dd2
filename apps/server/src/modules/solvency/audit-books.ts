import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Database } from '../../platform/database/database.ts'
import { createLeaderGauge } from '../../platform/gauges/leader-gauges.ts'
import type { Tick } from '../../platform/tick.ts'
import { auditAccountBooks } from '../claims/index.ts'
import { auditDividends } from '../dividends/index.ts'
import { auditLedger } from '../ledger/index.ts'
import { auditNodes } from '../nodes/index.ts'
import { auditPackages } from '../packages/index.ts'

const HOURLY = '0 0 * * * *'

/**
 * The hourly audit of the books, from the postings up. The checks in between (check-reserves.ts) rely on its
 * rules: all balances add up to zero; each balance equals the sum of its postings, and held amounts equal the
 * open holds; budgets, promised income and principal of packages, accounts' totals on chain and the weekly pools agree with
 * the ledger.
 * The indexer itself checks whether events are missing.
 */
export const auditBooksTick = (deps: {
  readonly database: Database
  readonly logger: Logger
  readonly registry: Registry
}): Tick => {
  const findings = createLeaderGauge(deps.registry, 'worker', {
    name: 'ledger_audit_findings',
    help: 'Ledger invariants violated at the last audit; more than 0 is an alarm',
  })
  return {
    name: 'solvency.audit-books',
    schedule: HOURLY,
    run: async () => {
      const { read } = deps.database
      const found = [
        // 13 s for thirty million postings (bench `ledger.year`): some day beyond a statement's time-out.
        ...(await deps.database.session((session) => auditLedger(session))),
        ...(await auditPackages(read)),
        ...(await auditAccountBooks(read)),
        ...(await auditDividends(read)),
        ...(await auditNodes(read)),
      ]
      findings.set(found.length)
      for (const finding of found) deps.logger.error({ finding }, 'the books do not add up')
    },
  }
}
