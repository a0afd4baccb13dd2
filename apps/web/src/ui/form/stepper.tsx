import { useState } from 'react'
import { Icon } from '../pictures/icons.tsx'
import { useUiTexts } from '../text/texts.tsx'
import { isDigits } from './validators.ts'

type StepperProps = {
  readonly label: string
  readonly value: number
  readonly min?: number
  readonly max: number
  readonly onChange: (value: number) => void
}

const MAX_DIGITS = 4

/**
 * A whole number by thumb or by typing; an empty field counts as `min`, and shows it once it is left. What is
 * no whole number (1.5, 1,500, 1e3, −1) is not taken, so that it never becomes another number.
 */
export const Stepper = ({ label, value, min = 1, max, onChange }: StepperProps) => {
  const texts = useUiTexts()
  const [emptied, setEmptied] = useState(false)
  const set = (next: number): void => {
    setEmptied(false)
    onChange(Math.min(max, Math.max(min, next)))
  }
  const type = (typed: string): void => {
    const text = typed.trim()
    if (text !== '' && !(isDigits(text) && text.length <= MAX_DIGITS)) return
    set(text === '' ? min : Number(text))
    setEmptied(text === '')
  }
  const button = 'grid size-11 place-items-center rounded-12 bg-s3 text-t1 disabled:opacity-40'
  return (
    <div className="flex items-center gap-1.5">
      <button
        type="button"
        aria-label={texts.decrease}
        disabled={value <= min}
        onClick={() => set(value - 1)}
        className={button}
      >
        <Icon name="minus" size={18} />
      </button>
      <input
        aria-label={label}
        inputMode="numeric"
        pattern="[0-9]*"
        value={emptied ? '' : String(value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => setEmptied(false)}
        onChange={(event) => type(event.target.value)}
        className="num h-11 w-14 rounded-12 bg-transparent text-center text-20 font-semibold text-t1"
      />
      <button
        type="button"
        aria-label={texts.increase}
        disabled={value >= max}
        onClick={() => set(value + 1)}
        className={button}
      >
        <Icon name="plus" size={18} />
      </button>
    </div>
  )
}
