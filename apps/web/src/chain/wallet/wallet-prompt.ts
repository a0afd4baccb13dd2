import { createStore } from '../../lib/store.ts'

/**
 * Which step of how many the wallet is being asked for, in words. A real wallet asks in its own window,
 * beside ours; the burner wallet covers the steps with its sheet, and repeats this line.
 */
const step = createStore<string | null>(null)

export const setWalletPrompt = step.set
export const useWalletPrompt = step.useValue
