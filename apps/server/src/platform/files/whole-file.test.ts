import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect, onTestFinished, test } from 'vitest'
import { writeWholeFile } from './whole-file.ts'

const emptyDirectory = async (): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'dr-whole-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  return directory
}

test('a file is written whole, by several at once', async () => {
  const directory = await emptyDirectory()
  const path = join(directory, 'file')
  const texts = ['a', 'b', 'c'].map((letter) => letter.repeat(200_000))
  const lengths = texts.map((text) =>
    writeWholeFile(path, async (file) => {
      await pipeline(Readable.from([text]), file)
      return text.length
    }),
  )
  expect(await Promise.all(lengths)).toEqual([200_000, 200_000, 200_000])
  expect(texts).toContain(await readFile(path, 'utf8'))
  expect(await readdir(directory)).toEqual(['file'])
})

test('of a failure nothing is left, whenever it comes, and the file before it stays', async () => {
  const directory = await emptyDirectory()
  const path = join(directory, 'file')
  await writeFile(path, 'before')
  const failing = (before: readonly string[]) =>
    async function* () {
      yield* before
      throw new Error('no source')
    }
  for (const before of [[], ['half of it'], ['x'.repeat(300_000), 'y']])
    await expect(writeWholeFile(path, (file) => pipeline(failing(before), file))).rejects.toThrow('no source')
  await expect(writeWholeFile(path, () => Promise.reject(new Error('never asked')))).rejects.toThrow()
  const refused = writeWholeFile(path, async (file) => {
    await pipeline(Readable.from(['whole']), file)
    throw new Error('not accepted')
  })
  await expect(refused).rejects.toThrow('not accepted')
  expect([await readdir(directory), await readFile(path, 'utf8')]).toEqual([['file'], 'before'])
})
