import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describeOnBoth } from '@dr/test-kit'
import { expect, onTestFinished, test } from 'vitest'
import { encodingFor } from './compressed-files.ts'
import { openTestApp } from './test-app.ts'

const HASH = `0x${'a1'.repeat(32)}` as const

describeOnBoth('published results', ({ openDatabase }) => {
  test('are given byte for byte and for ever; what is none is not found', async () => {
    const path = join(tmpdir(), `dividends-${crypto.randomUUID()}.json`)
    const text = `{"week":"2970","holders":[\n\n]}\n`
    await writeFile(path, text)
    const { app } = await openTestApp(await openDatabase(), {
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

  test('are compressed once, kept beside the file, and said to be what they are', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'dr-results-'))
    onTestFinished(() => rm(directory, { recursive: true }))
    const path = join(directory, 'nodes-2970.json')
    const text = JSON.stringify(Array.from({ length: 2_000 }, (_, holder) => ({ holder, paid: '1' })))
    await writeFile(path, text)
    const { app } = await openTestApp(await openDatabase(), {
      openResult: async () => ({ path, hash: HASH }),
    })
    const ask = (headers: Record<string, string>) => app.inject({ url: '/results/nodes-2970.json', headers })
    const both = await Promise.all(Array.from({ length: 4 }, () => ask({ 'accept-encoding': 'gzip, br' })))
    for (const one of both) {
      expect(one.headers).toMatchObject({
        'content-encoding': 'br',
        etag: `"${HASH}-br"`,
        vary: 'accept-encoding',
      })
      expect(brotliDecompressSync(one.rawPayload).toString()).toBe(text)
    }
    const [kept, ...others] = (await readdir(directory)).filter((name) => name.endsWith('.br'))
    expect(others).toEqual([])
    await writeFile(join(directory, kept ?? ''), 'as it was kept')
    expect((await ask({ 'accept-encoding': 'br' })).body).toBe('as it was kept')
    const zipped = await ask({ 'accept-encoding': 'gzip;q=0.5, br;q=0' })
    expect([zipped.headers['content-encoding'], gunzipSync(zipped.rawPayload).toString()]).toEqual([
      'gzip',
      text,
    ])
    const plain = await ask({})
    expect([plain.headers['content-encoding'], plain.headers.etag, plain.body]).toEqual([
      undefined,
      `"${HASH}"`,
      text,
    ])
    const again = await ask({ 'if-none-match': `W/"${HASH}"` })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('a network address has them as often as their own limit says', async () => {
    let opened = 0
    const { app } = await openTestApp(await openDatabase(), {
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

test('of the encodings a client takes the better one is given', () => {
  expect(encodingFor(undefined)).toBeNull()
  expect(encodingFor('identity')).toBeNull()
  expect(encodingFor('gzip, deflate')).toBe('gzip')
  expect(encodingFor('gzip, deflate, BR')).toBe('br')
  expect(encodingFor('br;q=0.0, gzip')).toBe('gzip')
  expect(encodingFor('br;q=0.01')).toBe('br')
  expect(encodingFor('brotli')).toBeNull()
})
