import { ERROR_TOAST_MS, TOAST_MS } from '@dr/protocol/constants'

export type ToastCall = {
  readonly text: string
  readonly kind: 'success' | 'error' | 'plain'
}
export type Toast = ToastCall & { readonly id: number }

let shown: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

const change = (next: readonly Toast[]): void => {
  shown = next
  for (const listener of listeners) listener()
}

const dismiss = (id: number): void => change(shown.filter((toast) => toast.id !== id))

const send = (call: ToastCall): void => {
  lastId += 1
  const id = lastId
  change([...shown, { ...call, id }])
  setTimeout(() => dismiss(id), call.kind === 'error' ? ERROR_TOAST_MS : TOAST_MS)
}

/** Visible toasts, oldest first. */
export const toasts = {
  get: (): readonly Toast[] => shown,
  dismiss,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Short messages without an answer: 2 s, errors 1.5 s (requirement §8, §9). */
export const toast = {
  success: (text: string): void => send({ text, kind: 'success' }),
  error: (text: string): void => send({ text, kind: 'error' }),
  plain: (text: string): void => send({ text, kind: 'plain' }),
}
