import { useSyncExternalStore } from 'react'
import { readStored, STORAGE_KEYS, writeStored } from '../lib/storage.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const BAR_COLOURS = { light: '#f6f7f9', dark: '#0d0e11' }

const readTheme = (): Theme => {
  const stored = readStored(STORAGE_KEYS.theme)
  return THEMES.find((theme) => theme === stored) ?? 'system'
}

const systemLight = matchMedia('(prefers-color-scheme: light)')
const listeners = new Set<() => void>()
let current = readTheme()

const apply = (): void => {
  const shown = current === 'system' ? (systemLight.matches ? 'light' : 'dark') : current
  document.documentElement.dataset.theme = shown
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', BAR_COLOURS[shown])
}

systemLight.addEventListener('change', apply)

export const setTheme = (theme: Theme): void => {
  current = theme
  writeStored(STORAGE_KEYS.theme, theme)
  apply()
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, () => current)
