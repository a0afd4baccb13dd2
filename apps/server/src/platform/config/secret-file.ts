import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { FatalError } from '../errors.ts'
import { cannotWrite } from '../files/disk-error.ts'
import { OTHERS_MODE } from './config-files.ts'

/** Any permission of the group or of others on a file. */
const FORM = /^[0-9a-f]{64}$/

const readSecretText = async (path: string): Promise<string> => {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (cause) {
    throw new FatalError(`cannot read the secret ${path}: 64 hex digits, made once and kept`, { cause })
  }
}

/** Reads a 32-byte secret that must exist: a new one would invalidate everything it protects. */
export const readSecret = async (path: string): Promise<Uint8Array> => {
  const text = await readSecretText(path)
  if (!FORM.test(text)) throw new FatalError(`${path} holds no secret: 64 hex digits`)
  if (((await stat(path)).mode & OTHERS_MODE) !== 0) {
    throw new FatalError(`${path} can be read by others: chmod 600`)
  }
  return Buffer.from(text, 'hex')
}

/** Written completely under a temporary name first. */
const createSecret = async (path: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  const text = `${randomBytes(32).toString('hex')}\n`
  try {
    await writeFile(draft, text, { mode: 0o600, flag: 'wx', flush: true })
    // The link fails if the name exists: another process was first and created the secret.
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(draft, { force: true })
  }
}

/**
 * Reads a 32-byte secret from a file of mode 600, which is created if missing, once even if several processes
 * start at the same time. An existing file is not written: the disk may be full.
 */
export const ensureSecret = async (path: string): Promise<Uint8Array> => {
  if (!existsSync(path)) await createSecret(path).catch(cannotWrite('SECRETS_DIR', path))
  await chmod(path, 0o600)
  const text = (await readFile(path, 'utf8')).trim()
  if (!FORM.test(text)) throw new FatalError(`${path} holds no secret: 64 hex digits`)
  return Buffer.from(text, 'hex')
}
