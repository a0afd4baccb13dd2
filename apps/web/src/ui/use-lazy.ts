import { CHUNK_TIMEOUT_MS } from '@dr/protocol/constants'
import { type ComponentType, useEffect, useState } from 'react'
import { useOnline } from './use-online.ts'
import { within } from './within.ts'

/** A component whose code comes when it is wanted, and what came. */
export type LazySource<Props> = {
  readonly load: () => Promise<ComponentType<Props>>
  loaded?: ComponentType<Props>
}

type Lazy<Props> = {
  readonly Loaded: ComponentType<Props> | undefined
  /** The code did not come: offline, too slow, or gone with an older release. */
  readonly failed: boolean
  readonly retry: () => void
}

/**
 * Loads a component once it is wanted. A failure is not kept, as React's own `lazy` keeps it, and takes nothing else
 * down with it: the code is asked for again by `retry`, when the network comes back, and the next time it is shown.
 */
export function useLazy<Props>(source: LazySource<Props>, wanted: boolean): Lazy<Props> {
  const [Loaded, setLoaded] = useState(() => source.loaded)
  const [failed, setFailed] = useState(false)
  const online = useOnline()
  const missing = Loaded === undefined
  useEffect(() => {
    if (!wanted || !missing || failed) return
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
  }, [source, wanted, missing, failed])
  useEffect(() => {
    if (online) setFailed(false)
  }, [online])
  return { Loaded, failed, retry: () => setFailed(false) }
}
