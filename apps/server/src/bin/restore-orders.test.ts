import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runToEnd } from '@dr/test-kit'
import { expect, test } from 'vitest'
import { prepareDataAndPglite } from '../../test/app/server-data.ts'
import { startChain } from '../../test/app/test-app.ts'

const program = fileURLToPath(new URL('restore-orders.ts', import.meta.url))

test('the operator’s command needs the journal’s folder, runs on the server’s environment, says what it did, and ends', {
  timeout: 600_000,
}, async () => {
  const chain = await startChain()
  try {
    const DATA_DIR = await prepareDataAndPglite(chain)
    const run = (...folder: string[]) => runToEnd(program, folder, { DATA_DIR, RPC_URLS: chain.anvil.url })
    expect(await run()).toEqual({ code: 2, out: '', error: expect.stringMatching(/^usage: /) })
    const signed = join(DATA_DIR, 'signed')
    mkdirSync(signed)
    const nothing = /"restored":0,"missing":0,"posted":0,"refused":0/
    expect(await run(signed)).toEqual({ code: 0, out: expect.stringMatching(nothing), error: '' })
  } finally {
    await chain.anvil.stop()
  }
})
