import type { ResponseOf } from '@dr/protocol/call'
import type { collectMining } from '@dr/protocol/calls/user-mining'
import { createStore } from '../lib/store.ts'
import { deviceNow } from '../ui/clock.ts'

type Answer = ResponseOf<typeof collectMining>
/** `answeredAtMs`: arrival of the answer in device milliseconds; balances read before it are outdated. */
export type Collected = Answer & { readonly answeredAtMs: number }

/** Last collection until its sheet is closed, from any page. */
const collected = createStore<Collected | null>(null)
export const useCollected = collected.useValue
export const closeCollected = (): void => collected.set(null)
export const showCollected = (answer: Answer): void => collected.set({ ...answer, answeredAtMs: deviceNow() })
