import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { parseSums, releaseMessage, SIGNATURES_FILE, SUMS_FILE } from '@dr/protocol/release/release'
import { serveSite } from '@dr/server/http/site/site'
import { testWallet } from '@dr/test-kit'
import Fastify, { type FastifyInstance } from 'fastify'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { sha256, sumsOf } from './sums.ts'
import { parseSigners, verifySite } from './verify-site.ts'

const VERSION = '9.8.7'
const CHUNK = 'assets/wallet-0a1b2c3d.js'
const CODE = `console.log(${JSON.stringify('x'.repeat(2_000))})`
const HOSTILE = 'console.log("another call")'
const keys = ['one', 'two', 'three'].map((name) => testWallet(`release ${name}`))
const signers = keys.map(({ address }) => address)

describe('a running site', () => {
  let folder: string
  let sums: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dr-site-'))
    await mkdir(join(folder, 'assets'))
    await writeFile(join(folder, 'index.html'), `<script src="./${CHUNK}"></script>`)
    await writeFile(join(folder, CHUNK), CODE)
    await writeFile(join(folder, `${CHUNK}.br`), brotliCompressSync(CODE))
    sums = await sumsOf(folder)
    await writeFile(join(folder, SUMS_FILE), sums)
    return () => rm(folder, { recursive: true })
  })

  /** Serves the folder with the server's own code, and what `hooks` add to it. */
  const serve = async (hooks: (app: FastifyInstance) => void = () => undefined): Promise<string> => {
    const app = Fastify()
    hooks(app)
    await serveSite(app, { directory: folder, entryPolicy: () => "default-src 'self'" })
    onTestFinished(() => app.close())
    return app.listen({ port: 0 })
  }

  const verify = (url: string, by: readonly `0x${string}`[] = []) =>
    verifySite({ url, release: { version: VERSION, sums }, signers: by })

  const sign = (count: number, message: string) =>
    Promise.all(keys.slice(0, count).map((key) => key.signMessage({ message })))

  test('is the release: files, document and compressed twins', async () => {
    const url = await serve()
    expect(await verify(url)).toEqual([])
    expect([...parseSums(sums).keys()]).toEqual([CHUNK, 'index.html'])
  })

  test('serves one other chunk', async () => {
    const url = await serve()
    await writeFile(join(folder, CHUNK), HOSTILE)
    const faults = await verify(url)
    expect(faults).toHaveLength(2)
    expect(faults[0]).toMatch(/^assets\/wallet-0a1b2c3d\.js as identity: other content/)
  })

  test('serves another chunk only to who asks for Brotli, as browsers do', async () => {
    const url = await serve()
    await writeFile(join(folder, `${CHUNK}.br`), brotliCompressSync(HOSTILE))
    expect(await verify(url)).toEqual([expect.stringMatching(/^assets\/wallet-0a1b2c3d\.js as br: other/)])
  })

  test('serves another document at its address than under its name', async () => {
    const url = await serve((app) => {
      app.addHook('onRequest', async ({ url: path }, reply) => {
        if (path === '/') await reply.type('text/html').send('<script>another()</script>')
      })
    })
    expect(await verify(url)).toEqual(
      ['identity', 'gzip', 'br'].map((encoding) =>
        expect.stringContaining(`./ as ${encoding}: other content`),
      ),
    )
  })

  test('leaves a file out, redirects another, or is not there', async () => {
    const url = await serve((app) => {
      app.addHook('onRequest', async ({ url: path }, reply) => {
        if (path === '/index.html') await reply.redirect('https://other.example/')
      })
    })
    await rm(join(folder, CHUNK))
    await rm(join(folder, `${CHUNK}.br`))
    const faults = await verify(url)
    expect(faults).toContain(`${CHUNK} as identity: status 404`)
    expect(faults).toContain('index.html as br: status 302')
    expect(faults).toHaveLength(6)
    expect((await verify('http://127.0.0.1:1'))[0]).toBe(`${SUMS_FILE} is not served`)
  })

  test('serves an older release’s sums', async () => {
    const url = await serve()
    await writeFile(join(folder, SUMS_FILE), `${'0'.repeat(64)}  index.html\n`)
    expect(await verify(url)).toEqual([`${SUMS_FILE} is another release’s`])
  })

  test('is signed by two of three keys, by one, by one twice, or for another version', async () => {
    const url = await serve()
    const signedBy = async (lines: readonly string[]): Promise<readonly string[]> => {
      await writeFile(join(folder, SIGNATURES_FILE), lines.map((line) => `${line}\n`).join(''))
      return verify(url, signers)
    }
    const right = releaseMessage(VERSION, sha256(sums))
    const byOne = ['signed by 1 of 3 release keys; 2 are needed']
    expect(await verify(url, signers)).toEqual(['signed by 0 of 3 release keys; 2 are needed'])
    expect(await signedBy(await sign(2, right))).toEqual([])
    expect(await signedBy(await sign(1, right))).toEqual(byOne)
    const [one = '0x', two = '0x'] = await sign(2, right)
    expect(await signedBy([one, one])).toEqual(byOne)
    expect(await signedBy([one, '0x', 'nonsense', `0x${'f'.repeat(130)}`])).toEqual(byOne)
    expect(await signedBy(['', one, two])).toEqual([])
    expect(await signedBy(await sign(3, releaseMessage('9.8.6', sha256(sums))))).toEqual([
      'signed by 0 of 3 release keys; 2 are needed',
    ])
  })
})

test('a signer named twice counts once, and what is no address is refused', () => {
  const [one = '0x'] = signers
  expect(() => parseSigners([one, one.toLowerCase()])).toThrow('a signer is named twice')
  expect(() => parseSigners(['0x1234'])).toThrow('is no address')
})
