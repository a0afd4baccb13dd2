/** Folded trees of any size: a random one, and a chain. Computed in memory, inserted by SQL. */
import type { Database, Tx } from '@dr/server/platform/database/database'
import { migrate } from '@dr/server/platform/database/migration/migrate'
import { openPostgres } from '@dr/server/platform/database/postgres'
import type { PostgresCluster } from '@dr/test-kit'
import type { BenchContext } from '../bench.ts'
import type { Size } from '../sizes.ts'

/** Connections of the product's pool, and callers on it. */
export const CALLERS = 16
export const NOW = 1_800_000_000
const TODAY = Math.floor(NOW / 86_400)
const CHUNK = 50_000
const CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const STAKED = 100n * 10n ** 18n

export interface Forest {
  readonly database: Database
  /** Roots of the random tree and the chain. */
  readonly root: number
  readonly chainRoot: number
  /** Members who may invite: ids 1 … `size`. */
  readonly size: Size
  /** Registered users without an inviter: range of ids. */
  readonly unbound: { readonly from: number; readonly to: number }
}

/** Mulberry32: the same tree each time. */
const randomOf = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

const codeOf = (id: number): string => {
  let code = ''
  for (let place = 0, rest = id; place < 8; place++, rest = Math.floor(rest / 32))
    code += CODE_LETTERS[rest % 32]
  return code
}

export const addressOf = (id: number): string => `0x${id.toString(16).padStart(40, '0')}`

/** Parents by index: `0` is a root. Every inviter joined earlier. */
const plant = (size: Size, deep: number): Int32Array => {
  const random = randomOf(size)
  const parents = new Int32Array(size + deep + 1)
  for (let id = 2; id <= size; id++) parents[id] = 1 + Math.floor(random() * (id - 1))
  for (let id = size + 2; id <= size + deep; id++) parents[id] = id - 1
  return parents
}

/** Depths, direct and total referrals of each, and inviters in the order of their first referrals. */
const measure = (parents: Int32Array) => {
  const count = parents.length
  const depth = new Int32Array(count)
  const direct = new Int32Array(count)
  const team = new Int32Array(count)
  const inviters: number[] = []
  for (let id = 1; id < count; id++) {
    const parent = parents[id] as number
    if (parent === 0) continue
    depth[id] = (depth[parent] as number) + 1
    if (direct[parent] === 0) inviters.push(parent)
    direct[parent] = (direct[parent] as number) + 1
  }
  for (let id = count - 1; id > 0; id--) {
    const parent = parents[id] as number
    if (parent !== 0) team[parent] = (team[parent] as number) + (team[id] as number) + 1
  }
  return { depth, direct, team, inviters }
}

/** All members have the same stake. */
const insertMembers = async (tx: Tx, parents: Int32Array): Promise<void> => {
  const { depth, direct, team } = measure(parents)
  for (let from = 1; from < parents.length; from += CHUNK) {
    const ids = Array.from({ length: Math.min(CHUNK, parents.length - from) }, (_, index) => from + index)
    const of = (values: Int32Array) => ids.map((id) => values[id] as number)
    await tx.query({
      text: `INSERT INTO users (id, address, invite_code, inviter_id, activated_at, registered_at)
          OVERRIDING SYSTEM VALUE
        SELECT id, '0x' || lpad(to_hex(id), 40, '0'), code, nullif(parent, 0), to_timestamp($4), to_timestamp($4)
        FROM unnest($1::int[], $2::text[], $3::int[]) AS u (id, code, parent)`,
      values: [ids, ids.map(codeOf), of(parents), NOW - 86_400],
    })
    await tx.query({
      text: `INSERT INTO team_member (user_id, address, inviter_id, joined_at, joined_seq, depth, own_staked, direct_staked,
          team_staked)
        SELECT id, '0x' || lpad(to_hex(id), 40, '0'), nullif(parent, 0), CASE WHEN parent > 0 THEN $6::bigint END,
          CASE WHEN parent > 0 THEN id END, depth, $7::numeric, $7::numeric * direct, $7::numeric * team
        FROM unnest($1::int[], $2::int[], $3::int[], $4::int[], $5::int[]) AS m (id, parent, depth, direct, team)`,
      values: [ids, of(parents), of(depth), of(direct), of(team), NOW - 86_400, STAKED],
    })
  }
}

/** Inserts teams like folds, by each inviter's first referral; figures before today are already summed. */
const insertPeople = async (tx: Tx, parents: Int32Array): Promise<void> => {
  const { depth, direct, team, inviters } = measure(parents)
  for (let from = 0; from < inviters.length; from += CHUNK) {
    const ids = inviters.slice(from, from + CHUNK)
    const of = (values: Int32Array) => ids.map((id) => values[id] as number)
    await tx.query({
      text: `INSERT INTO team_people (user_id, inviter_id, depth, day, direct, team, day_direct, day_team)
        SELECT id, nullif(parent, 0), depth, $6::integer, direct, team, 0, 0
        FROM unnest($1::int[], $2::int[], $3::int[], $4::int[], $5::int[]) AS p (id, parent, depth, direct, team)`,
      values: [ids, of(parents), of(depth), of(direct), of(team), TODAY],
    })
  }
}

const insertUnbound = async (tx: Tx, { from, to }: Forest['unbound']): Promise<void> => {
  for (let first = from; first <= to; first += CHUNK) {
    const ids = Array.from({ length: Math.min(CHUNK, to - first + 1) }, (_, index) => first + index)
    await tx.query({
      text: `INSERT INTO users (id, address, invite_code, registered_at) OVERRIDING SYSTEM VALUE
        SELECT id, '0x' || lpad(to_hex(id), 40, '0'), code, to_timestamp($3)
        FROM unnest($1::int[], $2::text[]) AS u (id, code)`,
      values: [ids, ids.map(codeOf), NOW],
    })
  }
}

/**
 * Opens a separate database in `cluster`: a random tree of `size`, a chain of `deep`, and `unbound`
 * newcomers.
 */
export const openForest = async (
  { defer, log }: BenchContext,
  input: { cluster: PostgresCluster; size: Size; deep: number; unbound: number },
): Promise<Forest> => {
  const started = performance.now()
  const { cluster, size, deep } = input
  const name = `forest_${size}`
  const admin = openPostgres({ url: cluster.url('postgres'), poolMax: 1 })
  await admin.single.script(`CREATE DATABASE ${name}`)
  await admin.close()
  const database = openPostgres({ url: cluster.url(name), poolMax: CALLERS + 2 })
  defer(() => database.close())
  await migrate(database)
  const unbound = { from: size + deep + 1, to: size + deep + input.unbound }
  await database.transaction(async (tx) => {
    await tx.script('SET LOCAL statement_timeout = 0; SET LOCAL session_replication_role = replica')
    const parents = plant(size, deep)
    await insertMembers(tx, parents)
    await insertPeople(tx, parents)
    await insertUnbound(tx, unbound)
    await tx.script(`INSERT INTO chain_clock (chain_id, block_number, block_hash, block_timestamp)
        VALUES (31337, 1, '0x' || repeat('ab', 32), ${NOW});
      CREATE TABLE bare (id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY, user_id bigint NOT NULL,
        inviter_id bigint NOT NULL, at timestamptz NOT NULL)`)
  })
  for (const sql of ['VACUUM ANALYZE', 'CHECKPOINT']) await database.single.script(sql)
  log(`team: a forest of ${size} and a chain of ${deep}, in ${Math.round(performance.now() - started)} ms`)
  return { database, root: 1, chainRoot: size + 1, size, unbound }
}
