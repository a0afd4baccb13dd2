/** Writes to every database host continuously: two that accept writes are a split brain. */
import { setTimeout as delay } from 'node:timers/promises'
import type { DatabaseNode, PatroniCluster } from '@dr/test-kit/patroni-cluster'
import pg from 'pg'

interface Acknowledged {
  readonly id: number
  readonly node: string
  readonly timeline: number
  /** Number of answers before it was sent. */
  readonly after: number
}

export interface Writers {
  /** Acknowledged writes in the order of the answers. */
  readonly acknowledged: Acknowledged[]
  stop(): Promise<void>
}

const EVERY_MS = 100
const RETRY_MS = 300
const CONNECT_TIMEOUT_MS = 1_000
const TABLE = 'CREATE TABLE IF NOT EXISTS written (id serial PRIMARY KEY, node text NOT NULL)'
const WRITE = `INSERT INTO written (node) VALUES ($1) RETURNING id,
  ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int AS timeline`

/** Writes continuously until the connection ends. A write without an answer does not count. */
const writeOn = async (url: string, node: string, { acknowledged, signal }: Parts): Promise<void> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  client.on('error', () => undefined) // the host was killed; the statement under way fails
  const abandon = () => client.connection.stream.destroy()
  signal.addEventListener('abort', abandon, { once: true })
  try {
    await client.connect()
    const { rows: servers } = await client.query('SELECT WHERE NOT pg_is_in_recovery()')
    while (!signal.aborted && servers.length === 1) {
      const after = acknowledged.length
      const { rows } = await client.query<{ id: number; timeline: number }>(WRITE, [node])
      const [row] = rows
      if (row) acknowledged.push({ ...row, node, after })
      await delay(EVERY_MS)
    }
  } finally {
    signal.removeEventListener('abort', abandon)
    abandon()
  }
}

interface Parts {
  readonly acknowledged: Acknowledged[]
  readonly signal: AbortSignal
}

/** Starts the writers. Sessions are kept during freezing and cutting off, like an old client's. */
export const startWriters = async (cluster: PatroniCluster): Promise<Writers> => {
  const admin = new pg.Client({ connectionString: cluster.adminUrl(await cluster.primary()) })
  await admin.connect()
  await admin.query(TABLE)
  await admin.end()
  const stopping = new AbortController()
  const parts: Parts = { acknowledged: [], signal: stopping.signal }
  const write = async (node: DatabaseNode) => {
    while (!stopping.signal.aborted) {
      await writeOn(cluster.adminUrl(node), node.name, parts).catch(() => undefined) // it is away
      await delay(RETRY_MS)
    }
  }
  const writing = cluster.nodes.map(write)
  return {
    acknowledged: parts.acknowledged,
    stop: async () => {
      stopping.abort()
      await Promise.all(writing)
    },
  }
}

/**
 * Evidence that two hosts accepted writes. A host frozen between commit and answer answers when another is
 * already primary, so a write counts from its sending.
 */
export const writtenByTwo = (acknowledged: readonly Acknowledged[]): string[] => {
  const findings: string[] = []
  const writerOf = new Map<number, string>()
  /** Highest timeline of the first n answers. */
  const highest = [0]
  for (const { timeline } of acknowledged) highest.push(Math.max(highest.at(-1) ?? 0, timeline))
  for (const { id, node, timeline, after } of acknowledged) {
    const begun = highest[after] ?? 0
    if (timeline < begun) findings.push(`${node} took ${id} on timeline ${timeline} after ${begun} began`)
    const writer = writerOf.get(timeline) ?? node
    writerOf.set(timeline, writer)
    if (writer !== node) findings.push(`${node} and ${writer} both wrote on timeline ${timeline}`)
  }
  return findings
}

/** Findings in the answers: written by two, or lost. Reads the present primary. */
export const compareWriters = async (
  cluster: PatroniCluster,
  { acknowledged }: Writers,
): Promise<string[]> => {
  const admin = new pg.Client({ connectionString: cluster.adminUrl(await cluster.primary()) })
  await admin.connect()
  const { rows } = await admin.query<{ id: number; node: string }>('SELECT id, node FROM written')
  await admin.end()
  const kept = new Map(rows.map(({ id, node }) => [id, node]))
  const lost = acknowledged.filter(({ id, node }) => kept.get(id) !== node)
  return [
    ...writtenByTwo(acknowledged),
    ...lost.map(({ id, node }) => `write ${id}, acknowledged by ${node}, is lost`),
  ]
}
