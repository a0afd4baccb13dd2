/** The product as processes, whose keys are rotated while a user requests vouchers. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CALLS } from '@dr/protocol/calls/index'
import type { Voucher } from '@dr/protocol/calls/voucher'
import { testWallet } from '@dr/test-kit'
import { openTestPostgres } from '@dr/test-kit/postgres-databases'
import { expect, onTestFinished } from 'vitest'
import { fillData } from '../../app/server-data.ts'
import type { Chain } from '../../app/test-app.ts'
import { startProxy } from '../proxy.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { createTestClient } from '../test-client.ts'

const ORIGIN = 'http://app.test'
export const PATIENCE = { timeout: 60_000, interval: 200 }
export const FEATURE_OFF = 1023
/** The user who requests the vouchers; the test equips them. */
export const alice = testWallet('alice')

const openFolder = async (chain: Chain): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'dr-roles-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  await fillData(chain, directory)
  return directory
}

/** Ends with the test; `alice` is registered and signed in. */
export const openProduct = async (chain: Chain) => {
  const directory = await openFolder(chain)
  const { database, url } = await openTestPostgres()
  onTestFinished(() => database.close())
  const settings: Record<string, string> = {
    PORT: '0',
    DATA_DIR: directory,
    RPC_URLS: chain.anvil.url,
    DATABASE_URL: url,
    DATABASE_POOL_MAX: '4',
    PUBLIC_ORIGIN: ORIGIN,
    RATE_LIMIT_FACTOR: '100000',
  }
  const proxy = await startProxy()
  onTestFinished(() => proxy.close())
  const start = (of: 'api' | 'indexer' | 'worker') => startServerProcess(settings, { role: of })
  await start('indexer')
  let worker = await start('worker')
  let apis: readonly ServerProcess[] = await Promise.all([start('api'), start('api')])
  const route = () => proxy.route(apis.map(({ port }) => port))
  await route()
  const client = createTestClient(proxy.port)
  const { data } = await client.get<{ genesisInviteCode: string }>(CALLS.publicConfig.path)
  const { data: session } = await client.signIn(alice, CALLS.register.path, {
    origin: ORIGIN,
    more: { inviteCode: data.genesisInviteCode },
  })
  const quote = async () =>
    (await client.send(
      await client.seal(CALLS.machineSignature.path, { productId: 'm1', machineCount: 1 }, session.token),
    )) as { code: number; data: Voucher & { reason?: string } }
  return {
    settings,
    database,
    secret: (name: string) => join(directory, 'secrets', name),
    quote,
    restartApis: async () => {
      for (const old of apis) {
        apis = [...apis.filter((one) => one !== old), await start('api')]
        await route()
        expect(await old.stop()).toBe(0)
      }
    },
    restartWorker: async () => {
      const old: ServerProcess = worker
      worker = await start('worker')
      expect(await old.stop()).toBe(0)
    },
  }
}

export type Product = Awaited<ReturnType<typeof openProduct>>
