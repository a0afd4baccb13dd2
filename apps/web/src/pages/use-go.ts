import { appNavigation, type Navigation, type PageValues } from './navigation.ts'
import { isPath, PATHS, type Path, tabOf } from './paths.ts'

export type Go = {
  readonly push: (path: Path, values?: PageValues) => void
  readonly redirect: (path: Path, values?: PageValues) => void
  readonly back: () => void
}

/**
 * Moves between pages: back falls back to the first page without history; push and redirect to a tab
 * (requirement §2).
 */
export const createGo = (navigation: () => Navigation): Go => {
  const move = (how: 'push' | 'replace', path: Path, values: PageValues): void => {
    const tab = tabOf(path)
    if (isPath(path)) navigation()[how](path, values, tab)
    else navigation().replace(tab, {}, tab)
  }
  return {
    push: (path, values = {}) => move('push', path, values),
    redirect: (path, values = {}) => move('replace', path, values),
    back: () => (navigation().canGoBack() ? navigation().back() : move('replace', PATHS.home, {})),
  }
}

const go = createGo(appNavigation)

export const useGo = (): Go => go
