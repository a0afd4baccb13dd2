import { useSyncExternalStore } from 'react'

/** Open dialogs, the topmost last. */
const open: HTMLDialogElement[] = []
const listeners = new Set<() => void>()

/** Whether anyone has pressed anything on this page yet. */
let pressed = false
for (const type of ['pointerdown', 'keydown'] as const) {
  document.addEventListener(type, () => (pressed = true), { capture: true, once: true })
}

/** By us, because of the topmost dialog. */
const hidden = new Set<Element>()

/**
 * What is inert is hidden from assistive technology as well; not every reader of the page knows it without
 * the attribute.
 */
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
 * Opens a dialog (`tabIndex` −1, which not every browser gives it) above everything else, with the focus on
 * or in it.
 */
export const openOnTop = (dialog: HTMLDialogElement): void => {
  dialog.showModal()
  // Of one that opened by itself the browser would draw the focus' ring around the way out.
  if (!pressed) dialog.focus()
  open.push(dialog)
  change()
}

/** Closes a dialog that may be open, and gives the focus back to where it was before. */
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

/** Where something must be to be seen, heard and touched now: all but the topmost dialog is inert. */
export const useTopLayer = (): HTMLElement =>
  useSyncExternalStore(subscribe, () => open.at(-1) ?? document.body)
