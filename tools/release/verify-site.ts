/** Comparison of a running site with a release: every file, in each encoding that a browser may ask for. */
import {
  parseSums,
  releaseMessage,
  SIGNATURES_FILE,
  SIGNATURES_NEEDED,
  SUMS_FILE,
  signersOf,
} from '@dr/protocol/release/release'
import { type Address, isAddress, recoverMessageAddress } from 'viem'
import { sha256 } from './sums.ts'

/** A site may keep another compressed twin of a file; Node decodes each of them as a browser does. */
const ENCODINGS = ['identity', 'gzip', 'br'] as const
const TIMEOUT_MS = 30_000
const AT_ONCE = 8
const ENTRY = 'index.html'

interface Release {
  readonly version: string
  /** Text of `SHA256SUMS`. */
  readonly sums: string
}

export interface SiteInput {
  /** With or without a path; the app's document is at it. */
  readonly url: string
  readonly release: Release
  /** Addresses of the release keys; none: signatures are not asked for. */
  readonly signers: readonly Address[]
}

interface Answer {
  readonly status: number
  readonly bytes: Uint8Array
}

const load = async (url: URL, encoding: string): Promise<Answer | string> => {
  try {
    const response = await fetch(url, {
      headers: { 'accept-encoding': encoding },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return cause instanceof Error ? cause.message : String(cause)
  }
}

const base = (url: string): URL => new URL(url.endsWith('/') ? url : `${url}/`)

/** Faults of one place; the document is at the base too, as browsers ask for it. */
const checkFile = async (at: URL, { path, sum }: { path: string; sum: string }): Promise<string[]> => {
  const faults: string[] = []
  for (const encoding of ENCODINGS) {
    const answer = await load(at, encoding)
    const said =
      typeof answer === 'string'
        ? answer
        : answer.status !== 200
          ? `status ${answer.status}`
          : sha256(answer.bytes) === sum
            ? null
            : `other content (SHA-256 ${sha256(answer.bytes)})`
    if (said !== null) faults.push(`${path} as ${encoding}: ${said}`)
  }
  return faults
}

const checkFiles = async (url: URL, sums: ReadonlyMap<string, string>): Promise<string[]> => {
  const places = [...sums].map(([path, sum]) => ({ at: new URL(path, url), path, sum }))
  const entry = sums.get(ENTRY)
  if (entry !== undefined) places.unshift({ at: url, path: './', sum: entry })
  const faults: string[][] = []
  for (let from = 0; from < places.length; from += AT_ONCE) {
    const some = places.slice(from, from + AT_ONCE)
    faults.push(...(await Promise.all(some.map(({ at, ...file }) => checkFile(at, file)))))
  }
  return faults.flat()
}

const textAt = async (url: URL): Promise<string | null> => {
  const answer = await load(url, 'identity')
  return typeof answer === 'string' || answer.status !== 200 ? null : new TextDecoder().decode(answer.bytes)
}

const checkSums = async (url: URL, { sums }: Release): Promise<string[]> => {
  const served = await textAt(new URL(SUMS_FILE, url))
  if (served === null) return [`${SUMS_FILE} is not served`]
  return served === sums ? [] : [`${SUMS_FILE} is another release’s`]
}

const checkSignatures = async (url: URL, { release, signers }: SiteInput): Promise<string[]> => {
  if (signers.length === 0) return []
  const signatures = (await textAt(new URL(SIGNATURES_FILE, url))) ?? ''
  const message = releaseMessage(release.version, sha256(release.sums))
  const signed = await signersOf(message, { signatures, signers, recover: recoverMessageAddress })
  return signed.length >= SIGNATURES_NEEDED
    ? []
    : [`signed by ${signed.length} of ${signers.length} release keys; ${SIGNATURES_NEEDED} are needed`]
}

/** Addresses as given; throws `TypeError` where one is none, or stands twice. */
export const parseSigners = (given: readonly string[]): readonly Address[] => {
  const wrong = given.find((one) => !isAddress(one, { strict: false }))
  if (wrong !== undefined) throw new TypeError(`${wrong} is no address`)
  if (new Set(given.map((one) => one.toLowerCase())).size < given.length)
    throw new TypeError('a signer is named twice')
  return given as readonly Address[]
}

/** Differences in words; empty where the site is the release. */
export const verifySite = async (input: SiteInput): Promise<readonly string[]> => {
  const url = base(input.url)
  const [sums, signatures, files] = await Promise.all([
    checkSums(url, input.release),
    checkSignatures(url, input),
    checkFiles(url, parseSums(input.release.sums)),
  ])
  return [...sums, ...signatures, ...files]
}
