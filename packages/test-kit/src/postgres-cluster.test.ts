import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { findPostgres, startPostgres } from './postgres-cluster.ts'

describe.runIf(findPostgres() !== undefined)('startPostgres', () => {
  test('gives a server of our own, and ends it', async () => {
    const cluster = await startPostgres()
    const client = new pg.Client({ connectionString: cluster.url('postgres') })
    await client.connect()
    const { rows } = await client.query(`SHOW fsync`)
    expect(rows).toEqual([{ fsync: 'off' }])
    await client.end()
    await cluster.stop()
    const late = new pg.Client({ connectionString: cluster.url('postgres') })
    await expect(late.connect()).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })
})
