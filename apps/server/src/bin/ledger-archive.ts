/**
 * For the operator, with the server's environment: `node apps/server/src/bin/ledger-archive.ts verify`
 * reads all archived journals: each file's hash follows from the one before, together they add up to the
 * openings of the ledger's audit, and users' statements and the archived keys are what they say. `… export
 * <folder>` writes them as `<number>.jsonl.gz`, each file once, with their hashes in `chain.txt`, for another
 * place; `… verify <folder>` reads them from there, and names what the database lacks. Ends with 1 if
 * anything is wrong. On PGlite the server has to be stopped.
 */
import { exportArchive, readExported, verifyArchive, verifyFolder } from '../modules/ledger/index.ts'
import { readConfig } from '../platform/config/config.ts'
import { createLogger } from '../platform/logger.ts'
import { runProgram } from '../platform/programs/run-program.ts'
import { openFoundation } from './server/open-foundation.ts'

const [command = '', folder] = process.argv.slice(2)
if (!(command === 'verify' || (command === 'export' && folder !== undefined))) {
  process.stderr.write('usage: ledger-archive.ts verify [folder] | export <folder>\n')
  process.exit(2)
}

await runProgram(async () => {
  const config = readConfig(process.env, [])
  const logger = createLogger(config.logLevel)
  const { database, close } = await openFoundation(config, logger)
  try {
    if (command === 'export' && folder !== undefined) {
      const written = await exportArchive(database.read, folder)
      logger.info({ folder, written }, 'the archive is exported')
    } else {
      const contentOf =
        folder === undefined ? {} : { contentOf: (file: { id: bigint }) => readExported(folder, file) }
      const report = await database.transaction(
        async (tx) => {
          const ofFolder = folder === undefined ? [] : await verifyFolder(tx, folder)
          const { findings, ...rest } = await verifyArchive(tx, contentOf)
          return { ...rest, findings: [...ofFolder, ...findings] }
        },
        { isolation: 'repeatable read' },
      )
      for (const finding of report.findings) logger.error(finding, 'the archive is not what it was')
      const { files, journals, findings } = report
      logger.info(
        { files, journals: journals.toString(), findings: findings.length },
        'the archive is verified',
      )
      if (findings.length > 0) process.exitCode = 1
    }
  } finally {
    await close()
  }
})
