import type { ComponentType, ReactNode } from 'react'
import { LazyPart } from '../layout/lazy-part.tsx'
import { LoadFailed } from '../status/load-failed.tsx'

type SheetControl = { readonly open: boolean; readonly onOpenChange: (open: boolean) => void }

/**
 * A sheet whose code loads when it is first opened. A failed load (offline, or deleted with an older
 * release) shows an error with a reload; opening again retries.
 */
export const lazySheet = <Props extends SheetControl>(
  load: () => Promise<ComponentType<Props>>,
): ((props: Props) => ReactNode) => {
  const source = { load }
  return (props) => (
    <LazyPart
      source={source}
      partProps={props}
      wanted={props.open}
      whenFailed={(retry) => (
        <LoadFailed
          onClose={() => {
            props.onOpenChange(false)
            retry()
          }}
        />
      )}
    />
  )
}
