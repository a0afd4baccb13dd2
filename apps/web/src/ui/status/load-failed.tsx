import { useEffect, useRef } from 'react'
import { Button } from '../form/button.tsx'
import { Icon } from '../pictures/icons.tsx'
import { useUiTexts } from '../text/texts.tsx'

/**
 * Error for a part of the app that failed to load. Uses the browser's dialog, whose code cannot be missing.
 * Offline it only closes, since a reload would lose the app.
 */
export const LoadFailed = ({ onClose }: { readonly onClose: () => void }) => {
  const texts = useUiTexts()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-label={texts.partFailed}
      onClose={onClose}
      className="column mx-auto mt-auto mb-0 rounded-t-24 border border-b-0 wide:my-auto wide:rounded-24 wide:border-b border-line2 bg-s1 px-5 pt-6 pb-[calc(16px+env(safe-area-inset-bottom))] text-t1 backdrop:bg-(--scrim)"
    >
      <div role="alert" className="flex flex-col items-center gap-1.5 text-center">
        <span className="mb-1 grid size-12 place-items-center rounded-16 bg-out-soft text-out">
          <Icon name="alert" size={24} />
        </span>
        <p className="text-16 font-semibold">{texts.partFailed}</p>
        <p className="text-14 text-t2">{texts.partFailedKept}</p>
      </div>
      <div className="mt-5 grid grid-cols-2 gap-2">
        <Button onClick={() => dialog.current?.close()}>{texts.close}</Button>
        <Button
          variant="primary"
          onClick={() => (navigator.onLine ? location.reload() : dialog.current?.close())}
        >
          {texts.reload}
        </Button>
      </div>
    </dialog>
  )
}
