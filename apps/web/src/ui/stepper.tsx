import { Icon } from './icons.tsx'
import { useUiTexts } from './texts.tsx'

type StepperProps = {
  readonly label: string
  readonly value: number
  readonly min?: number
  readonly max: number
  readonly onChange: (value: number) => void
}

/** A whole number by thumb or by typing; an empty field counts as `min` only once it is left. */
export function Stepper({ label, value, min = 1, max, onChange }: StepperProps) {
  const texts = useUiTexts()
  const set = (next: number): void => onChange(Math.min(max, Math.max(min, next)))
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
        value={String(value)}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          const digits = event.target.value.replace(/\D/g, '').slice(0, 4)
          set(digits === '' ? min : Number(digits))
        }}
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
