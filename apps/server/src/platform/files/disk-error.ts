import { FatalError } from '../errors.ts'

/** No space, an exhausted quota, a file system that is read-only or not writable for us, a broken disk. */
const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO'])

/** For the `catch` of a write: adds the setting and the path, which the system's own error does not name. */
export const cannotWrite =
  (setting: string, path: string) =>
  (cause: unknown): never => {
    if (!(cause instanceof Error && 'code' in cause && CODES.has(cause.code))) throw cause
    throw new FatalError(`${setting}: ${path} cannot be written (${cause.message})`, { cause })
  }
