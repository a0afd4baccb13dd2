import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { describeOnDatabase } from '@dr/test-kit'
import { expect, onTestFinished, test } from 'vitest'
import { startHttpTestApp } from '../../../test/app/http-test-app.ts'
import { lowerHex } from '../../platform/hex.ts'

const HASH = lowerHex(`0x${'a1'.repeat(32)}`)

describeOnDatabase('published results', ({ openDatabase }) => {
  test('are served byte for byte and immutable; another name is not found', async () => {
    const path = join(tmpdir(), `dividends-${crypto.randomUUID()}.json`)
    const text = `{"week":"2970","holders":[\n\n]}\n`
    await writeFile(path, text)
    const { app } = await startHttpTestApp(await openDatabase(), {
      openResult: async ({ kind, week }) =>
        kind === 'nodes' && week === 2_970n ? { path, hash: HASH } : null,
    })
    const found = await app.inject({ url: '/results/nodes-2970.json' })
    expect([found.statusCode, found.body]).toEqual([200, text])
    expect(found.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    for (const name of [
      'dividends-2970.json',
      'nodes-2971.json',
      'nodes-02970.json',
      'users-2970.json',
      '..%2fsecrets%2fsigner',
      'dividends-.json',
    ]) {
      expect([name, (await app.inject({ url: `/results/${name}` })).statusCode]).toEqual([name, 404])
    }
  })

  test('are sent in the encoding that a client accepts, from the compressed files beside them', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'dr-results-'))
    onTestFinished(() => rm(directory, { recursive: true }))
    const path = join(directory, 'nodes-2970.json')
    const text = JSON.stringify(Array.from({ length: 2_000 }, (_, holder) => ({ holder, paid: '1' })))
    await writeFile(path, text)
    await writeFile(`${path}.br`, brotliCompressSync(text))
    await writeFile(`${path}.gz`, gzipSync(text))
    const { app } = await startHttpTestApp(await openDatabase(), {
      openResult: async () => ({ path, hash: HASH }),
    })
    const ask = (headers: Record<string, string>) => app.inject({ url: '/results/nodes-2970.json', headers })
    const decode = { br: brotliDecompressSync, gzip: gunzipSync, none: (bytes: Buffer) => bytes }
    for (const [accepted, encoding] of [
      [undefined, 'none'],
      ['identity', 'none'],
      ['brotli', 'none'],
      ['gzip, deflate', 'gzip'],
      ['gzip, deflate, BR', 'br'],
      ['gzip, br', 'br'],
      ['br;q=0.0, gzip', 'gzip'],
      ['gzip;q=0.5, br;q=0', 'gzip'],
      ['br;q=0.01', 'br'],
    ] as const) {
      const given = await ask(accepted === undefined ? {} : { 'accept-encoding': accepted })
      expect([accepted, given.headers['content-encoding'] ?? 'none']).toEqual([accepted, encoding])
      expect(decode[encoding](given.rawPayload).toString()).toBe(text)
      expect(given.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        etag: `W/"${HASH}"`,
        vary: 'accept-encoding',
      })
    }
    await rm(`${path}.br`)
    expect((await ask({ 'accept-encoding': 'br, gzip' })).headers['content-encoding']).toBe('gzip')
    for (const tag of [`W/"${HASH}"`, `"${HASH}"`]) {
      const again = await ask({ 'if-none-match': tag, 'accept-encoding': 'br' })
      expect([again.statusCode, again.body]).toEqual([304, ''])
    }
  })

  test('have a rate limit of their own for each network address', async () => {
    let opened = 0
    const { app } = await startHttpTestApp(await openDatabase(), {
      limitsFactor: 1 / 40, // 3 a minute
      openResult: async () => {
        opened += 1
        return null
      },
    })
    const ask = async () => {
      const { statusCode, body } = await app.inject({ url: '/results/dividends-2970.json' })
      return [statusCode, (JSON.parse(body) as { code: number }).code]
    }
    expect([await ask(), await ask(), await ask()].map(([status]) => status)).toEqual([404, 404, 404])
    expect(await ask()).toEqual([429, 30003])
    expect(opened).toBe(3)
  })
})
