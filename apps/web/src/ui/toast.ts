import { ERROR_TOAST_MS, TOAST_MS } from '@dr/protocol/constants'

/** Sonner is loaded at the first toast; `toaster.tsx` mounts its region then. */
export type ToastCall = {
  readonly text: string
  readonly kind: 'success' | 'error' | 'plain'
  readonly durationMs: number
}

let deliver: ((call: ToastCall) => void) | null = null
const waiting: ToastCall[] = []
let onFirst: (() => void) | null = null

const send = (call: ToastCall): void => {
  if (deliver) deliver(call)
  else {
    waiting.push(call)
    onFirst?.()
  }
}

/** The mounted region takes over, and gets what waited. */
export const connectToaster = (handler: (call: ToastCall) => void): (() => void) => {
  deliver = handler
  for (const call of waiting.splice(0)) handler(call)
  return () => {
    deliver = null
  }
}

/** Called once something wants to be shown and no region stands yet. */
export const onFirstToast = (mount: () => void): (() => void) => {
  onFirst = mount
  if (waiting.length > 0) mount()
  return () => {
    onFirst = null
  }
}

/** Short messages that need no answer: 2 s, errors 1.5 s (requirement §8, §9). */
export const toast = {
  success: (text: string): void => send({ text, kind: 'success', durationMs: TOAST_MS }),
  error: (text: string): void => send({ text, kind: 'error', durationMs: ERROR_TOAST_MS }),
  plain: (text: string): void => send({ text, kind: 'plain', durationMs: TOAST_MS }),
}
