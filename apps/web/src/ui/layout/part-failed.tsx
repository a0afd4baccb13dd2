import { ErrorState } from '../status/error-state.tsx'
import { useUiTexts } from '../text/texts.tsx'

/** Error of a part whose code failed to load, for `lazyPart`. */
export const PartFailed = ({ onRetry }: { readonly onRetry: () => void }) => {
  const texts = useUiTexts()
  // Code deleted with an older release needs a reload; offline that would lose the app.
  const retry = (): void => (navigator.onLine ? location.reload() : onRetry())
  return <ErrorState title={texts.partFailed} kept={texts.partFailedKept} onRetry={retry} />
}
