import { refusedByStorage, STORAGE_KEYS, writeStored } from './storage.ts'

/** As much as a session and what is under way take. */
const ROOM = 4_000

/** Whether what is written outlives the page. What was refused so far is kept now, if it can be. */
export const storageIsLasting = (): boolean => {
  for (const [key, value] of [...refusedByStorage]) writeStored(key, value)
  writeStored(STORAGE_KEYS.probe, 'x'.repeat(ROOM))
  const isRefused = refusedByStorage.has(STORAGE_KEYS.probe)
  writeStored(STORAGE_KEYS.probe, null)
  return !isRefused && refusedByStorage.size === 0
}
