import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { Button } from './button.tsx'

type PrefilledFieldProps = {
  readonly label: string
  /** Label of the input, if it differs from the value's. */
  readonly fieldLabel?: string
  readonly value: string
  /** Displayed value, shortened if long. */
  readonly shown: string
  /** Further line about the value; '' reserves its space until it is known. */
  readonly detail?: string | undefined
  readonly onChange: (value: string) => void
  /** Text of the button that makes the value editable. */
  readonly changeText: string
  readonly maxLength: number
  /** Note below; announced when it changes. */
  readonly note?: ReactNode
  readonly problem?: boolean
}

/** A known value with a button to edit it; an input field once edited, or without a value. */
export const PrefilledField = (props: PrefilledFieldProps) => {
  const {
    label,
    fieldLabel = label,
    value,
    shown,
    detail,
    onChange,
    changeText,
    maxLength,
    note,
    problem = false,
  } = props
  const id = useId()
  // A value may become known after the first render; an edited field stays one.
  const [typed, setTyped] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (typed) input.current?.focus()
  }, [typed])
  const field = problem || typed || value === ''
  return (
    <div className="flex flex-col gap-1.5">
      {field ? (
        <>
          <label htmlFor={id} className="text-12 text-t2">
            {fieldLabel}
          </label>
          <input
            ref={input}
            id={id}
            value={value}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={maxLength}
            aria-invalid={problem || undefined}
            aria-describedby={note ? `${id}-note` : undefined}
            onChange={(event) => {
              setTyped(true)
              onChange(event.target.value)
            }}
            className={cx(
              'num min-h-14 w-full rounded-16 border bg-s2 px-4 text-16 text-t1 outline-none focus-visible:border-gold',
              problem ? 'border-out' : 'border-line2',
            )}
          />
          {detail ? <p className="num text-12 break-all text-t2">{`${shown} · ${detail}`}</p> : null}
        </>
      ) : (
        <div className="flex min-h-14 items-center gap-3 rounded-16 border border-line bg-s2 py-2 pr-2.5 pl-4">
          <div className="min-w-0 flex-1">
            <p className="text-12 text-t2">{label}</p>
            <p className="num font-semibold break-all">{shown}</p>
            {detail === undefined ? null : (
              <p className="num text-12 break-all text-t2">{detail || '\u00a0'}</p>
            )}
          </div>
          <Button size="sm" onClick={() => setTyped(true)}>
            {changeText}
          </Button>
        </div>
      )}
      {note ? (
        <p id={`${id}-note`} aria-live="polite" className={cx('text-12', problem ? 'text-out' : 'text-t2')}>
          {note}
        </p>
      ) : null}
    </div>
  )
}
