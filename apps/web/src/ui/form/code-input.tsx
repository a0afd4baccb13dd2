import { CODE_LENGTH } from '@dr/protocol/constants'
import { type Ref, useId } from 'react'
import { cx } from '../cx.ts'
import { codeDigits } from './validators.ts'

type CodeInputProps = {
  readonly label: string
  readonly value: string
  readonly onValue: (value: string) => void
  /** A password: typed characters are shown as dots. */
  readonly secret?: boolean
  /** Error text, in place of the note. */
  readonly problem?: string | null | undefined
  readonly note?: string | undefined
  readonly disabled?: boolean
  readonly ref?: Ref<HTMLInputElement>
}

const CELLS = Array.from({ length: CODE_LENGTH }, (_, index) => index)

/**
 * Six digits in six cells (requirement §9). One real input covers the cells, so that pasting, a phone's
 * code from the message, and screen readers work as usual.
 */
export const CodeInput = (props: CodeInputProps) => {
  const { label, value, onValue, secret = false, problem, note, disabled = false, ref } = props
  const id = useId()
  const text = problem ?? note
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-12 text-t2">
        {label}
      </label>
      <div className="group/code relative">
        <div className="grid grid-cols-6 gap-2" aria-hidden="true">
          {CELLS.map((index) => (
            <span
              key={index}
              className={cx(
                'num grid h-14 place-items-center rounded-12 border bg-s2 text-20 font-semibold',
                problem
                  ? 'border-out'
                  : index === Math.min(value.length, CODE_LENGTH - 1)
                    ? 'border-line2 group-focus-within/code:border-gold group-focus-within/code:ring-1 group-focus-within/code:ring-gold'
                    : 'border-line2',
              )}
            >
              {index < value.length ? (secret ? '•' : value[index]) : ''}
            </span>
          ))}
        </div>
        <input
          ref={ref}
          id={id}
          type={secret ? 'password' : 'text'}
          inputMode="numeric"
          autoComplete={secret ? 'off' : 'one-time-code'}
          maxLength={CODE_LENGTH}
          value={value}
          disabled={disabled}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => onValue(codeDigits(event.target.value))}
          className="absolute inset-0 h-14 w-full cursor-text rounded-12 bg-transparent text-transparent caret-transparent opacity-0 outline-none"
        />
      </div>
      <p
        id={`${id}-note`}
        aria-live="polite"
        className={cx('min-h-[18px] text-12', problem ? 'text-out' : 'text-t2')}
      >
        {text}
      </p>
    </div>
  )
}
