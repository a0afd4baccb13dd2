import type { ComponentType, ReactNode } from 'react'
import { LazyPart } from '../layout/lazy-part.tsx'
import { LoadFailed } from '../status/load-failed.tsx'

type SheetControl = { readonly open: boolean; readonly onOpenChange: (open: boolean) => void }

/**
 * A sheet whose code comes when it is first opened. When the code does not come (offline, or gone with an
 * older release), that is said, with a reload; closing and opening again asks for it once more.
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
