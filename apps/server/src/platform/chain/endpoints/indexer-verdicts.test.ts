import { describeOnBoth } from '@dr/test-kit'
import { expect, test } from 'vitest'
import type { Database } from '../../database/database.ts'
import { createLogger } from '../../logger.ts'
import { endpointFingerprint } from './endpoint-name.ts'
import { keepVerdicts, readDistrusted } from './indexer-verdicts.ts'

const verdictOf = (host: string) => ({
  url: `https://${host}.example/v3/SECRETRPCKEY`,
  name: `1:${host}.example`,
  problem: 'EndpointOutvotedError',
})

describeOnBoth("the indexer's verdicts", ({ openDatabase }) => {
  const expectDistrusted = (database: Database, ...hosts: readonly string[]) =>
    expect
      .poll(() => readDistrusted(database.read), { timeout: 20_000, interval: 20 })
      .toEqual(new Set(hosts.map((host) => endpointFingerprint(verdictOf(host).url))))

  test('are the last ones given, by a URL’s hash, in whatever order; nothing of a key is kept', async () => {
    const database = await openDatabase()
    const keep = keepVerdicts(database, createLogger('silent'))
    keep([verdictOf('a')])
    keep([verdictOf('a'), verdictOf('b')])
    await expectDistrusted(database, 'a', 'b')
    const { rows } = await database.read.query<{ all: string }>({
      text: 'SELECT string_agg(v::text, $1) AS all FROM rpc_endpoint_distrusted v',
      values: [' '],
    })
    expect(rows[0]?.all).toContain('1:a.example')
    expect(rows[0]?.all).not.toContain('SECRET')
    keep([])
    await expectDistrusted(database)
  })

  test('of an earlier leader end with the first of the next one', async () => {
    const database = await openDatabase()
    keepVerdicts(database, createLogger('silent'))([verdictOf('a')])
    await expectDistrusted(database, 'a')
    keepVerdicts(database, createLogger('silent'))([])
    await expectDistrusted(database)
  })

  test('are kept once the database takes them, if it did not at first', async () => {
    const database = await openDatabase()
    const lines: string[] = []
    let fails = true
    const failing: Database = {
      ...database,
      transaction: (work) => (fails ? Promise.reject(new Error('away')) : database.transaction(work)),
    }
    const keep = keepVerdicts(failing, createLogger('info', { write: (line) => void lines.push(line) }))
    keep([verdictOf('a')])
    await expect.poll(() => lines.length).toBe(1)
    fails = false
    keep([verdictOf('a')])
    await expectDistrusted(database, 'a')
  })
})
