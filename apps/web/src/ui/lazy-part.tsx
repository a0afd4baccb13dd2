import type { ComponentType, ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'
import { useUiTexts } from './texts.tsx'
import { type LazySource, useLazy } from './use-lazy.ts'

/**
 * A part of a page whose code comes after the page's. When it does not come, the page stays: `whenMissing` decides
 * whether the part says so, with a retry, or leaves no gap, for a part that the page does without.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  whenMissing: 'say' | 'skip',
): (props: Props) => ReactNode {
  const source: LazySource<Props> = { load }
  return (props) => <LazyPart source={source} partProps={props} whenMissing={whenMissing} />
}

type LazyPartProps<Props> = {
  readonly source: LazySource<Props>
  readonly partProps: Props
  readonly whenMissing: 'say' | 'skip'
}

function LazyPart<Props extends object>({ source, partProps, whenMissing }: LazyPartProps<Props>) {
  const texts = useUiTexts()
  const { Loaded, failed, retry } = useLazy(source, true)
  // Code that is gone with an older release comes only with a fresh page; offline, that would lose the app.
  const again = (): void => (navigator.onLine ? location.reload() : retry())
  if (Loaded) return <Loaded {...partProps} />
  return failed && whenMissing === 'say' ? (
    <ErrorState title={texts.partFailed} kept={texts.partFailedKept} onRetry={again} />
  ) : null
}
