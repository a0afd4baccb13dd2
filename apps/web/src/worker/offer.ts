/** The release that a site offers: its list, its notes, its signatures. */
import {
  isNewer,
  parseReleaseNotes,
  parseSums,
  RELEASE_FILE,
  ReleaseError,
  releaseMessage,
  SIGNATURES_FILE,
  SIGNATURES_NEEDED,
  SUMS_FILE,
  signersOf,
} from '@dr/protocol/release/release'
import { type Hex, recoverMessageAddress } from 'viem'
import type { Fault } from '../lib/release.ts'
import { addressOf, digestOf, loadFile, type Release, type Shelf } from './files.ts'

const TIMEOUT_MS = 30_000
/** The site is busy or away, which is no finding about what it serves. */
const AWAY_FROM = 500
const BUSY = 429

/** Content of a file; null if there is none; `away` if the site or the network is. */
export const readContent = async (at: URL): Promise<{ readonly content: ArrayBuffer | null } | 'away'> => {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(at, { cache: 'no-store', redirect: 'manual', signal })
    if (response.status >= AWAY_FROM || response.status === BUSY) return 'away'
    return { content: response.ok ? await response.arrayBuffer() : null }
  } catch {
    return 'away'
  }
}

/** Result of a parser; null where it refuses. */
const parsed = <Result>(parse: (text: string) => Result, text: string): Result | null => {
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof ReleaseError) return null
    throw error
  }
}

export type Offer = { readonly release: Release } | { readonly fault: Fault } | 'same' | 'away'

/**
 * Reads what the site offers. A release is newer than `present`, and signed by enough of the keys; `same`: it
 * is `present`.
 */
export const readOffer = async (
  shelf: Shelf,
  keys: readonly Hex[],
  present: Release | null,
): Promise<Offer> => {
  const list = await readContent(addressOf(shelf, SUMS_FILE))
  if (list === 'away') return 'away'
  const sums = new TextDecoder().decode(list.content ?? new ArrayBuffer())
  const files = parsed(parseSums, sums)
  if (files === null) return { fault: { kind: 'list' } }
  if (sums === present?.sums) return 'same'
  const sum = files.get(RELEASE_FILE)
  if (sum === undefined) return { fault: { kind: 'signatures' } }
  const [about, lines] = await Promise.all([
    loadFile({ at: addressOf(shelf, RELEASE_FILE), sum, cache: 'no-cache' }),
    readContent(addressOf(shelf, SIGNATURES_FILE)),
  ])
  if (about === 'away' || lines === 'away') return 'away'
  if (about === 'other') return { fault: { kind: 'file', path: RELEASE_FILE } }
  const notes = parsed(parseReleaseNotes, await about.text())
  if (notes === null) return { fault: { kind: 'signatures' } }
  const signed = await signersOf(releaseMessage(notes.version, await digestOf(sums)), {
    signatures: new TextDecoder().decode(lines.content ?? new ArrayBuffer()),
    signers: keys,
    recover: recoverMessageAddress,
  })
  if (signed.length < SIGNATURES_NEEDED) return { fault: { kind: 'signatures' } }
  if (present && !isNewer(notes.version, present.version)) return { fault: { kind: 'older' } }
  return { release: { ...notes, sums } }
}
