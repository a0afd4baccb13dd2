import type { ResponseOf } from '@dr/protocol/call'
import type { collectMining } from '@dr/protocol/calls/user-mining'
import { createStore } from '../lib/store.ts'
import { deviceNow } from '../ui/clock.ts'

type Answer = ResponseOf<typeof collectMining>
/** With when its answer came, in device milliseconds: balances read before that are those of before. */
export type Collected = Answer & { readonly answeredAtMs: number }

/** The collection that was just made, until its sheet is closed; whichever page it was asked for on. */
const collected = createStore<Collected | null>(null)
export const useCollected = collected.useValue
export const closeCollected = (): void => collected.set(null)
export const showCollected = (answer: Answer): void => collected.set({ ...answer, answeredAtMs: deviceNow() })
