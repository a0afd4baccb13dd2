import { Button } from '../form/button.tsx'
import { Icon } from '../pictures/icons.tsx'
import { useUiTexts } from '../text/texts.tsx'

type ErrorStateProps = {
  readonly title: string
  /** Text about what was not lost. */
  readonly kept?: string
  readonly onRetry?: (() => void) | undefined
  readonly busy?: boolean
}

/** Error text, what was not lost, and retry. */
export const ErrorState = ({ title, kept, onRetry, busy = false }: ErrorStateProps) => {
  const texts = useUiTexts()
  return (
    <div role="alert" className="flex flex-col items-center gap-1.5 px-4 py-7 text-center">
      <span className="mb-1 grid size-12 place-items-center rounded-16 bg-out-soft text-out">
        <Icon name="alert" size={24} />
      </span>
      <p className="text-16 font-semibold">{title}</p>
      {kept ? <p className="max-w-76 text-14 text-t2">{kept}</p> : null}
      {onRetry ? (
        <Button size="sm" className="mt-3" busy={busy} onClick={onRetry}>
          {texts.retry}
        </Button>
      ) : null}
    </div>
  )
}
