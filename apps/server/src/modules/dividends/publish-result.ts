import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from 'viem'
import type { Reader } from '../../platform/database/database.ts'
import { FatalError } from '../../platform/errors.ts'
import { holderWeeks, latePurchases, readCloses, readWeekSums } from '../pod-power/index.ts'
import { lateIncome } from './income.ts'
import { type ResultHead, type ResultOrigin, resultText } from './result-file.rules.ts'
import { resultName } from './results.ts'
import { readPrizes, readWeek } from './weeks.ts'

type Hex = `0x${string}`

/** The week is not closed: there is nothing to publish. */
export class WeekNotClosedError extends FatalError {}

export interface PublishDeps {
  readonly origin: ResultOrigin
  /** Folder of the published files. */
  readonly directory: string
}

/** What a closed week came to, from what stands of it for ever. */
export const readResultHead = async (
  reader: Reader,
  origin: ResultOrigin,
  week: bigint,
): Promise<ResultHead> => {
  const closed = await readWeek(reader, week)
  const close = (await readCloses(reader, week)).find(({ point }) => point.week === week)
  if (!closed || !close) throw new WeekNotClosedError(`week ${week} is not closed`)
  const { joining, leaving } = await readWeekSums(reader, week)
  return {
    ...{ origin, joining, leaving },
    ...closed,
    ...close,
    prizes: await readPrizes(reader, [week]),
    late: [...(await latePurchases(reader, week)), ...(await lateIncome(reader, week))],
  }
}

export interface PublishedFile {
  readonly hash: Hex
  readonly bytes: number
}

/** Writes pieces of text to `path` and hashes them on the way: whole and accepted (`accept` throws), or not at all. */
export const writeHashed = async (
  path: string,
  pieces: AsyncIterable<string>,
  accept: (file: PublishedFile) => void,
): Promise<PublishedFile> => {
  const hash = keccak_256.create()
  let bytes = 0
  const measured = async function* () {
    for await (const piece of pieces) {
      const chunk = Buffer.from(piece)
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  const unfinished = `${path}.${process.pid}.tmp`
  try {
    await pipeline(measured(), createWriteStream(unfinished))
    const file = { hash: bytesToHex(hash.digest()), bytes }
    accept(file)
    await rename(unfinished, path)
    return file
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** Writes a closed week's file; any number of times, on any replica: always the same bytes. */
export const writeResult = async (
  reader: Reader,
  deps: PublishDeps,
  week: bigint,
  accept: (file: PublishedFile) => void = () => undefined,
): Promise<PublishedFile> => {
  const head = await readResultHead(reader, deps.origin, week)
  await mkdir(deps.directory, { recursive: true })
  return writeHashed(
    join(deps.directory, resultName(week)),
    resultText(head, holderWeeks(reader, week)),
    accept,
  )
}
