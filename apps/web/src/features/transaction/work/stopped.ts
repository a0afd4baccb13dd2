import type { Address, Hash } from 'viem'
import { readOfTab, TAB_KEYS, writeOfTab } from '../../../lib/storage.ts'
import type { VoucherName } from '../kinds/kinds.ts'

/**
 * Work being signed, stored for the tab: a change of account or network in the wallet reloads the app at
 * Home, which then shows the stopped work.
 */
export interface StoppedWork {
  readonly account: Address
  /** A key of `tx.title.`. */
  readonly kind: VoucherName | 'deposit' | 'wrap' | 'unwrap' | 'revoke' | 'draw' | 'claim' | 'transfer'
  /** Maximum amounts that the call takes out of the wallet, as text; '' if none. */
  readonly amounts: string
  /** Mined calls, as text. */
  readonly done: readonly string[]
  /** Approvals: all that were sent are mined, or one is only sent; null: none was sent. */
  readonly approval: 'sent' | 'mined' | null
  /** Order id of its stored work; null: it was not quoted yet. */
  readonly orderId: string | null
  /** The wallet was asked for the call itself. */
  readonly requested: boolean
  readonly hash: Hash | null
}

/** Stores stopped work; null removes it. */
export const keepStopped = (work: StoppedWork | null): void =>
  writeOfTab(TAB_KEYS.stopped, work === null ? null : JSON.stringify(work))

/** Reads stopped work of an account other than the signed-in one, whose work continues by itself. */
export const readStopped = (signedIn: Address | null): StoppedWork | null => {
  const text = readOfTab(TAB_KEYS.stopped)
  const work = text === null ? null : (JSON.parse(text) as StoppedWork)
  return work === null || work.account === signedIn ? null : work
}
