/** Looking at what the site serves now. */
import { parseSums } from '@dr/protocol/release/release'
import type { Fault } from '../lib/release.ts'
import { addressOf, digestOf, keepRelease, type Release, WORKER } from './files.ts'
import { readContent, readOffer } from './offer.ts'
import type { PinStore, Setup } from './pin-store.ts'

/** Sum of the file that browsers load as the worker; null: there is none now. */
const workerSum = async (setup: Setup): Promise<string | null> => {
  const file = await readContent(addressOf(setup, WORKER))
  return file === 'away' || file.content === null ? null : digestOf(file.content)
}

/** Reports what is wrong with the site. The newer release that it offers; null: none. */
const look = async (setup: Setup, store: PinStore, fault: Fault | null): Promise<Release | null> => {
  const { release, previous } = await store.read()
  const offer = await readOffer(setup, setup.keys, release)
  const offered = typeof offer === 'object' && 'release' in offer ? offer.release : null
  const sums = [release, previous, offered].map((one) => one && parseSums(one.sums).get(WORKER))
  const sum = await workerSum(setup)
  if (sum !== null && !sums.includes(sum)) await store.change({ fault: { kind: 'worker' } })
  else if (typeof offer === 'object' && 'fault' in offer) await store.change({ fault: offer.fault })
  // A newer release explains a file that is not in the older one.
  else if (fault !== null && offered === null) await store.change({ fault })
  return offered
}

const keepOffered = async (setup: Setup, store: PinStore, offered: Release): Promise<void> => {
  const { next, reader } = await store.read()
  if (offered.version === next?.release.version) return
  const kept = await keepRelease(setup, offered, reader)
  if ('other' in kept) await store.change({ fault: { kind: 'file', path: kept.other } })
  else if (kept.whole || reader.saveData)
    await store.change({ next: { release: offered, whole: kept.whole } })
}

/**
 * Looks one after another, and loads what they find one after another: who asks for a look need not wait until an
 * earlier one's release is loaded. `reported`: called once all findings are reported.
 */
export const createCheck = (setup: Setup, store: PinStore) => {
  let lastLook: Promise<unknown> = Promise.resolve()
  let lastKept: Promise<unknown> = Promise.resolve()
  return async (fault: Fault | null, reported: () => void = () => undefined): Promise<void> => {
    const found = lastLook.then(() => look(setup, store, fault))
    lastLook = found.catch(() => undefined) // whoever asked for it has its error
    const offered = await found
    reported()
    if (offered === null) return
    const kept = lastKept.then(() => keepOffered(setup, store, offered))
    lastKept = kept.catch(() => undefined)
    await kept
  }
}
