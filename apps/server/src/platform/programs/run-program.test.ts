import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runToEnd } from '@dr/test-kit'
import { expect, onTestFinished, test } from 'vitest'

const KEY = 'SECRETRPCKEY'
const SERVER = new URL('../../bin/server/run-until-stopped.ts', import.meta.url).href
const PROGRAM = new URL('run-program.ts', import.meta.url).href

const run = async (source: string) => {
  const directory = await mkdtemp(join(tmpdir(), 'dr-program-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const path = join(directory, 'program.mjs')
  await writeFile(path, source)
  return runToEnd(path, [], {})
}

const FAILURE = `new Error('no answer of https://node.test/v3/${KEY}')`

test.each([
  ['fails', `throw ${FAILURE}`],
  [
    'has a promise that it does not wait for',
    `void Promise.reject(${FAILURE}); await new Promise(setImmediate)`,
  ],
  [
    'has a timer that fails',
    `setTimeout(() => { throw ${FAILURE} }, 0); await new Promise((r) => setTimeout(r, 99))`,
  ],
])('a program that %s ends with one line and 1', async (_what, work) => {
  const source = `import { runProgram } from '${PROGRAM}'\nawait runProgram(async () => { ${work} })`
  expect(await run(source)).toEqual({ code: 1, out: '', error: 'no answer of https://node.test/…\n' })
})

test('what a server did not catch has its stack, and no key', async () => {
  const { code, error } = await run(
    `import { runUntilStopped } from '${SERVER}'
     await runUntilStopped(() => {
       setTimeout(() => { throw ${FAILURE} }, 0)
       return { failed: new Promise(() => {}), stop: async () => {} }
     })`,
  )
  expect(code).toBe(1)
  expect(error).toMatch(/^Error: no answer of https:\/\/node\.test\/…\n +at /)
  expect(error).not.toContain(KEY)
})
