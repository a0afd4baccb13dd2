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
  /** Name of the rendering file without `-sheet`: tests use it to record which sheets were opened. */
  readonly name: string
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: string
  readonly description?: ReactNode
  readonly children: ReactNode
  /** Fixed below the scrolling content. */
  readonly footer?: ReactNode
  /** False while irreversible work is in progress: only the close button closes. */
  readonly dismissible?: boolean
  /** Handler of "back" and Escape if they do not close: to the previous level or sheet. */
  readonly onBack?: (() => void) | undefined
  /** The content changes by itself: the panel never shrinks, so that nothing moves while the user taps. */
  readonly keepsHeight?: boolean
}

/**
 * A panel from the bottom, centred on a wide screen: focus stays inside; Escape, swipe and the scrim close
 * it. If its height changes with a choice in it (`data-tabs`), its top stays in place there, so that the
 * choices stay under the pointer.
 */
export const Sheet = (props: SheetProps) => {
  const [present, setPresent] = useState(props.open)
  if (props.open && !present) setPresent(true)
  return present ? createPortal(<Panel {...props} onGone={() => setPresent(false)} />, document.body) : null
}

/** The browser's dialog, mounted until its closing animation ends. */
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
  // The sheet closes at once; the rendering that its owner's state change causes follows as a transition.
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
          // Closed without a request: browsers without `closedby` let a second Escape through.
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
          // Scrollable content can be scrolled by keyboard, even if nothing in it takes the focus.
          tabIndex={scrolls ? 0 : undefined}
          // `relative`: absolutely placed content, including text for screen readers, scrolls with it, not
          // with the sheet.
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

/** Opens the dialog as the topmost one while `open`; calls `onGone` after its closing animation. */
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
    // Not in a cleanup: React would move the focus back to its previous place.
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

/** Keeps the largest height so far; a rotated screen may have less. */
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
    // In the next frame: WebKit reports an error for a size that is set during a size observation.
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

/** Whether the content is larger than its box. */
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

/** Longer than the sheet's opening animation (220 ms). */
const DOUBLE_TAP_MS = 350

/** Calls `onPress` for a press that begins and ends outside the panel, on the dialog's own backdrop. */
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
      // The second tap of a double tap that opened this sheet hits its backdrop while it still moves in.
      const isSecondTap = event.timeStamp - openedAt.current < DOUBLE_TAP_MS
      began.current = !isSecondTap && isBeside(event)
    },
    onClick: (event: MouseEvent<HTMLElement>) => {
      if (began.current && isBeside(event)) onPress()
    },
  }
}

/** While `open`, "back" calls `close` instead of leaving the page. */
const useBackCloses = (open: boolean, close: () => void): void => {
  const closeLatest = useEffectEvent(close)
  useEffect(() => (open ? backLayers().add(() => closeLatest()) : undefined), [open])
}
