import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeOnBoth } from '@dr/test-kit'
import { expect, test } from 'vitest'
import { openTestApp } from './test-app.ts'

describeOnBoth('published results', ({ openDatabase }) => {
  test('are given byte for byte and for ever; what is none is not found', async () => {
    const path = join(tmpdir(), `dividends-${crypto.randomUUID()}.json`)
    const text = `{"week":"2970","holders":[\n\n]}\n`
    await writeFile(path, text)
    const { app } = await openTestApp(await openDatabase(), {
      openResult: async ({ kind, week }) => (kind === 'nodes' && week === 2_970n ? path : null),
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

  test('a network address has them as often as other public calls', async () => {
    let opened = 0
    const { app } = await openTestApp(await openDatabase(), {
      limitsFactor: 1 / 400, // 3 a minute
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
