import { useSyncExternalStore } from 'react'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** `build/boot.js` reads the same key before the first paint. */
const STORAGE_KEY = 'theme'
const BAR_COLOURS = { light: '#f6f7f9', dark: '#0d0e11' }

const systemLight = matchMedia('(prefers-color-scheme: light)')
const listeners = new Set<() => void>()
let current = readTheme()

function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(STORAGE_KEY)
    return THEMES.find((theme) => theme === stored) ?? 'system'
  } catch {
    return 'system'
  }
}

function apply(): void {
  const shown = current === 'system' ? (systemLight.matches ? 'light' : 'dark') : current
  document.documentElement.dataset.theme = shown
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', BAR_COLOURS[shown])
}

systemLight.addEventListener('change', apply)

export function setTheme(theme: Theme): void {
  current = theme
  try {
    localStorage.setItem(STORAGE_KEY, theme)
  } catch {
    // Storage closed to us: the choice lasts as long as the page.
  }
  apply()
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, () => current)
