import { CHUNK_TIMEOUT_MS } from '@dr/protocol/constants'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useOnline } from '../status/use-online.ts'
import { within } from '../within.ts'

/** Content in place of a part whose code failed to load. */
export type WhenFailed = (retry: () => void) => ReactNode

type Source<Props> = { readonly load: () => Promise<ComponentType<Props>>; loaded?: ComponentType<Props> }

/**
 * A part of a page whose code loads later. If it fails (offline, too slow, or deleted with an older
 * release) the page stays, without the part or with the content of `whenFailed`; loading is retried by
 * `retry`, when the network is back, and at the next display. React's own `lazy` remembers a failure, and
 * throws in the page.
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
  /** Starts the loading of its code. */
  readonly wanted: boolean
  readonly whenFailed: WhenFailed
}

/** A component whose code loads once it is `wanted`. */
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
