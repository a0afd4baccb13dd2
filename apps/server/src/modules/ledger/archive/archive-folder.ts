/**
 * The archive's files in a folder, for another place: `<number>.jsonl.gz`, and `chain.txt` beside them, a
 * line a file: its hash of the chain and its name. With that a folder says by itself that it is whole, and by
 * its last hash what the database has to be.
 */
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import type { Reader } from '../../../platform/database/database.ts'
import { FatalError } from '../../../platform/errors.ts'
import { writeWholeFile } from '../../../platform/files/whole-file.ts'
import { chainHash, decompress, NO_HASH } from './archive-lines.rules.ts'
import { type ArchiveFinding, archiveFiles } from './verify-archive.ts'

const CHAIN_FILE = 'chain.txt'
const NUMBER_WIDTH = 8
const NAME = /^(\d{8,})\.jsonl\.gz$/
const LINE = /^([0-9a-f]{64}) {2}(\d{8,}\.jsonl\.gz)$/

const nameOf = (id: bigint): string => `${id.toString().padStart(NUMBER_WIDTH, '0')}.jsonl.gz`
const hexOf = (hash: Uint8Array): string => Buffer.from(hash).toString('hex')

/** Hashes by name; empty where there is none yet. Throws FatalError for another file. */
const readChain = async (directory: string): Promise<Map<string, string>> => {
  const path = join(directory, CHAIN_FILE)
  if (!existsSync(path)) return new Map()
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n').filter(Boolean)
  return new Map(
    lines.map((line): [string, string] => {
      const [, hash, name] = LINE.exec(line) ?? []
      if (hash === undefined || name === undefined)
        throw new FatalError(`${path} has a line of no file: ${line}`)
      return [name, hash]
    }),
  )
}

const write = (path: string, content: Uint8Array | string): Promise<void> =>
  writeWholeFile(path, (stream) => finished(stream.end(content)))

/** Name of each archived file to the hash that the database has of it. */
const hashesInDatabase = async (reader: Reader): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await reader.query<{ id: bigint; hash: Uint8Array }>({
    text: 'SELECT id, hash FROM ledger_archive ORDER BY id',
  })
  return new Map(rows.map(({ id, hash }) => [nameOf(id), hexOf(hash)]))
}

/**
 * Writes the files that are not there yet, and how many. Throws FatalError, and writes nothing, where the
 * folder has another archive than the database: it is the copy that proves it.
 */
export const exportArchive = async (reader: Reader, directory: string): Promise<number> => {
  await mkdir(directory, { recursive: true })
  const chain = await readChain(directory)
  for (const [name, hash] of await hashesInDatabase(reader)) {
    const exported = chain.get(name)
    if (exported !== undefined && exported !== hash)
      throw new FatalError(
        `${directory}/${name} was exported with the hash ${exported}; the database’s is ${hash}`,
      )
  }
  let written = 0
  for await (const { id, hash, content } of archiveFiles(reader)) {
    const name = nameOf(id)
    chain.set(name, hexOf(hash))
    if (existsSync(join(directory, name))) continue
    await write(join(directory, name), content)
    written += 1
  }
  const lines = [...chain]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, hash]) => `${hash}  ${name}\n`)
  await write(join(directory, CHAIN_FILE), lines.join(''))
  return written
}

export const readExported = (directory: string, { id }: { readonly id: bigint }): Promise<Buffer> =>
  readFile(join(directory, nameOf(id)))

/** What is wrong with the folder, by itself and beside the database's hashes. */
export const verifyFolder = async (reader: Reader, directory: string): Promise<ArchiveFinding[]> => {
  const inDatabase = await hashesInDatabase(reader)
  const chain = await readChain(directory)
  const there = (await readdir(directory)).filter((name) => NAME.test(name))
  const names = [...new Set([...there, ...chain.keys()])].toSorted()
  const findings: ArchiveFinding[] = []
  const find = (name: string, what: string) => findings.push({ subject: `${CHAIN_FILE}, ${name}`, what })
  let previous: Uint8Array = NO_HASH
  for (const name of names) {
    const exported = chain.get(name)
    if (!inDatabase.has(name))
      find(name, 'the database does not have this file: it is older, or its archive was cut')
    else if (exported !== undefined && exported !== inDatabase.get(name))
      find(name, `exported with the hash ${exported}, the database’s is ${inDatabase.get(name)}`)
    try {
      previous = chainHash(previous, decompress(await readFile(join(directory, name))))
    } catch (error) {
      find(name, `cannot be read: ${error}`)
    }
    if (exported === undefined) {
      find(name, 'it is not in the list: export again')
      continue
    }
    if (hexOf(previous) !== exported) find(name, 'its hash is not the one it was exported with')
    previous = Buffer.from(exported, 'hex') // so that the next one is judged by itself
  }
  return findings
}
