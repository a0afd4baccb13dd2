import { CHUNK_TIMEOUT_MS } from '@dr/protocol/constants'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { LoadFailed } from './load-failed.tsx'
import { within } from './within.ts'

type SheetControl = { readonly open: boolean; readonly onOpenChange: (open: boolean) => void }

type Source<Props> = { readonly load: () => Promise<ComponentType<Props>>; loaded?: ComponentType<Props> }

/**
 * A sheet whose code comes when it is first opened. When the code does not come (offline, or gone with an older
 * release), that is said, with a reload; closing and opening again asks for it once more.
 */
export function lazySheet<Props extends SheetControl>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  const source: Source<Props> = { load }
  return (props) => <LazySheet source={source} sheetProps={props} />
}

type LazySheetProps<Props> = { readonly source: Source<Props>; readonly sheetProps: Props }

function LazySheet<Props extends SheetControl>({ source, sheetProps }: LazySheetProps<Props>) {
  const [Loaded, setLoaded] = useState(() => source.loaded)
  const [failed, setFailed] = useState(false)
  const { open } = sheetProps
  const missing = Loaded === undefined
  useEffect(() => {
    if (!open || !missing) return
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
  }, [source, open, missing])
  if (Loaded) return <Loaded {...sheetProps} />
  const close = (): void => {
    setFailed(false)
    sheetProps.onOpenChange(false)
  }
  return failed && open ? <LoadFailed onClose={close} /> : null
}
