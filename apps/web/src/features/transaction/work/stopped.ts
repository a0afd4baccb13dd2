import type { Address, Hash } from 'viem'
import { readOfTab, TAB_KEYS, writeOfTab } from '../../../lib/storage.ts'
import type { VoucherName } from '../kinds/kinds.ts'

/**
 * What was being signed, kept for the tab while it goes on: another account or network in the wallet takes
 * the app home and loads it again, and Home then shows what was stopped.
 */
export interface StoppedWork {
  readonly account: Address
  /** A key of `tx.title.`. */
  readonly kind: VoucherName | 'deposit' | 'wrap' | 'unwrap' | 'revoke' | 'draw' | 'claim'
  /** What the call takes out of the wallet at most, as text; '' where it takes nothing. */
  readonly amounts: string
  /** Calls that are mined, as text. */
  readonly done: readonly string[]
  readonly approved: boolean
  /** Of its kept work; null: it was not quoted yet. */
  readonly orderId: string | null
  /** The wallet was asked for the call itself. */
  readonly requested: boolean
  readonly hash: Hash | null
}

/** null: nothing is going on any more. */
export const keepStopped = (work: StoppedWork | null): void =>
  writeOfTab(TAB_KEYS.stopped, work === null ? null : JSON.stringify(work))

/** Of another account than the one that is signed in: its own work goes on by itself. */
export const readStopped = (signedIn: Address | null): StoppedWork | null => {
  const text = readOfTab(TAB_KEYS.stopped)
  const work = text === null ? null : (JSON.parse(text) as StoppedWork)
  return work === null || work.account === signedIn ? null : work
}
