import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describeOnDatabase } from '@dr/test-kit'
import { keccak256, stringToBytes } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { lowerHex } from '../../platform/hex.ts'
import { createResultOpener } from './open-result.ts'
import { type ResultSource, readResultName, resultName } from './result-kind.ts'
import { insertResult } from './results.ts'
import { writeResult } from './write-result.ts'

const source: ResultSource = {
  kind: 'dividends',
  closedAfter: async () => [],
  async *text(_reader, week) {
    if (week > 2_001n) throw new RangeError(`week ${week} is not closed`)
    yield `{"week":"${week}",`
    yield '"of":"Müller"}\n'
  },
}

describeOnDatabase('a published result', ({ openDatabase }) => {
  test('is written again where it is missing, and shown only when it is the one that was published', async () => {
    const database = await openDatabase()
    const directory = await mkdtemp(join(tmpdir(), 'dr-results-'))
    onTestFinished(() => rm(directory, { recursive: true }))
    const opener = () => createResultOpener({ reader: database.read, sources: [source], directory })
    const open = opener()
    const named = (week: bigint) => ({ kind: 'dividends', week }) as const
    expect(await open(named(2_000n))).toBeNull() // closed, but not published yet
    await expect(writeResult(database.read, { source, directory }, 2_002n)).rejects.toThrow(/is not closed/)
    const file = await writeResult(database.read, { source, directory }, 2_000n)
    await insertResult(database.single, { ...named(2_000n), ...file })
    const compressed = async () => {
      const name = join(directory, 'dividends-2000.json')
      const [br, gz] = await Promise.all([readFile(`${name}.br`), readFile(`${name}.gz`)])
      return [brotliDecompressSync(br).toString(), gunzipSync(gz).toString()]
    }
    const published = '{"week":"2000","of":"Müller"}\n'
    expect(await compressed()).toEqual([published, published])
    await writeFile(join(directory, 'dividends-2000.json'), 'of a chain before this one')
    const opened = await Promise.all([open(named(2_000n)), open(named(2_000n)), open(named(2_000n))])
    const path = join(directory, 'dividends-2000.json')
    expect(opened).toEqual(Array.from({ length: 3 }, () => ({ path, hash: file.hash })))
    const text = await readFile(path, 'utf8')
    expect(text).toBe(published)
    expect(await compressed()).toEqual([published, published])
    expect([keccak256(stringToBytes(text)), Buffer.byteLength(text)]).toEqual([file.hash, file.bytes])
    await rm(path)
    expect(await opener()(named(2_000n))).toEqual({ path, hash: file.hash })
    expect(await readFile(path, 'utf8')).toBe(text)
    await rm(`${path}.br`)
    await writeFile(`${path}.gz`, 'older than the file')
    await utimes(`${path}.gz`, 0, 0)
    const again = opener()
    await Promise.all([again(named(2_000n)), again(named(2_000n)), again(named(2_000n))])
    expect(await compressed()).toEqual([published, published])
    await writeFile(path, 'changed since')
    const later = Date.now() / 1_000 + 60 // whatever the file system's resolution
    await utimes(path, later, later)
    await again(named(2_000n))
    expect(await compressed()).toEqual(['changed since', 'changed since'])
    expect(await open({ kind: 'nodes', week: 2_000n })).toBeNull()

    await insertResult(database.single, {
      ...named(2_001n),
      hash: lowerHex(`0x${'99'.repeat(32)}`),
      bytes: 1,
    })
    await expect(open(named(2_001n))).rejects.toThrow(/was published, now it is/)
    await expect(open(named(2_001n))).rejects.toThrow(/was published, now it is/)
    const forms = ['dividends-2000.json', 'dividends-2000.json.br', 'dividends-2000.json.gz']
    expect((await readdir(directory)).toSorted()).toEqual(forms)
  })
})

test('a result has one name, and nothing else is one', () => {
  expect(readResultName(resultName({ kind: 'nodes', week: 2_970n }))).toEqual({ kind: 'nodes', week: 2_970n })
  for (const name of [
    'nodes-02970.json',
    'nodes-.json',
    'users-1.json',
    '../nodes-1.json',
    'nodes-1.json.tmp',
  ])
    expect(readResultName(name)).toBeNull()
})
