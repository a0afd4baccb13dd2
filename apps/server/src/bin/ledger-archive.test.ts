import { execFile } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { NODE_ENVIRONMENT } from '@dr/test-kit'
import { expect, test } from 'vitest'
import { prepareDataAndPglite } from '../../test/app/server-data.ts'
import { startChain } from '../../test/app/test-app.ts'
import { alice, fund } from '../../test/modules/ledger.ts'
import { archiveLedger } from '../modules/ledger/index.ts'
import { advanceChainClock } from '../platform/chain/chain-clock.ts'
import { readConfig } from '../platform/config/config.ts'
import { lowerHex } from '../platform/hex.ts'
import { createLogger } from '../platform/logger.ts'
import { openFoundation } from './server/open-foundation.ts'

const program = fileURLToPath(new URL('ledger-archive.ts', import.meta.url))
const run = promisify(execFile)

test('the operator’s command exports the archive, verifies it, and finds a file that was changed', async () => {
  const chain = await startChain()
  try {
    const directory = await prepareDataAndPglite(chain)
    const env = { DATA_DIR: directory, RPC_URLS: chain.anvil.url, ...NODE_ENVIRONMENT }
    const { database, close } = await openFoundation(readConfig(env), createLogger('silent'))
    await database.transaction(async (tx) => {
      await advanceChainClock(tx, {
        chainId: chain.deployment.chainId,
        from: undefined,
        to: { number: 1n, hash: lowerHex(`0x${'00'.repeat(32)}`), timestamp: 1_800_000_000n },
      })
      await fund(tx, alice, 5n)
    })
    await database.single.query({
      text: `UPDATE installation SET value = '2020-01-01' WHERE name = 'archive-from'`,
    })
    await archiveLedger(database, new AbortController().signal)
    await close()

    const node = (...args: string[]) => run(process.execPath, [program, ...args], { env, timeout: 45_000 })
    const folder = join(directory, 'archive')
    await expect(node('export')).rejects.toMatchObject({ code: 2 })
    expect((await node('verify')).stdout).toMatch(/"files":1,"journals":"2","findings":0/)
    expect((await node('export', folder)).stdout).toMatch(/"written":1/)
    expect((await node('export', folder)).stdout).toMatch(/"written":0/)
    expect(await readdir(folder)).toEqual(['00000001.jsonl.gz', 'chain.txt'])
    expect((await node('verify', folder)).stdout).toMatch(/"findings":0/)
    const path = join(folder, '00000001.jsonl.gz')
    const lines = gunzipSync(await readFile(path)).toString()
    expect(lines.trim().split('\n')).toHaveLength(2)
    await writeFile(path, gzipSync(lines.replace('"5"', '"6"')))
    await expect(node('verify', folder)).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        /its hash is not the one it was exported with[\s\S]*its hash is not that of its lines/,
      ),
    })
  } finally {
    await chain.anvil.stop()
  }
})
