import { useSyncExternalStore } from 'react'

/** Open dialogs, the topmost last. */
const open: HTMLDialogElement[] = []
const listeners = new Set<() => void>()

/** Whether the user has pressed anything on this page yet. */
let pressed = false
for (const type of ['pointerdown', 'keydown'] as const) {
  document.addEventListener(type, () => (pressed = true), { capture: true, once: true })
}

/** Elements hidden because of the topmost dialog. */
const hidden = new Set<Element>()

/** Hides inert content from assistive technology with `aria-hidden`, since some of it ignores `inert`. */
const hideOthers = (): void => {
  for (const element of hidden) element.removeAttribute('aria-hidden')
  hidden.clear()
  const top = open.at(-1)
  if (top === undefined) return
  for (const element of document.body.children) {
    if (element.contains(top) || element.hasAttribute('aria-hidden')) continue
    element.setAttribute('aria-hidden', 'true')
    hidden.add(element)
  }
}

const change = (): void => {
  hideOthers()
  for (const listener of listeners) listener()
}

/**
 * Opens a dialog (with `tabIndex` −1, which some browsers do not set) above everything else, with the focus
 * on or in it.
 */
export const openOnTop = (dialog: HTMLDialogElement): void => {
  dialog.showModal()
  // Otherwise browsers draw a focus ring around the close button of a dialog that opened by itself.
  if (!pressed) dialog.focus()
  open.push(dialog)
  change()
}

/** Closes a dialog that may be open, and restores the previous focus. */
export const closeOnTop = (dialog: HTMLDialogElement): void => {
  const at = open.indexOf(dialog)
  if (at < 0) return
  open.splice(at, 1)
  change()
  dialog.close()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Element that is visible and active now: everything but the topmost dialog is inert. */
export const useTopLayer = (): HTMLElement =>
  useSyncExternalStore(subscribe, () => open.at(-1) ?? document.body)
