import type { ReactNode } from 'react'
import { Button } from '../form/button.tsx'
import { Banner } from '../layout/banner.tsx'
import { useUiTexts } from '../text/texts.tsx'
import { ErrorState } from './error-state.tsx'

/** The needed part of a TanStack Query result. */
type Loadable<Data> = {
  readonly data: Data | undefined
  readonly error: unknown
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

type AsyncProps<Data> = {
  readonly query: Loadable<Data>
  /** Skeleton of the content. */
  readonly skeleton: ReactNode
  readonly children: (data: Data) => ReactNode
}

/** Skeleton, error with retry, or the content; old content stays with a note when a later read fails. */
export const Async = <Data,>({ query, skeleton, children }: AsyncProps<Data>) => {
  const texts = useUiTexts()
  const retry = (): void => void query.refetch()
  if (query.data !== undefined) {
    return (
      <>
        {query.error ? <StaleNote onRetry={retry} busy={query.isFetching} /> : null}
        {children(query.data)}
      </>
    )
  }
  if (!query.error) return skeleton
  return (
    <ErrorState
      title={texts.errorText(query.error) ?? texts.loadFailed}
      kept={texts.loadFailedKept}
      onRetry={retry}
      busy={query.isFetching}
    />
  )
}

const StaleNote = ({ onRetry, busy }: { readonly onRetry: () => void; readonly busy: boolean }) => {
  const texts = useUiTexts()
  return (
    <Banner
      tone="off"
      icon="clock"
      live
      action={
        <Button size="sm" variant="ghost" busy={busy} onClick={onRetry}>
          {texts.retry}
        </Button>
      }
    >
      {texts.stale}
    </Banner>
  )
}
