/** Archives the ledger of the database at the URL that it is given; a process of its own, to be killed. */
import { archiveLedger } from '../../src/modules/ledger/index.ts'
import { openPostgres } from '../../src/platform/database/postgres.ts'

const [url = ''] = process.argv.slice(2)
const database = openPostgres({ url, poolMax: 2 })
process.stdout.write('started\n')
await archiveLedger(database, new AbortController().signal)
process.stdout.write('finished\n')
await database.close()
