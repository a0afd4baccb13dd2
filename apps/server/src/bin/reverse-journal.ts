/**
 * For the operator: reverses a journal by posting its opposite, with decider and reason. `node
 * apps/server/src/bin/reverse-journal.ts <journal id> <who> <why>`, with the server's environment. With
 * PGlite the server has to be stopped. Idempotent for each journal.
 */
import { parseArgs } from 'node:util'
import { reverseJournal } from '../modules/ledger/index.ts'
import { chainNow } from '../platform/chain/chain-clock.ts'
import { readConfig } from '../platform/config/config.ts'
import { createLogger } from '../platform/logger.ts'
import { runProgram } from '../platform/programs/run-program.ts'
import { JOURNAL_REASONS } from './server/journal-reasons.ts'
import { openFoundation } from './server/open-foundation.ts'

await runProgram(async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [id = '', by = '', why = ''] = positionals
  if (!/^[1-9]\d{0,18}$/.test(id) || by === '' || why === '') {
    process.stderr.write('usage: reverse-journal.ts <journal id> <who decided> <why>\n')
    process.exit(2)
  }
  const config = readConfig(process.env, [])
  const logger = createLogger(config.logLevel)
  const { database, close } = await openFoundation(config, logger)
  try {
    const { journalId, replayed } = await database.transaction(async (tx) =>
      reverseJournal(tx, {
        journalId: BigInt(id),
        at: (await chainNow(tx)).at,
        by,
        why,
        reasons: JOURNAL_REASONS,
      }),
    )
    logger.info(
      { reversed: id, journalId: journalId.toString(), replayed, by, why },
      'the journal is reversed',
    )
  } finally {
    await close()
  }
})
