import { useT } from '../i18n/use-t.ts'
import { Page } from '../pages/frame/page.tsx'
import { PATHS } from '../pages/paths.ts'
import { useGo } from '../pages/use-go.ts'
import { Button } from '../ui/form/button.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import { ErrorState } from '../ui/status/error-state.tsx'
import { Skeleton, SkeletonCard } from '../ui/status/skeleton.tsx'

/** Shown while a page's code takes longer than 200 ms. */
export const PagePending = () => {
  const t = useT()
  return (
    <div className="px-4 pt-18">
      <Skeleton className="h-10 w-48" />
      <div className="mt-6 flex flex-col gap-3">
        <SkeletonCard label={t('message.loading')} />
        <SkeletonCard label={t('message.loading')} />
      </div>
    </div>
  )
}

/** Shown when a page failed to load or to render. */
export const PageError = ({ onRetry }: { readonly onRetry: () => void }) => {
  const t = useT()
  // Code deleted with an older release needs a reload; offline that would lose the app.
  const retry = (): void => (navigator.onLine ? location.reload() : onRetry())
  return (
    <Page title={t('shell.brand')} brand>
      <ErrorState title={t('shell.pageFailed')} kept={t('shell.pageFailedKept')} onRetry={retry} />
    </Page>
  )
}

export const NotFound = () => {
  const t = useT()
  const { redirect } = useGo()
  return (
    <Page title={t('shell.brand')}>
      <EmptyState
        icon="search"
        title={t('shell.notFound')}
        action={
          <Button size="sm" onClick={() => redirect(PATHS.home)}>
            {t('shell.goHome')}
          </Button>
        }
      />
    </Page>
  )
}
