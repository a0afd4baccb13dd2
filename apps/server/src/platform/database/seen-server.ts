import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import type { SeenServer } from './server-guard.ts'

const FILE = 'database-server.json'
const seenSchema = z.strictObject({ systemId: z.string(), timeline: z.number().int().positive() })

/**
 * The highest timeline that a process with this folder has seen, across restarts. A damaged file is ignored:
 * it only adds to the process's own findings.
 */
export const readSeenServer = (directory: string): SeenServer | undefined => {
  const file = join(directory, FILE)
  if (!existsSync(file)) return undefined
  try {
    return seenSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Writes it unless another process with this folder has written a higher one. */
export const writeSeenServer = (directory: string, seen: SeenServer): void => {
  const known = readSeenServer(directory)
  if (known?.systemId === seen.systemId && known.timeline >= seen.timeline) return
  const file = join(directory, FILE)
  const unfinished = `${file}.${process.pid}.tmp`
  try {
    writeFileSync(unfinished, `${JSON.stringify(seen)}\n`)
    renameSync(unfinished, file)
  } finally {
    rmSync(unfinished, { force: true })
  }
}
