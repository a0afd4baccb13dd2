import { useEffect, useId, useRef } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../pictures/icons.tsx'
import { useUiTexts } from '../text/texts.tsx'
import type { Quantity } from './quantity.ts'

type StepperProps = { readonly label: string; readonly quantity: Quantity }

/** More than the digits of any count: pasted text is read whole, or refused. */
const TEXT_MAX = 100

/**
 * A whole number with buttons and text input. Typed text stays unchanged: for an invalid one the field
 * shows the reason.
 */
export const Stepper = ({ label, quantity }: StepperProps) => {
  const { count, text, problem, limits, attempts, onText } = quantity
  const texts = useUiTexts()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (attempts === 0) return
    field.current?.focus()
    // On a small phone it would be behind the sheet's button.
    words.current?.scrollIntoView({ block: 'nearest' })
  }, [attempts])
  useEffect(() => {
    if (problem !== null) words.current?.scrollIntoView({ block: 'nearest' })
  }, [problem])
  const button = 'grid size-11 place-items-center rounded-12 bg-s3 text-t1 disabled:opacity-40'
  /** Outside the limits the first press leads back to them. */
  const lower = problem === 'above' ? limits.max : count - 1
  const higher = problem === 'below' ? limits.min : count + 1
  return (
    <div className="flex flex-col items-end">
      <div className="flex items-center gap-1.5">
        <button
          type="button"
          aria-label={texts.decrease}
          disabled={lower < limits.min}
          onClick={() => onText(String(lower))}
          className={button}
        >
          <Icon name="minus" size={18} />
        </button>
        <input
          ref={field}
          aria-label={label}
          aria-invalid={problem === null ? undefined : true}
          aria-describedby={id}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          onFocus={(event) => event.target.select()}
          onChange={(event) => onText(event.target.value.slice(0, TEXT_MAX))}
          className={cx(
            'num h-11 w-14 rounded-12 bg-transparent text-center font-semibold text-t1',
            text.length > 4 ? 'text-14' : 'text-20',
          )}
        />
        <button
          type="button"
          aria-label={texts.increase}
          disabled={higher > limits.max}
          onClick={() => onText(String(higher))}
          className={button}
        >
          <Icon name="plus" size={18} />
        </button>
      </div>
      <p ref={words} id={id} aria-live="polite" className="max-w-52 text-right text-12 text-out">
        {problem === null ? '' : texts.quantityProblem(problem, limits)}
      </p>
    </div>
  )
}
