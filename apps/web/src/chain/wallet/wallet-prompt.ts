import { createStore } from '../../lib/store.ts'

/**
 * Text of the step that the wallet is being asked for. A real wallet has its own window; the burner
 * wallet's sheet covers the steps, and repeats this text.
 */
const step = createStore<string | null>(null)

export const setWalletPrompt = step.set
export const useWalletPrompt = step.useValue
