import { fileURLToPath } from 'node:url'
import { runToEnd } from '@dr/test-kit'
import { expect, test } from 'vitest'
import { prepareDataAndPglite } from '../../test/app/server-data.ts'
import { startChain } from '../../test/app/test-app.ts'

const program = fileURLToPath(new URL('repost-suspense.ts', import.meta.url))
const settleProgram = fileURLToPath(new URL('settle-event.ts', import.meta.url))

test('the operators’ commands run on the server’s environment, say what they did, and end', async () => {
  const chain = await startChain()
  try {
    const environment = { DATA_DIR: await prepareDataAndPglite(chain), RPC_URLS: chain.anvil.url }
    const ended = await runToEnd(program, [], environment)
    expect(ended).toEqual({ code: 0, out: expect.stringMatching(/"posted":0,"refused":0/), error: '' })
    const settle = (...words: string[]) => runToEnd(settleProgram, words, environment)
    expect(await settle('7', 'operator 1', 'operator 2')).toMatchObject({ code: 2 })
    expect(await settle('7', 'operator 1', 'operator 1', 'stolen')).toMatchObject({
      code: 1,
      error: 'two people decide this\n',
    })
    const nothing = await settle('7', 'operator 1', 'operator 2', 'stolen')
    expect(nothing).toEqual({ code: 0, out: expect.stringMatching(/"settled":false/), error: '' })
  } finally {
    await chain.anvil.stop()
  }
})
