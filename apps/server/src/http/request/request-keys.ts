/**
 * The RSA-2048 keys to which requests are encrypted: files in `directory`, mode 600, created at first start
 * and rotated after some days; the previous key remains valid for two more. Replicas share the directory: one
 * that receives an unknown key id reads it again, so a key of another replica is known at once. After an
 * operator has deleted the files, the next check creates a new key, without a restart.
 */
import { randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type EnvelopeKey, RSA_OAEP } from '@dr/protocol/envelope'
import type { WallClock } from '../../platform/clock.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { cannotWrite } from '../../platform/files/disk-error.ts'

/** One import of a key decrypts on one thread; several use the others (ARCHITECTURE.md, measured). */
const IMPORTS_PER_KEY = 4
/** Time for which a replaced key is still accepted, for apps that fetched it before. */
export const KEY_KEPT_MS = 2 * DAY_MS
export const KEY_ROTATION_DAYS_DEFAULT = 30
/**
 * Time for which a key is still accepted after an operator has deleted its file, but no longer published:
 * each replica notices at its own check, and an app may fetch its next key from one that has not checked yet.
 */
const DELETED_KEPT_MS = 10_000
/** Minimum interval between readings of the directory caused by unknown key ids. */
const RELOAD_INTERVAL_MS = 1_000
/** `<creation time in milliseconds>-<random>.json`; the part before `.json` is the key id. */
const FILE_NAME = /^(\d{13}-[0-9a-f]{8})\.json$/

interface PublicRequestKey {
  readonly keyId: string
  /** SubjectPublicKeyInfo, base64. */
  readonly spki: string
}

interface LoadedKey extends PublicRequestKey {
  readonly madeAt: number
  readonly imports: readonly EnvelopeKey[]
}

export interface RequestKeys {
  /** Newest first. */
  publicKeys(): Promise<readonly PublicRequestKey[]>
  /** A private key for decryption; undefined for an id that is unknown or too old. */
  find(keyId: string): Promise<EnvelopeKey | undefined>
  /**
   * Creates a new key if the newest is old enough or there is none, and deletes keys that are no longer
   * accepted. A tick.
   */
  rotate(): Promise<void>
}

/** Milliseconds since 1970. */
export const madeAtOf = (keyId: string): number => Number(keyId.slice(0, 13))

const makeKey = async (directory: string, now: number): Promise<void> => {
  const keyId = `${now}-${randomBytes(4).toString('hex')}`
  const pair = await crypto.subtle.generateKey(
    { ...RSA_OAEP, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ['encrypt', 'decrypt'],
  )
  const [pkcs8, spki] = await Promise.all([
    crypto.subtle.exportKey('pkcs8', pair.privateKey),
    crypto.subtle.exportKey('spki', pair.publicKey),
  ])
  const text = JSON.stringify({
    pkcs8: Buffer.from(pkcs8).toString('base64'),
    spki: Buffer.from(spki).toString('base64'),
  })
  // Written completely under a temporary name, so that another replica never reads a part of a key.
  const temporary = join(directory, `.${keyId}.tmp`)
  try {
    await writeFile(temporary, text, { mode: 0o600, flag: 'wx', flush: true })
    await link(temporary, join(directory, `${keyId}.json`))
  } finally {
    await rm(temporary, { force: true })
  }
}

const loadKey = async (directory: string, keyId: string): Promise<LoadedKey> => {
  const { pkcs8, spki } = JSON.parse(await readFile(join(directory, `${keyId}.json`), 'utf8')) as {
    pkcs8: string
    spki: string
  }
  const bytes = Buffer.from(pkcs8, 'base64')
  const imports = await Promise.all(
    Array.from({ length: IMPORTS_PER_KEY }, () =>
      crypto.subtle.importKey('pkcs8', bytes, RSA_OAEP, false, ['decrypt']),
    ),
  )
  return { keyId, spki, madeAt: madeAtOf(keyId), imports }
}

/** Accepted keys, newest first: a key expires two days after the next one was created. */
const accepted = (keyIds: readonly string[], now: number): string[] =>
  keyIds
    .toSorted((a, b) => madeAtOf(b) - madeAtOf(a))
    .filter((_, index, sorted) => {
      const next = sorted[index - 1]
      return next === undefined || now < madeAtOf(next) + KEY_KEPT_MS
    })

export const createRequestKeys = async (options: {
  readonly directory: string
  readonly now: WallClock
  readonly rotationDays?: number
}): Promise<RequestKeys> => {
  const { directory } = options
  const rotationMs = (options.rotationDays ?? KEY_ROTATION_DAYS_DEFAULT) * DAY_MS
  const now = () => options.now().getTime()
  const loaded = new Map<string, LoadedKey>()
  /** Keys deleted by an operator, with the time until which they are accepted. */
  const deleted = new Map<string, { readonly key: LoadedKey; readonly until: number }>()
  let lastReload: { readonly at: number; readonly done: Promise<void> } | undefined
  let turn = 0

  const keyIdsOnDisk = async () =>
    (await readdir(directory)).flatMap((name) => {
      const keyId = FILE_NAME.exec(name)?.[1]
      return keyId === undefined ? [] : [keyId]
    })

  const reload = async () => {
    const onDisk = await keyIdsOnDisk()
    const wanted = accepted(onDisk, now())
    // New ones first, so that there is always a key.
    for (const keyId of wanted) if (!loaded.has(keyId)) loaded.set(keyId, await loadKey(directory, keyId))
    const until = now() + DELETED_KEPT_MS
    const young = accepted([...loaded.keys()], now())
    for (const [keyId, key] of loaded) {
      if (wanted.includes(keyId)) continue
      loaded.delete(keyId)
      if (young.includes(keyId) && !onDisk.includes(keyId)) deleted.set(keyId, { key, until })
    }
    for (const [keyId, gone] of deleted) if (gone.until <= now()) deleted.delete(keyId)
  }

  const deletedKey = (keyId: string): LoadedKey | undefined => {
    const gone = deleted.get(keyId)
    return gone && gone.until > now() ? gone.key : undefined
  }

  /**
   * Reads the directory for an unknown id. Readings at the start or by a rotation do not count as recent:
   * another replica may be starting right now.
   */
  const reloadIfDue = (): Promise<void> => {
    if (lastReload && now() - lastReload.at < RELOAD_INTERVAL_MS) return lastReload.done
    lastReload = { at: now(), done: rotate() }
    return lastReload.done
  }

  const rotate = async () => {
    const refused = cannotWrite('SECRETS_DIR', directory)
    await mkdir(directory, { recursive: true, mode: 0o700 }).catch(refused)
    const keyIds = await keyIdsOnDisk()
    const newest = Math.max(...keyIds.map(madeAtOf), Number.NEGATIVE_INFINITY)
    if (newest + rotationMs <= now()) await makeKey(directory, now()).catch(refused)
    const wanted = accepted(await keyIdsOnDisk(), now())
    for (const keyId of keyIds) {
      if (!wanted.includes(keyId)) await rm(join(directory, `${keyId}.json`), { force: true })
    }
    await reload()
  }

  await rotate()
  await chmod(directory, 0o700)

  return {
    publicKeys: async () => {
      const ids = accepted([...loaded.keys()], now())
      return ids.flatMap((keyId) => {
        const key = loaded.get(keyId)
        return key ? [{ keyId, spki: key.spki }] : []
      })
    },
    find: async (keyId) => {
      if (!loaded.has(keyId) && !deletedKey(keyId)) await reloadIfDue()
      const key = accepted([...loaded.keys()], now()).includes(keyId) ? loaded.get(keyId) : undefined
      const { imports } = key ?? deletedKey(keyId) ?? {}
      if (imports === undefined) return undefined
      turn = (turn + 1) % imports.length
      return imports[turn]
    },
    rotate,
  }
}
