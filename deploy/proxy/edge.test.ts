/** Answers of the edge itself: while no API is ready, and to invalid paths. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { CALLS } from '@dr/protocol/calls/index'
import { ERROR_MESSAGES } from '@dr/protocol/error-messages'
import { ERRORS } from '@dr/protocol/errors'
import { createLogger } from '@dr/server/platform/logger'
import { freePort, openSnapshot } from '@dr/test-kit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startHttpTestApp } from '../../apps/server/test/app/http-test-app.ts'
import { readBlocks } from '../../apps/server/test/servers/rotation/operations-document.ts'
import { PROXIES, READY_MS, startProxy, startSiteCopy } from './start-proxy.ts'

const PAGE = '<!doctype html><title>数字权益资产</title>'
const SCRIPT = `console.log(${JSON.stringify('x'.repeat(5_000))})`
const AWAY = { code: ERRORS.INTERNAL.code, message: ERROR_MESSAGES.INTERNAL }

/** Paths of scanners; site.test.ts sends the same and more to the API alone. */
const NO_PATHS = [
  '/assets/../../../etc/passwd',
  '/../../etc/passwd',
  '/assets/..%2f..%2fetc/passwd',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/assets/%00',
  '/%',
  '/%zz',
  '/%c0%af',
  '/%5c..%5cetc',
  '//',
  '//evil.test/..',
  '/api/v1/../../../etc/passwd',
  '/results/../../etc/passwd',
  '/docs/..%00',
  `/${'a'.repeat(4_000)}`,
  `/${'a'.repeat(40_000)}`,
  '*',
  'no-slash',
  'http://[/',
] as const

const makeSite = async (): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'dr-edge-site-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  await mkdir(join(directory, 'assets'))
  await writeFile(join(directory, 'index.html'), PAGE)
  await writeFile(join(directory, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await writeFile(join(directory, 'assets', 'main-abc.js'), SCRIPT)
  await writeFile(join(directory, 'assets', 'main-abc.js.gz'), gzipSync(SCRIPT))
  return directory
}

/** As operations.md says of a new version. */
const headersOf = async (port: number): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'dr-edge-headers-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const { script } = readBlocks().find(({ script }) => script.includes('--dump-header')) ?? {}
  // Not synchronously: the API runs in this process.
  const env = { ...process.env, PORT: String(port) }
  await promisify(execFile)('bash', ['-ec', String(script)], { cwd: directory, env })
  return join(directory, 'digital-rights-headers.conf')
}

/** The status of an answer, byte for byte as the path is written. */
const ask = async (port: number, path: string): Promise<readonly [status: number, head: string]> => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined) // reset after the answer to what is too long
  socket.write(`GET ${path} HTTP/1.1\r\nhost: app.test\r\nconnection: close\r\n\r\n`)
  const [head = ''] = (await readText(socket)).split('\r\n\r\n')
  return [Number(head.split(' ')[1]), head]
}

const securityOf = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    [...headers].filter(([name]) => /^(?:content-sec|cross|origin|perm|ref|strict|x-[^r]|cache)/.test(name)),
  )

for (const name of ['nginx', 'haproxy'] as const) {
  if (!(existsSync(PROXIES[name].program) && existsSync(PROXIES.nginx.program))) continue
  describe(name, () => {
    /** An API with the app, the copy of it at the edge, and the proxy before both. */
    const open = async () => {
      const database = await openSnapshot()
      onTestFinished(() => database.close())
      const failed: string[] = []
      const logger = createLogger('error', { write: (line) => failed.push(line) })
      const site = await makeSite()
      const api = await startHttpTestApp(database, { siteDirectory: site, logger })
      await api.app.listen({ port: 0, host: '127.0.0.1' })
      const port = Number(new URL(api.app.listeningOrigin).port)
      const copy = await startSiteCopy(site, await headersOf(port))
      const proxy = await startProxy(name, { apis: [port, await freePort()], copy })
      return { ...proxy, ...api, failed }
    }

    test('no API is ready: the app comes from the copy, all else is the API’s 503', async () => {
      const { get, plain, app, database, clock } = await open()
      const paths = ['/', '/index.html', '/icon.svg', '/assets/main-abc.js'] as const
      const answers = async () => {
        const all = await Promise.all(paths.map((path) => get(path)))
        return Promise.all(
          all.map(async (one) => [one.status, await one.text(), securityOf(one.headers)] as const),
        )
      }
      const before = await answers()
      expect(before.map(([status]) => status)).toEqual([200, 200, 200, 200])
      // Not ready is what HAProxy asks for; nginx learns from connections alone.
      if (name === 'haproxy') {
        await database.single.query({ text: 'DELETE FROM chain_clock' })
        clock.advance(2_000)
      } else await app.close()
      const call = () => get(CALLS.publicKeys.path)
      await expect.poll(async () => (await call()).status, { timeout: READY_MS }).toBe(503)

      const after = await answers()
      for (const [index, [status, body, headers]] of after.entries()) {
        expect([paths[index], status, body]).toEqual([paths[index], 200, before[index]?.[1]])
        const own = { 'content-security-policy': expect.anything() }
        expect(headers).toEqual({ ...before[index]?.[2], ...(index < 2 ? {} : own) })
      }
      const posted = await fetch(`http://127.0.0.1:${plain}${CALLS.login.path}`, {
        method: 'POST',
        body: '{}',
      })
      for (const answer of [await call(), await get('/assets/none.js'), posted]) {
        expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
        expect([answer.headers.get('content-type'), await answer.json()]).toEqual(['application/json', AWAY])
      }
    })

    test('every API has just ended, and no copy is there: JSON and `retry-after` from the first moment', async () => {
      const database = await openSnapshot()
      onTestFinished(() => database.close())
      const { app } = await startHttpTestApp(database)
      await app.listen({ port: 0, host: '127.0.0.1' })
      const port = Number(new URL(app.listeningOrigin).port)
      const { get } = await startProxy(name, { apis: [port, await freePort()] })
      await app.close()
      const until = performance.now() + 4_000
      do {
        const answer = await get('/')
        expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
        expect(await answer.json()).toEqual(AWAY)
        await delay(50) // below the limits of a network
      } while (performance.now() < until)
    })

    test('what is no path is 400 or 404, and no error in the log', async () => {
      const { plain, failed } = await open()
      for (const path of NO_PATHS) {
        const [status, head] = await ask(plain, path)
        expect([path, status === 400 || status === 404, status, head]).toEqual([path, true, status, head])
      }
      expect(failed).toEqual([])
    })
  })
}
