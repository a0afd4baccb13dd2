/** Files that stay, in the database and on disk (ADR 0073). Pure. */
import { utcDayOf } from '../../platform/chain/chain-clock.ts'
import { isFinal, type StoredEpoch } from './epochs-store.ts'

/** Newest epochs whose files are kept. */
const FILES_KEPT = 30

const monthOf = ({ postedAt }: StoredEpoch): string => utcDayOf(postedAt).slice(0, 7)

/** Picks from all epochs, newest first, those whose file is kept at `now`, Unix seconds of the chain. */
export const keptEpochs = (epochs: readonly StoredEpoch[], now: bigint): StoredEpoch[] => {
  const own = epochs.filter(({ fileId }) => fileId !== null)
  const firstOfMonth = new Map(own.map((epoch) => [monthOf(epoch), epoch]))
  const lastConfirmed = own.find(({ confirmedAt, isVoid }) => confirmedAt > 0n && !isVoid)
  const lastFinal = own.find((epoch) => isFinal(epoch, now))
  const others = new Set([...firstOfMonth.values(), lastConfirmed, lastFinal])
  return own.filter((epoch, at) => at < FILES_KEPT || others.has(epoch))
}
