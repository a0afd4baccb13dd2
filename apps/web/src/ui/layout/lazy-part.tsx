import { CHUNK_TIMEOUT_MS } from '@dr/protocol/constants'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useOnline } from '../status/use-online.ts'
import { within } from '../within.ts'

/** Shown in the place of a part whose code did not come. */
export type WhenFailed = (retry: () => void) => ReactNode

type Source<Props> = { readonly load: () => Promise<ComponentType<Props>>; loaded?: ComponentType<Props> }

/**
 * A part of a page whose code comes after the page's. When it does not come (offline, too slow, or gone with
 * an older release) the page stays, without the part or with what `whenFailed` shows; it is asked for again
 * by `retry`, when the network comes back, and the next time it is shown. React's own `lazy` keeps a failure,
 * and takes the page down with it.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  whenFailed: WhenFailed = () => null,
): ((props: Props) => ReactNode) => {
  const source: Source<Props> = { load }
  return (props) => <LazyPart source={source} partProps={props} wanted whenFailed={whenFailed} />
}

type LazyPartProps<Props> = {
  readonly source: Source<Props>
  readonly partProps: Props
  /** Until then its code is not asked for. */
  readonly wanted: boolean
  readonly whenFailed: WhenFailed
}

/** A component whose code comes once it is `wanted`. */
export const LazyPart = <Props extends object>(props: LazyPartProps<Props>) => {
  const { source, partProps, wanted, whenFailed } = props
  const [Loaded, setLoaded] = useState(() => source.loaded)
  const [failed, setFailed] = useState(false)
  const online = useOnline()
  const shouldLoad = wanted && Loaded === undefined && !failed
  useEffect(() => {
    if (!shouldLoad) return
    let current = true
    within(source.load(), CHUNK_TIMEOUT_MS).then(
      (component) => {
        source.loaded = component
        if (current) setLoaded(() => component)
      },
      () => current && setFailed(true),
    )
    return () => {
      current = false
    }
  }, [source, shouldLoad])
  useEffect(() => {
    if (online) setFailed(false)
  }, [online])
  if (Loaded) return <Loaded {...partProps} />
  return failed && wanted ? whenFailed(() => setFailed(false)) : null
}
