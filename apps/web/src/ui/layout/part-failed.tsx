import { ErrorState } from '../status/error-state.tsx'
import { useUiTexts } from '../text/texts.tsx'

/** In the place of a part of a page whose code did not come, for `lazyPart`. */
export const PartFailed = ({ onRetry }: { readonly onRetry: () => void }) => {
  const texts = useUiTexts()
  // Code that is gone with an older release comes only with a fresh page; offline, that would lose the app.
  const retry = (): void => (navigator.onLine ? location.reload() : onRetry())
  return <ErrorState title={texts.partFailed} kept={texts.partFailedKept} onRetry={retry} />
}
