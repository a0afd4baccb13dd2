import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { NODE_ENVIRONMENT } from '@dr/test-kit'
import { expect, test } from 'vitest'
import { prepareDataAndPglite } from '../../test/app/server-data.ts'
import { startChain } from '../../test/app/test-app.ts'

const program = fileURLToPath(new URL('repost-suspense.ts', import.meta.url))

test('the operator’s command runs on the server’s environment, says what it did, and ends', async () => {
  const chain = await startChain()
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program], {
      env: {
        DATA_DIR: await prepareDataAndPglite(chain),
        RPC_URLS: chain.anvil.url,
        ...NODE_ENVIRONMENT,
      },
      timeout: 45_000,
    })
    expect(stdout).toMatch(/"posted":0,"refused":0/)
  } finally {
    await chain.anvil.stop()
  }
})
