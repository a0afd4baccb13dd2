import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { PATHS, type Path, tabOf } from './paths.ts'

/** `value1` … `value9`: how pages pass values to each other (requirement §2). */
export type PageValues = { readonly [Name in `value${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`]?: string }

export type Go = {
  readonly push: (path: Path, values?: PageValues) => void
  readonly redirect: (path: Path, values?: PageValues) => void
  readonly back: () => void
}

/** Moves between pages: back falls to the first page without history; push and redirect fall back to a tab (requirement §2). */
export function useGo(): Go {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const move = (path: Path, values: PageValues, replace: boolean): void => {
    router
      .navigate({ to: path, search: values, replace })
      .catch(() => router.navigate({ to: tabOf(path), search: {} }))
  }
  return {
    push: (path, values = {}) => move(path, values, false),
    redirect: (path, values = {}) => move(path, values, true),
    back: () => (canGoBack ? router.history.back() : move(PATHS.home, {}, true)),
  }
}
