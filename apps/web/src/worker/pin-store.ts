/** Pinned release of this device, kept in the browser's cache storage and told to all open pages. */
import type { Hex } from 'viem'
import type { Fault, Reader, ReleaseState } from '../lib/release.ts'
import { addressOf, clearShelf, DOCUMENT, keepRelease, keptFile, type Release, type Shelf } from './files.ts'
import { readOffer } from './offer.ts'

const PIN = 'pin'

interface Pin {
  readonly release: Release
  readonly whole: boolean
  /** The one before, whose pages may still be open. */
  readonly previous: Release | null
  readonly next: { readonly release: Release; readonly whole: boolean } | null
  readonly fault: Fault | null
  readonly reader: Reader
}

interface Page {
  postMessage(state: ReleaseState): void
}

export interface Setup extends Shelf {
  /** Addresses of the release keys. */
  readonly keys: readonly Hex[]
  /** Open pages of the app. */
  readonly pages: () => Promise<readonly Page[]>
}

const stateOf = ({ release, whole, fault, next }: Pin): ReleaseState => ({
  version: release.version,
  whole,
  fault,
  next: next && { version: next.release.version, changes: next.release.changes },
})

export type PinStore = ReturnType<typeof createPinStore>

export const createPinStore = (setup: Setup) => {
  let known: Pin | undefined
  let beginning: Promise<Pin> | undefined
  const at = addressOf(setup, PIN).href
  const open = (): Promise<Cache> => setup.storage.open(PIN)

  const write = async (pin: Pin): Promise<Pin> => {
    known = pin
    await (await open()).put(at, new Response(JSON.stringify(pin)))
    const state = stateOf(pin)
    for (const page of await setup.pages()) page.postMessage(state)
    return pin
  }

  /** Pins the site's release for the first time. @throws if it is not signed, or not there. */
  const begin = async (): Promise<Pin> => {
    const offer = await readOffer(setup, setup.keys, null)
    if (typeof offer === 'string' || 'fault' in offer)
      throw new Error(`no signed release: ${JSON.stringify(offer)}`)
    const { release } = offer
    const reader = { locale: '', saveData: true }
    const kept = await keepRelease(setup, release, reader)
    if ('other' in kept) throw new Error(`${kept.other} is not the release’s`)
    if (!(await keptFile(setup, release, DOCUMENT))) throw new Error('nothing can be kept')
    await clearShelf(setup, { keep: [release], but: PIN })
    return write({ release, whole: false, previous: null, next: null, fault: null, reader })
  }

  const read = async (): Promise<Pin> => {
    if (known) return known
    const kept = await (await open()).match(at)
    known ??= kept && ((await kept.json()) as Pin)
    if (known) return known
    beginning ??= begin().finally(() => {
      beginning = undefined
    })
    return beginning
  }

  const change = async (part: Partial<Pin>): Promise<Pin> => write({ ...(await read()), ...part })

  /** Goes on to the next release, if one is kept. */
  const update = async (): Promise<void> => {
    const { release: previous, next } = await read()
    if (next === null) return
    await change({ ...next, previous, next: null })
    await clearShelf(setup, { keep: [next.release, previous], but: PIN })
  }

  /** After an older worker, which may have written since this one began. */
  const forget = (): void => {
    known = undefined
  }

  return { read, change, update, forget }
}
