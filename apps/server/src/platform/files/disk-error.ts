import { FatalError } from '../errors.ts'

/** No space, a quota that is used up, a file system that is read-only or not ours to write, a broken disk. */
const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO'])

/**
 * For a write's `catch`: what the operator has to put right names the setting and the path, which the
 * system's own error does not.
 */
export const cannotWrite =
  (setting: string, path: string) =>
  (cause: unknown): never => {
    if (!(cause instanceof Error && 'code' in cause && CODES.has(cause.code))) throw cause
    throw new FatalError(`${setting}: ${path} cannot be written (${cause.message})`, { cause })
  }
