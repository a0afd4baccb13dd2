import { type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'

type TextFieldProps = {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** Text under the field, in the error colour with `problem`. */
  readonly note?: ReactNode
  readonly problem?: boolean
  readonly inputMode?: 'text' | 'numeric' | 'decimal'
  readonly maxLength?: number
  readonly disabled?: boolean
}

/** One line of text with a label above. */
export const TextField = ({
  label,
  value,
  onChange,
  note,
  problem = false,
  inputMode = 'text',
  maxLength = 80,
  disabled = false,
}: TextFieldProps) => {
  const id = useId()
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1.5">
      <label htmlFor={id} className="text-12 text-t2">
        {label}
      </label>
      <input
        id={id}
        value={value}
        inputMode={inputMode}
        maxLength={maxLength}
        disabled={disabled}
        autoComplete="off"
        aria-invalid={problem || undefined}
        aria-describedby={note ? `${id}-note` : undefined}
        onChange={(event) => onChange(event.target.value)}
        className={cx(
          'num min-h-11 w-full rounded-12 border bg-s2 px-3 text-14 text-t1 disabled:text-t2',
          problem ? 'border-out' : 'border-line2',
        )}
      />
      {note ? (
        <p id={`${id}-note`} className={cx('text-12', problem ? 'text-out' : 'text-t2')}>
          {note}
        </p>
      ) : null}
    </div>
  )
}
