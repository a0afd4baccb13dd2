import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import {
  type Anvil,
  describeOnPostgres,
  fillPgliteDirectory,
  openTestPostgres,
  spawnTied,
  startAnvil,
} from '@dr/test-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deployToken, readSeen, type Token } from '../../test/engines/scripted-chain.ts'
import { chainNow } from '../platform/chain/chain-clock.ts'
import type { Database } from '../platform/database/database.ts'
import { openPglite } from '../platform/database/pglite.ts'

const FOLLOWER = fileURLToPath(new URL('../../test/engines/follower.ts', import.meta.url))
const FULL = process.env.FULL === '1'
const KILLS = FULL ? 30 : 3
const TIMEOUT_MS = FULL ? 1_200_000 : 600_000
/** Blocks are mined while followers are killed: the more kills, the more there is to read at the end. */
const CATCH_UP_MS = 40_000 + KILLS * 10_000

let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil()
})
afterAll(() => anvil.stop())

const children = new Set<ChildProcess>()
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

const startFollower = async (token: Token, store: string) => {
  const args = [FOLLOWER, anvil.url, token.address, String(token.startBlock), store]
  const child = spawnTied(process.execPath, args)
  children.add(child)
  let output = ''
  let errors = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  await expect.poll(() => output || errors, { timeout: 40_000 }).toContain('started')
  return {
    block: () => BigInt(output.trim().split('\n').slice(1).at(-1) ?? 0),
    kill: async () => {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
      expect(errors).toBe('')
    },
  }
}

/** Transfers continue while followers are killed and started again; then the last one may finish. */
const killAtRandom = async (store: string, open: () => Promise<Database>): Promise<void> => {
  const token = await deployToken(anvil)
  const sent: bigint[] = []
  let killed = 0
  const sending = (async () => {
    while (killed < KILLS) {
      const amounts = Array.from({ length: 1 + (sent.length % 4) }, (_, index) =>
        BigInt(sent.length + index + 1),
      )
      await token.transfer(...amounts)
      sent.push(...amounts)
      await anvil.mine()
      await delay(15)
    }
  })()
  while (killed < KILLS) {
    const follower = await startFollower(token, store)
    await delay(Math.random() * 400)
    await follower.kill()
    killed++
  }
  await sending
  await anvil.mine(3)
  const finalized = await anvil.client.getBlock({ blockTag: 'finalized' })
  const last = await startFollower(token, store)
  await expect.poll(() => last.block(), { timeout: CATCH_UP_MS }).toBe(finalized.number)
  await delay(100) // the block is printed inside its transaction
  await last.kill()

  const database = await open()
  expect(await readSeen(database.read)).toEqual(sent)
  expect(await chainNow(database.read)).toMatchObject({ blockNumber: finalized.number, hash: finalized.hash })
  await database.close()
}

describe('killed with -9 between any two steps, nothing is lost and nothing twice (pglite)', () => {
  test(
    'in its folder',
    async () => {
      const root = mkdtempSync(join(tmpdir(), 'dr-kill-'))
      const directory = join(root, 'db')
      await fillPgliteDirectory(directory)
      await killAtRandom(directory, () => openPglite({ directory }))
      rmSync(root, { recursive: true, force: true })
    },
    TIMEOUT_MS,
  )
})

describeOnPostgres('killed with -9 between any two steps, nothing is lost and nothing twice', () => {
  test(
    'on its connection',
    async () => {
      const { url, database } = await openTestPostgres()
      await killAtRandom(url, async () => database)
    },
    TIMEOUT_MS,
  )
})
