/**
 * Backup and restore by docs/operations.md: dumped while it runs, restored elsewhere, and the server
 * continues.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { digitalRightsAbi } from '@dr/contracts/abi'
import { CALLS } from '@dr/protocol/calls/index'
import type { Voucher } from '@dr/protocol/calls/voucher'
import { voucherCall } from '@dr/protocol/voucher-call'
import { describeOnPostgres, type PostgresCluster, startPostgres, testWallet } from '@dr/test-kit'
import type { Abi, Hex } from 'viem'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startServer } from '../../src/bin/server/start-server.ts'
import { auditLedger } from '../../src/modules/ledger/index.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { openPostgres } from '../../src/platform/database/postgres.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { send } from '../app/chain.ts'
import { prepareData } from '../app/server-data.ts'
import { type Chain, startChain } from '../app/test-app.ts'
import { changed, fingerprint } from './fingerprint.ts'
import { equip } from './scene.ts'
import { createTestClient, type TestClient } from './test-client.ts'

const run = promisify(execFile)
const ORIGIN = 'http://app.test'
const PATIENCE = { timeout: 120_000, interval: 100 }

describeOnPostgres('backup and restore', () => {
  let chain: Chain
  let cluster: PostgresCluster
  let folder: string
  beforeAll(async () => {
    chain = await startChain()
    cluster = await startPostgres()
    folder = await mkdtemp(join(tmpdir(), 'dr-backup-'))
  })
  afterAll(async () => {
    await cluster?.stop()
    await chain?.anvil.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const start = async (directory: string, name: string) => {
    const url = cluster.url(name)
    const config = readConfig({
      PORT: '0',
      DATA_DIR: directory,
      RPC_URLS: chain.anvil.url,
      DATABASE_URL: url,
      DATABASE_POOL_MAX: '4',
      PUBLIC_ORIGIN: ORIGIN,
    })
    const server = await startServer(config, { logger: createLogger('silent') })
    onTestFinished(() => server.stop())
    const database = openPostgres({ url, poolMax: 2, onIdleError: () => undefined })
    onTestFinished(() => database.close())
    return { server, database, client: createTestClient(server.port) }
  }

  const call = async <Data>(
    client: TestClient,
    path: string,
    body: unknown,
    token: string,
  ): Promise<Data> => {
    const answer = await client.send(await client.seal(path, body, token))
    expect(answer.code).toBe(0)
    return answer.data as Data
  }

  const machinesOf = async (client: TestClient, token: string) =>
    (await call<{ items: { machineId: string }[] }>(client, CALLS.miningDetail.path, {}, token)).items.length

  /** Uses a voucher, and waits until it is final. */
  const use = async (voucher: Voucher) => {
    await send(chain, testWallet('restored'), {
      address: voucher.contract as Hex,
      abi: digitalRightsAbi as Abi,
      ...voucherCall(voucher),
    })
    await chain.anvil.mine(3)
  }

  const createDatabase = async (name: string) => {
    await run(join(cluster.binDirectory, 'createdb'), [
      '--host=127.0.0.1',
      `--port=${cluster.port}`,
      '--username=postgres',
      name,
    ])
  }

  const suspended = async ({ read }: Database) =>
    (await read.query({ text: 'SELECT handler FROM suspense_event' })).rows

  test('what was there is there, what the chain did since is read, and the books agree', {
    timeout: 240_000,
  }, async () => {
    const directory = await prepareData(chain)
    await createDatabase('product')
    const { server, client, database } = await start(directory, 'product')
    const { data: config } = await client.get<{ genesisInviteCode: string }>(CALLS.publicConfig.path)
    const wallet = testWallet('restored')
    await equip(chain, wallet)
    const more = { inviteCode: config.genesisInviteCode }
    const { token } = (await client.signIn(wallet, CALLS.register.path, { origin: ORIGIN, more })).data
    const quote = (machineCount: number) =>
      call<Voucher>(client, CALLS.machineSignature.path, { productId: 'm1', machineCount }, token)
    await use(await quote(2))
    await vi.waitFor(async () => expect(await machinesOf(client, token)).toBe(2), PATIENCE)
    const open = await quote(3)

    // While it runs: the dump and the fingerprint are of one snapshot, independent of concurrent writes.
    const dump = join(folder, 'dr.dump')
    const before = await database.transaction(
      async (tx) => {
        const { rows } = await tx.query<{ name: string }>({ text: 'SELECT pg_export_snapshot() AS name' })
        await run(join(cluster.binDirectory, 'pg_dump'), [
          '--format=custom',
          '--no-unlogged-table-data',
          `--snapshot=${rows[0]?.name}`,
          `--file=${dump}`,
          cluster.url('product'),
        ])
        return await fingerprint({ read: tx })
      },
      { isolation: 'repeatable read' },
    )
    await server.stop()
    // An earlier voucher is used after the dump, so that the database does not know it.
    await use(open)

    await createDatabase('restored')
    const target = `--dbname=${cluster.url('restored')}`
    await run(join(cluster.binDirectory, 'pg_restore'), ['--no-owner', '--exit-on-error', target, dump])
    const copy = openPostgres({ url: cluster.url('restored'), poolMax: 1 })
    // Announcements are unlogged: a dump omits them, so that none is delivered again.
    expect(changed(before, await fingerprint(copy))).toEqual(['announcement'])
    const cursor = async ({ read }: Database) =>
      Number(
        (await read.query<{ n: bigint }>({ text: 'SELECT block_number AS n FROM chain_clock' })).rows[0]?.n,
      )
    const from = await cursor(copy)
    await copy.close()

    const restored = await start(directory, 'restored')
    expect(await cursor(restored.database)).toBeGreaterThan(from)
    expect((await fetch(`http://localhost:${restored.server.port}/readyz`)).status).toBe(200)
    // The earlier session is valid, and the purchase after the dump was read from the chain.
    expect(await machinesOf(restored.client, token)).toBe(5)
    expect(await suspended(restored.database)).toEqual([])
    expect(await auditLedger(restored.database.read)).toEqual([])
    const again = await call<Voucher>(
      restored.client,
      CALLS.machineSignature.path,
      { productId: 'm1', machineCount: 1 },
      token,
    )
    expect(BigInt(again.nonce)).toBe(BigInt(open.nonce) + 1n)
  })
})
