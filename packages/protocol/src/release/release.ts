/** Parts of a release (ADR 0074): the sums of its files, and signatures of its version and these sums. */

type Hex = `0x${string}`

export const SUMS_FILE = 'SHA256SUMS'
/** Signatures, a line each. */
export const SIGNATURES_FILE = 'SHA256SUMS.sig'
/** Version and what changed, one of the files that the sums list. */
export const RELEASE_FILE = 'release.json'

/** Release keys, and signatures needed of them, so that neither a stolen nor a lost key decides. */
const KEYS = 3
export const SIGNATURES_NEEDED = 2

const LINE = /^([0-9a-f]{64}) {2}([\w.-]+(?:\/[\w.-]+)*)$/
const SIGNATURE = /^0x[0-9a-f]{130}$/i
const ADDRESS = /^0x[0-9a-f]{40}$/i
const VERSION = /^\d+\.\d+\.\d+$/

export class ReleaseError extends Error {
  override readonly name = 'ReleaseError'
}

/** Sum by path. Throws `ReleaseError` for anything that is no such text. */
export const parseSums = (text: string): ReadonlyMap<string, string> => {
  const lines = text.split('\n')
  if (lines.pop() !== '' || lines.length === 0) throw new ReleaseError(`${SUMS_FILE} is empty or cut off`)
  const sums = new Map<string, string>()
  for (const line of lines) {
    const [, sum = '', path = ''] = LINE.exec(line) ?? []
    if (path === '' || path.split('/').includes('..') || sums.has(path))
      throw new ReleaseError(`${SUMS_FILE} has a wrong line: ${line.slice(0, 120)}`)
    sums.set(path, sum)
  }
  return sums
}

/**
 * Text that a release key signs (EIP-191). The version keeps an older release from passing as a newer one.
 * `digest`: SHA-256 of the sums, lower-case hex.
 */
export const releaseMessage = (version: string, digest: string): string =>
  `Digital Rights release ${version}\nSHA-256 of ${SUMS_FILE}: ${digest}`

/** Those of `signers` that signed; lines that are no signature of one of them count as nothing. */
export const signersOf = async <Address extends Hex>(
  message: string,
  input: {
    /** Text of `SHA256SUMS.sig`. */
    readonly signatures: string
    readonly signers: readonly Address[]
    /** viem's `recoverMessageAddress`. */
    readonly recover: (signed: { readonly message: string; readonly signature: Hex }) => Promise<Hex>
  },
): Promise<readonly Address[]> => {
  const lines = input.signatures.split('\n').filter((line): line is Hex => SIGNATURE.test(line))
  const found = await Promise.all(
    // Not every 65 bytes are a signature.
    lines.map((signature) => input.recover({ message, signature }).catch(() => null)),
  )
  const addresses = new Set(found.map((one) => one?.toLowerCase()))
  return input.signers.filter((signer) => addresses.has(signer.toLowerCase()))
}

/** Content of `release.json`. */
export interface ReleaseNotes {
  readonly version: string
  /** Changes for users, a sentence each, by language. */
  readonly changes: Readonly<Record<string, readonly string[]>>
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string')

/** Throws `ReleaseError` for anything else than such a file. */
export const parseReleaseNotes = (text: string): ReleaseNotes => {
  try {
    const { version, changes } = JSON.parse(text) as Partial<ReleaseNotes>
    if (version !== undefined && VERSION.test(version) && Object.values(changes ?? 0).every(isTexts))
      return { version, changes: changes ?? {} }
  } catch (cause) {
    throw new ReleaseError(`${RELEASE_FILE} is no JSON`, { cause })
  }
  throw new ReleaseError(`${RELEASE_FILE} names no version, or no texts`)
}

/** Whether a version is later than another. */
export const isNewer = (version: string, than: string): boolean => {
  const [left, right] = [version, than].map((one) => one.split('.').map(Number))
  const at = [0, 1, 2].find((part) => left?.[part] !== right?.[part])
  return at !== undefined && (left?.[at] ?? 0) > (right?.[at] ?? 0)
}

/**
 * Setting `RELEASE_KEYS`: three addresses, comma-separated; empty: no keys. In one order and case, so that the
 * build does not depend on them. Throws `TypeError` for anything else.
 */
export const parseReleaseKeys = (text = ''): readonly Hex[] => {
  if (text.trim() === '') return []
  const keys = [...new Set(text.split(',').map((key) => key.trim().toLowerCase()))].sort()
  if (keys.length !== KEYS || !keys.every((key): key is Hex => ADDRESS.test(key)))
    throw new TypeError(`RELEASE_KEYS: not ${KEYS} different addresses`)
  return keys
}
