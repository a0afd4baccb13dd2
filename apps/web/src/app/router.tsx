import { PAGE_PENDING_MS } from '@dr/protocol/constants'
import { type ComponentType, useEffect, useLayoutEffect, useState } from 'react'
import { type Place, ShownPlace, usePlace } from '../pages/navigation.ts'
import { PATHS } from '../pages/paths.ts'
import { useGo } from '../pages/use-go.ts'
import { RenderEager } from '../ui/layout/defer-below-fold.tsx'
import { PageBoundary } from './page-boundary.tsx'
import { loadedPage, loadPageAt } from './page-loaders.ts'
import { NotFound, PageError, PagePending } from './page-states.tsx'
import { isShownFromTop, showAt } from './scroll.ts'

/** Content of a page: its component, or the reason for having none. */
type Content = ComponentType | 'pending' | 'missing' | 'failed'
type Shown = { readonly place: Place; readonly content: Content }

/** Page of the address bar; an alias is rewritten. */
export const Pages = () => {
  const requested = usePlace()
  const { redirect } = useGo()
  const [attempt, setAttempt] = useState(0)
  const { place, content } = useShown(requested, attempt)
  useEffect(() => {
    if (requested.path === PATHS.homeAlias) redirect(PATHS.home, requested.values)
  }, [requested, redirect])
  const { index, path, fresh } = place
  useLayoutEffect(() => showAt({ index, path, fresh }), [index, path, fresh])
  const retry = (): void => setAttempt(attempt + 1)
  return (
    <ShownPlace value={place}>
      <PageBoundary key={`${index} ${path} ${attempt}`} fallback={<PageError onRetry={retry} />}>
        <RenderEager value={!isShownFromTop(place)}>
          <Page content={content} onRetry={retry} />
        </RenderEager>
      </PageBoundary>
    </ShownPlace>
  )
}

const Page = ({ content, onRetry }: { readonly content: Content; readonly onRetry: () => void }) => {
  if (content === 'pending') return <PagePending />
  if (content === 'missing') return <NotFound />
  if (content === 'failed') return <PageError onRetry={onRetry} />
  const Loaded = content
  return <Loaded />
}

/**
 * The previous page stays while the next one's code loads; after 200 ms a skeleton replaces it (requirement
 * §2).
 */
const useShown = (place: Place, attempt: number): Shown => {
  const [shown, setShown] = useState<Shown>({ place, content: loadedPage(place.path) ?? 'pending' })
  const here = loadedPage(place.path)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks for the same page again
  useEffect(() => {
    const ready = loadedPage(place.path)
    if (ready) {
      // The compiler caches `here` while the path is the same: newly loaded code is found only here.
      setShown((now) => (now.place === place && now.content === ready ? now : { place, content: ready }))
      return
    }
    let current = true
    const show = (content: Content): void => {
      if (current) setShown({ place, content })
    }
    const timer = setTimeout(() => show('pending'), PAGE_PENDING_MS)
    const done = (content: Content): void => {
      clearTimeout(timer)
      show(content)
    }
    const loading = loadPageAt(place.path)
    if (loading === undefined) done('missing')
    else loading.then(done, () => done('failed'))
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [place, attempt])
  if (here === undefined || (shown.place === place && shown.content === here)) return shown
  const next = { place, content: here }
  setShown(next)
  return next
}
