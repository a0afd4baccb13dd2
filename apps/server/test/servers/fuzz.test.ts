/**
 * For any input: no answer of 500, no internals in an answer or secret in the log, no changed row. A few
 * hundred requests, 20,000 with FULL=1 (`npm run test:full`); `FUZZ_SEED` repeats a run.
 */
import { randomInt } from 'node:crypto'
import { ERRORS } from '@dr/protocol/errors'
import { describeOnPostgres } from '@dr/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, startChain } from '../app/test-app.ts'
import { readDocument } from './document.ts'
import { changed, fingerprint } from './fingerprint.ts'
import { createFuzzer } from './fuzz.ts'
import { leaksIn, readSecrets } from './leaks.ts'
import { createRandom } from './random.ts'
import { mistakesIn, openScene, type Scene } from './scene.ts'

const seed = Number(process.env.FUZZ_SEED || randomInt(2 ** 31))
const REQUESTS = process.env.FULL === '1' ? 20_000 : 600
const AT_ONCE = 20
/** Requests between two checks of all tables. */
const LOOK_EVERY = 1_000
/** 503 by design: a separate code names the unavailable part. */
const PASSING = Object.values(ERRORS).flatMap(({ code, status }) => (status === 503 ? [code as number] : []))

describeOnPostgres('fuzzing', () => {
  let chain: Chain
  let scene: Scene
  beforeAll(async () => {
    chain = await startChain()
    scene = await openScene(chain)
  })
  afterAll(async () => {
    await scene?.close()
    await chain?.anvil.stop()
  })

  test(`${REQUESTS} requests of seed ${seed}`, { timeout: 1_200_000 }, async () => {
    process.stderr.write(`fuzzing: FUZZ_SEED=${seed}, ${REQUESTS} requests\n`)
    const { next } = await createFuzzer(scene, await readDocument(scene.app), createRandom(seed))
    const tokens = Object.values(scene.people).map(({ token }) => token)
    const secrets = [...readSecrets(scene.secretsDirectory), ...tokens]
    const findings: unknown[] = []
    const codes = new Map<number, number>()
    let before = await fingerprint(scene.database)
    for (let sent = 0; sent < REQUESTS && findings.length < 10; sent += AT_ONCE) {
      const batch: Awaited<ReturnType<typeof next>>[] = []
      for (let index = 0; index < AT_ONCE; index++) batch.push(await next())
      await Promise.all(
        batch.map(async ({ what, raw, refused }) => {
          const { status, text, body } = await scene.send(raw)
          const code = Number(body.code)
          codes.set(code, (codes.get(code) ?? 0) + 1)
          if (status >= 500 && !(status === 503 && PASSING.includes(code)))
            findings.push([what, status, text])
          if (!Number.isInteger(code)) findings.push([what, status, text])
          if (refused && code === 0) findings.push([what, 'accepted'])
          const leaks = leaksIn(text, secrets)
          if (leaks.length > 0) findings.push([what, leaks, text.slice(0, 500)])
        }),
      )
      if ((sent + AT_ONCE) % LOOK_EVERY > 0 && sent + AT_ONCE < REQUESTS) continue
      const after = await fingerprint(scene.database)
      const tables = changed(before, after)
      if (tables.length > 0) findings.push([`after ${sent + AT_ONCE} requests`, 'changed', tables])
      before = after
    }
    const tally = [...codes].toSorted(([a], [b]) => a - b).map(([code, count]) => `${count}× ${code}`)
    process.stderr.write(`fuzzing: ${tally.join(', ')}\n`)
    expect(mistakesIn(scene.log).slice(0, 10), `FUZZ_SEED=${seed}`).toEqual([])
    expect(findings, `FUZZ_SEED=${seed}`).toEqual([])
    expect(scene.log.filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([])
    // Checks that the run was meaningful: requests were accepted, and refused by the envelope, the session
    // and the schema.
    for (const code of [0, 10002, 10003, 30005]) expect(codes.get(code) ?? 0).toBeGreaterThan(0)
  })
})
