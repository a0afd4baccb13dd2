import { fileURLToPath } from 'node:url'
import { runToEnd } from '@dr/test-kit'
import { expect, test } from 'vitest'
import { prepareDataAndPglite } from '../../test/app/server-data.ts'
import { startChain } from '../../test/app/test-app.ts'

const program = fileURLToPath(new URL('repost-suspense.ts', import.meta.url))

test('the operator’s command runs on the server’s environment, says what it did, and ends', async () => {
  const chain = await startChain()
  try {
    const ended = await runToEnd(program, [], {
      DATA_DIR: await prepareDataAndPglite(chain),
      RPC_URLS: chain.anvil.url,
    })
    expect(ended).toEqual({ code: 0, out: expect.stringMatching(/"posted":0,"refused":0/), error: '' })
  } finally {
    await chain.anvil.stop()
  }
})
