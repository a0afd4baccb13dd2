/**
 * For the operator, with the server's environment: `node apps/server/src/bin/ledger-archive.ts verify`
 * reads all archived journals: each file's hash follows from the one before, and together they add up to
 * the openings of the ledger's audit. `… export <folder>` writes them as `<number>.jsonl.gz`, each file
 * once, for another place; `… verify <folder>` reads them from there. Ends with 1 if anything is wrong. On
 * PGlite the server has to be stopped.
 */
import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { archiveFiles, verifyArchive } from '../modules/ledger/index.ts'
import { readConfig } from '../platform/config/config.ts'
import type { Reader } from '../platform/database/database.ts'
import { createLogger } from '../platform/logger.ts'
import { writeWholeFile } from '../platform/whole-file.ts'
import { openFoundation } from './server/open-foundation.ts'

const NUMBER_WIDTH = 8
const [command = '', folder] = process.argv.slice(2)
if (!(command === 'verify' || (command === 'export' && folder !== undefined))) {
  process.stderr.write('usage: ledger-archive.ts verify [folder] | export <folder>\n')
  process.exit(2)
}

const pathOf = (directory: string, { id }: { readonly id: bigint }): string =>
  join(directory, `${id.toString().padStart(NUMBER_WIDTH, '0')}.jsonl.gz`)

const exportTo = async (reader: Reader, directory: string): Promise<number> => {
  await mkdir(directory, { recursive: true })
  let written = 0
  for await (const file of archiveFiles(reader)) {
    const path = pathOf(directory, file)
    if (existsSync(path)) continue
    await writeWholeFile(
      path,
      (stream) =>
        new Promise<void>((resolve, reject) => {
          stream.once('error', reject).once('finish', resolve).end(file.content)
        }),
    )
    written += 1
  }
  return written
}

const config = readConfig(process.env, [])
const logger = createLogger(config.logLevel)
const { database, close } = await openFoundation(config, logger)
try {
  if (command === 'export' && folder !== undefined) {
    const written = await exportTo(database.read, folder)
    logger.info({ folder, written }, 'the archive is exported')
  } else {
    const contentOf =
      folder === undefined ? {} : { contentOf: (file: { id: bigint }) => readFile(pathOf(folder, file)) }
    const report = await database.transaction((tx) => verifyArchive(tx, contentOf), {
      isolation: 'repeatable read',
    })
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
