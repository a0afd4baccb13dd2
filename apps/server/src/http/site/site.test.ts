import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { brotliCompressSync } from 'node:zlib'
import { defineCall } from '@dr/protocol/call'
import { CALLS } from '@dr/protocol/calls/index'
import { openSnapshot, testWallet } from '@dr/test-kit'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { startHttpTestApp } from '../../../test/app/http-test-app.ts'

const alice = testWallet('alice')
const STYLE = 'body{margin:0}'

/**
 * Doubled and encoded slashes, backslashes, NUL, overlong and broken encodings, dots, as sent by scanners.
 */
const NO_PATHS = [
  '//',
  '/assets/../../../etc/passwd',
  '/../../etc/passwd',
  '///',
  '//index.html',
  '//api/v1/public/mining/products',
  '/api//v1/public/keys',
  '/api/v1//public/keys',
  '//evil.test/%2e%2e',
  '/%00',
  '/index.html%00.png',
  '/%2f',
  '/%2F%2Findex.html',
  '/%5c',
  '/%5c..%5cpackage.json',
  '/\\\\evil.test',
  '/..%2fpackage.json',
  '/..%5cpackage.json',
  '/%2e%2e%2fpackage.json',
  '/%252e%252e/package.json',
  '/%c0%ae%c0%ae/package.json',
  '/%c0%af',
  '/%ff',
  '/%',
  '/%zz',
  '/.env',
  '/./.git/config',
  `/${'a'.repeat(4_000)}`,
  '/results/%00',
  '/results//',
  '/results/..%2f..%2fpackage.json',
  '/docs/%00',
  '/docs//',
  '/docs/static/%00',
  '/docs/static/..%2f..%2fpackage.json',
] as const

/** Tests without a database need only one dialect. */
const openDatabase = async () => {
  const database = await openSnapshot()
  onTestFinished(() => database.close())
  return database
}

describe('the site', () => {
  test('hashed assets are cached permanently, the entry never; strict headers; compressed', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'dr-site-'))
    onTestFinished(() => rm(directory, { recursive: true }))
    await mkdir(join(directory, 'assets'))
    const script = `console.log(${JSON.stringify('x'.repeat(5_000))})`
    await writeFile(
      join(directory, 'index.html'),
      `<!doctype html><title>数字权益资产</title><style>${STYLE}</style><script type="module" src="./a.js"></script>`,
    )
    await writeFile(join(directory, 'exit.html'), '<!doctype html><title>exit</title>')
    await writeFile(join(directory, 'index.html.br'), brotliCompressSync('<!doctype html>'))
    await writeFile(join(directory, 'assets', 'main-abc123.js'), script)
    await writeFile(join(directory, 'assets', 'main-abc123.js.br'), brotliCompressSync(script))
    await writeFile(join(directory, 'assets', 'plain-abc123.js'), script)
    const { app } = await startHttpTestApp(await openDatabase(), { siteDirectory: directory })
    const entry = await app.inject('/')
    expect([entry.statusCode, entry.headers['cache-control']]).toEqual([200, 'no-cache'])
    expect(entry.payload).toContain('数字权益资产')
    const policy = String(entry.headers['content-security-policy'])
    // The document itself forbids inline scripts as soon as it is read: e2e, content-policy.spec.ts.
    expect(policy).toContain("script-src 'self' 'unsafe-inline';script-src-attr 'none';")
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("connect-src 'self' http://127.0.0.1:8545")
    expect(policy).not.toMatch(/unsafe-eval|\*[; ]/)
    const hash = createHash('sha256').update(STYLE).digest('base64')
    expect(policy).toContain(`style-src 'self' 'sha256-${hash}';`)
    // No page may be framed, and none asks for what the app never needs.
    expect(policy).toContain("frame-ancestors 'none'")
    expect(entry.headers).toMatchObject({
      'x-frame-options': 'DENY',
      'permissions-policy': expect.stringContaining('camera=(), '),
    })
    for (const url of ['/', '/index.html']) {
      const compressed = await app.inject({ url, headers: { 'accept-encoding': 'br' } })
      expect(compressed.headers['content-security-policy']).toBe(policy)
    }
    // The exit page brings its own policy, which a header of the app's would tighten until nothing runs.
    const exit = await app.inject('/exit.html')
    expect(exit.headers['content-security-policy']).toBe("frame-ancestors 'none'")
    const brotli = { 'accept-encoding': 'br' }
    const asset = await app.inject({ url: '/assets/main-abc123.js', headers: brotli })
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(asset.headers['content-encoding']).toBe('br')
    const plain = await app.inject({ url: '/assets/plain-abc123.js', headers: brotli })
    expect(plain.headers['content-encoding']).toBe('br')
    expect(String(asset.headers['content-security-policy'])).toContain("script-src 'self';style-src 'self';")
    for (const url of ['/../package.json', '/%2e%2e/package.json', '/assets/', '/assets/none.js']) {
      const { statusCode } = await app.inject(url)
      expect([url, statusCode]).toEqual([url, 404])
    }
  })

  test('what cannot be a path here is 4xx with a code, and no error in the log', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'dr-site-'))
    onTestFinished(() => rm(directory, { recursive: true }))
    await writeFile(join(directory, 'index.html'), '<!doctype html><title>数字权益资产</title>')
    const failed: string[] = []
    const logger = pino({ level: 'warn' }, { write: (line) => line.includes('"url"') && failed.push(line) })
    const { app } = await startHttpTestApp(await openDatabase(), { siteDirectory: directory, logger })
    const base = await app.listen({ port: 0, host: '127.0.0.1' })
    /** Status and code, requested byte for byte: an HTTP client would normalise the path. */
    const ask = async (path: string, headers = ''): Promise<readonly [number, number]> => {
      const socket = connect(Number(new URL(base).port), '127.0.0.1')
      socket.write(`GET ${path} HTTP/1.1\r\nhost: app.test\r\nconnection: close\r\n${headers}\r\n`)
      const [head = '', ...rest] = (await readText(socket)).split('\r\n\r\n')
      const { code } = JSON.parse(/\{.*\}/s.exec(rest.join(''))?.[0] ?? '{}') as { code: number }
      return [Number(head.split(' ')[1]), code]
    }
    for (const path of NO_PATHS) {
      const [status, code] = await ask(path)
      expect([path, status >= 400 && status < 500, code]).toEqual([path, true, 10002])
    }
    // Refusals of a plug-in because of headers are refusals as well.
    expect(await ask('/index.html', 'range: bytes=999-\r\n')).toEqual([416, 10002])
    expect(await ask('/index.html', 'if-match: "none"\r\n')).toEqual([412, 10002])
    expect(failed).toEqual([])
  })

  test('what no browser shows as a page has no page’s headers', async () => {
    const { app } = await startHttpTestApp(await openDatabase())
    const read = await app.inject(CALLS.publicKeys.path)
    const refused = await app.inject({ method: 'POST', url: CALLS.getProfile.path })
    for (const { headers } of [read, refused]) {
      expect(headers['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'")
      expect(headers).toMatchObject({
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'x-content-type-options': 'nosniff',
      })
      expect(
        Object.keys(headers)
          .filter((name) => name.startsWith('x-'))
          .toSorted(),
      ).toEqual(['x-content-type-options', 'x-request-id'])
    }
  })

  test('/docs shows /openapi.json', async () => {
    const { app } = await startHttpTestApp(await openDatabase())
    const docs = await app.inject('/docs/')
    expect([docs.statusCode, docs.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    const policy = String(docs.headers['content-security-policy'])
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toMatch(/unsafe-/)
    expect(policy).toContain("frame-ancestors 'none'")
    const document = (await app.inject('/openapi.json')).json() as { paths: object }
    expect((await app.inject('/docs/json')).json()).toEqual(document)
    expect(Object.keys(document.paths)).toContain('/api/v1/users/login')
  })
})

describe('legacy calls', () => {
  test('answer with a success flag, refused or not', async () => {
    const call = defineCall({
      name: 'getUserMoney',
      method: 'GET',
      path: '/usermoney/getUserMoney',
      access: 'session',
      limit: 'call',
      answer: 'legacy',
      tag: 'accounts',
      summary: 'Balances.',
      response: z.strictObject({ total: z.string() }),
    })
    const app = await startHttpTestApp(await openDatabase(), {
      routes: [{ call, handle: async () => ({ total: '1' }) }],
    })
    const { token } = await app.register(alice)
    const signed = await app.send({
      method: 'GET',
      url: call.path,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(signed.body).toEqual({ success: true, code: 0, message: 'ok', data: { total: '1' } })
    const visitor = await app.send({ method: 'GET', url: call.path })
    expect([visitor.status, visitor.body]).toEqual([
      403,
      { success: false, code: 1012, message: 'Please sign in.' },
    ])
  })
})
