import { refusedByStorage, STORAGE_KEYS, writeStored } from './storage.ts'

/** Characters that a session and pending work take. */
const ROOM = 4_000

/** Whether storage outlives the page. Retries values that it refused before. */
export const storageIsLasting = (): boolean => {
  for (const [key, value] of [...refusedByStorage]) writeStored(key, value)
  writeStored(STORAGE_KEYS.probe, 'x'.repeat(ROOM))
  const isRefused = refusedByStorage.has(STORAGE_KEYS.probe)
  writeStored(STORAGE_KEYS.probe, null)
  return !isRefused && refusedByStorage.size === 0
}
