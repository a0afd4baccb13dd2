import {
  type MouseEvent,
  type ReactNode,
  startTransition,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useOptimistic,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { cx } from '../cx.ts'
import { useWide } from '../layout/use-wide.ts'
import { Icon } from '../pictures/icons.tsx'
import { useUiTexts } from '../text/texts.tsx'
import { backLayers } from './back-layers.ts'
import { closeOnTop, openOnTop } from './top-layer.ts'
import { useSwipeDown } from './use-swipe-down.ts'

export type SheetProps = {
  /** Of the file that renders it, without `-sheet`: the tests know by it which sheets have been open. */
  readonly name: string
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: string
  readonly description?: ReactNode
  readonly children: ReactNode
  /** Stays in the thumb's reach under the scrolling content. */
  readonly footer?: ReactNode
  /** False while something irrevocable is under way: only the close button closes. */
  readonly dismissible?: boolean
  /**
   * "Back" and Escape, where they are something else than closing: to the level above, or to the sheet before
   * this one.
   */
  readonly onBack?: (() => void) | undefined
  /** Its content changes by itself: it never becomes lower, so that nothing moves under the finger. */
  readonly keepsHeight?: boolean
}

/**
 * A panel from the bottom, in the centre of a wide screen: focus kept inside, Escape, swipe and the scrim
 * close it. One whose height changes with a choice in it (`data-tabs`) keeps its top there, so that the
 * choices stay under the pointer.
 */
export const Sheet = (props: SheetProps) => {
  const [present, setPresent] = useState(props.open)
  if (props.open && !present) setPresent(true)
  return present ? createPortal(<Panel {...props} onGone={() => setPresent(false)} />, document.body) : null
}

/** The browser's own dialog. It is there until it has moved out. */
const Panel = ({
  name,
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  dismissible = true,
  onBack,
  keepsHeight = false,
  onGone,
}: SheetProps & { readonly onGone: () => void }) => {
  const texts = useUiTexts()
  const wide = useWide()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  // It moves out under the finger; what its owner draws anew because of it follows in slices.
  const [shown, setShown] = useOptimistic(open)
  const close = (): void =>
    startTransition(() => {
      setShown(false)
      onOpenChange(false)
    })
  const dismiss = (): void => {
    if (shown && dismissible) close()
  }
  const goBack = (): void => {
    if (onBack === undefined) dismiss()
    else if (open && dismissible) onBack()
  }
  const press = usePressBeside(dismiss, open)
  const content = useRef<HTMLDivElement>(null)
  const scrolls = useScrolls(content)
  useModal(dialog, open, onGone)
  useKeptHeight(dialog, open && keepsHeight)
  useBackCloses(open, goBack)
  useSwipeDown(dialog, open && dismissible && !wide, dismiss)
  return (
    <div>
      <div
        className={cx(
          'fixed inset-0 z-30 min-h-dvh bg-(--scrim) transition-opacity duration-200 starting:opacity-0',
          shown ? 'opacity-[calc(1-var(--swiped,0))]' : 'opacity-0',
        )}
      />
      <dialog
        ref={dialog}
        tabIndex={-1}
        aria-labelledby={`${id}-title`}
        aria-describedby={description ? `${id}-description` : undefined}
        data-sheet={name}
        data-open={open ? '' : undefined}
        closedby={dismissible ? 'closerequest' : 'none'}
        {...press}
        onCancel={(event) => {
          if (event.target !== event.currentTarget) return
          event.preventDefault()
          goBack()
        }}
        onClose={({ currentTarget }) => {
          // Closed without being asked: browsers that do not know `closedby` let a second Escape through.
          if (!open || currentTarget.open) return
          if (dismissible) onOpenChange(false)
          else currentTarget.showModal()
        }}
        className={cx(
          'column fixed inset-x-0 top-auto bottom-0 z-40 flex max-h-[92dvh] flex-col rounded-t-24 border border-b-0 border-line2 bg-s1 text-t1 shadow-card outline-none backdrop:bg-transparent transition-transform duration-[220ms] ease-out starting:[transform:translateY(102%)] data-swiping:duration-0 data-swiping:select-none',
          'wide:inset-0 wide:m-auto wide:h-fit wide:has-[[data-tabs]]:mt-[4dvh] wide:max-h-[min(92dvh,800px)] wide:max-w-[520px] wide:rounded-24 wide:border-b wide:transition-[transform,opacity] wide:starting:[transform:scale(.97)] wide:starting:opacity-0',
          shown
            ? '[transform:translateY(var(--swipe,0))]'
            : '[transform:translateY(102%)] wide:[transform:scale(.97)] wide:opacity-0',
        )}
      >
        <div className="mx-auto mt-2 h-1 w-9 shrink-0 rounded-6 bg-line2 wide:invisible" aria-hidden="true" />
        <div className="flex shrink-0 items-center gap-2 pt-1 pr-2 pl-5">
          <h2 id={`${id}-title`} className="min-w-0 flex-1 text-20 font-semibold">
            {title}
          </h2>
          <button
            type="button"
            aria-label={texts.close}
            onClick={close}
            className="grid size-11 place-items-center text-t2"
          >
            <Icon name="close" />
          </button>
        </div>
        <div
          ref={content}
          // What scrolls is scrolled by the keyboard too, also where nothing in it takes the focus.
          tabIndex={scrolls ? 0 : undefined}
          // `relative`: what is placed absolutely in it, a text for screen readers as well, scrolls with it,
          // and not the sheet.
          className={`relative min-h-0 flex-auto overflow-y-auto overscroll-contain px-5 pt-1 ${footer ? 'pb-4' : 'pb-[calc(20px+env(safe-area-inset-bottom))]'}`}
        >
          {description ? (
            <p id={`${id}-description`} className="mb-3 text-14 text-t2">
              {description}
            </p>
          ) : null}
          {children}
        </div>
        {footer ? (
          <div className="flex shrink-0 flex-col gap-2 border-t border-line px-5 pt-3 pb-[calc(16px+env(safe-area-inset-bottom))]">
            {footer}
          </div>
        ) : null}
      </dialog>
    </div>
  )
}

/** Open as the topmost dialog for as long as `open`; `onGone` once it has moved out. */
const useModal = (
  dialog: { readonly current: HTMLDialogElement | null },
  open: boolean,
  onGone: () => void,
): void => {
  const gone = useEffectEvent(onGone)
  useLayoutEffect(() => {
    const element = dialog.current
    if (element === null) return
    if (open) return openOnTop(element)
    // Not in a cleanup: React would take the focus back to where it was before.
    closeOnTop(element)
    let back = false
    void Promise.allSettled(element.getAnimations().map(({ finished }) => finished)).then(
      () => back || gone(),
    )
    return () => {
      back = true
    }
  }, [dialog, open])
  useLayoutEffect(() => {
    const element = dialog.current
    return () => {
      if (element !== null) closeOnTop(element)
    }
  }, [dialog])
}

/** Keeps the largest height that it has had; turned, a screen may leave less. */
const useKeptHeight = (dialog: { readonly current: HTMLElement | null }, keeps: boolean): void => {
  useEffect(() => {
    const element = dialog.current
    if (element === null || !keeps) return
    let largest = 0
    let frame = 0
    const keep = (): void => {
      if (element.offsetHeight <= largest) return
      largest = element.offsetHeight
      element.style.minHeight = `min(${largest}px, 92dvh)`
    }
    // In the next frame: a size that is set while sizes are reported is an error of the page in WebKit.
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(keep)
    })
    observer.observe(element)
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
    }
  }, [dialog, keeps])
}

/** Whether there is more of it than is shown. */
const useScrolls = (box: { readonly current: HTMLElement | null }): boolean => {
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const element = box.current
    if (element === null) return
    // A box that begins to scroll has just grown to its maximum height.
    const observer = new ResizeObserver(() => setScrolls(element.scrollHeight > element.clientHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return scrolls
}

/** Longer than the sheet takes to move in (220 ms). */
const DOUBLE_TAP_MS = 350

/**
 * A press that begins and ends outside the panel: on the dialog's own backdrop, which is the dialog itself.
 */
const usePressBeside = (onPress: () => void, open: boolean) => {
  const began = useRef(false)
  const openedAt = useRef(Number.POSITIVE_INFINITY)
  useEffect(() => {
    openedAt.current = open ? performance.now() : Number.POSITIVE_INFINITY
  }, [open])
  const isBeside = ({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLElement>): boolean => {
    const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
    return (
      target === currentTarget && (clientX < left || clientX > right || clientY < top || clientY > bottom)
    )
  }
  return {
    onPointerDown: (event: MouseEvent<HTMLElement>) => {
      // The second tap of the finger that opened this sheet falls on its backdrop while it is still moving
      // in.
      const isSecondTap = event.timeStamp - openedAt.current < DOUBLE_TAP_MS
      began.current = !isSecondTap && isBeside(event)
    },
    onClick: (event: MouseEvent<HTMLElement>) => {
      if (began.current && isBeside(event)) onPress()
    },
  }
}

/** While `open`, "back" calls `close` and leaves the page alone. */
const useBackCloses = (open: boolean, close: () => void): void => {
  const closeLatest = useEffectEvent(close)
  useEffect(() => (open ? backLayers().add(() => closeLatest()) : undefined), [open])
}
