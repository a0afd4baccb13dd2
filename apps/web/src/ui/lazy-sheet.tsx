import type { ComponentType, ReactNode } from 'react'
import { LoadFailed } from './load-failed.tsx'
import { type LazySource, useLazy } from './use-lazy.ts'

type SheetControl = { readonly open: boolean; readonly onOpenChange: (open: boolean) => void }

/**
 * A sheet whose code comes when it is first opened. When the code does not come (offline, or gone with an older
 * release), that is said, with a reload; closing and opening again asks for it once more.
 */
export function lazySheet<Props extends SheetControl>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  const source: LazySource<Props> = { load }
  return (props) => <LazySheet source={source} sheetProps={props} />
}

type LazySheetProps<Props> = { readonly source: LazySource<Props>; readonly sheetProps: Props }

function LazySheet<Props extends SheetControl>({ source, sheetProps }: LazySheetProps<Props>) {
  const { Loaded, failed, retry } = useLazy(source, sheetProps.open)
  if (Loaded) return <Loaded {...sheetProps} />
  const close = (): void => {
    sheetProps.onOpenChange(false)
    retry()
  }
  return failed && sheetProps.open ? <LoadFailed onClose={close} /> : null
}
