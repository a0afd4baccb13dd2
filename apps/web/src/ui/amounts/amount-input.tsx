import { type AmountProblem, formatAmount, type ParsedAmount, TOKEN_DECIMALS } from '@dr/protocol/amounts'
import { useEffect, useId, useRef } from 'react'
import { cx } from '../cx.ts'
import { isNothing, pastedAmount, readAmount } from './typed-amount.ts'

/**
 * More than the digits of a contract's largest number: pasted text is read whole, or refused as too large.
 */
const TEXT_MAX = 100

type AmountInputProps = {
  readonly label: string
  /** USD: written before the number, as `$`. */
  readonly token: string
  /** Text as typed. */
  readonly text: string
  readonly onText: (text: string) => void
  readonly decimals?: number
  /** Control that changes the token, in place of its name. */
  readonly picker?: React.ReactNode
  /** Content right of the label: the balance. */
  readonly aside?: React.ReactNode
  /** Button that fills in the maximum. */
  readonly max?: { readonly value: bigint; readonly label: string }
  /** Number of presses of the form's button without an amount, each of which focuses the field. */
  readonly attempts: number
  /** Texts for unreadable input, and for an amount that is not allowed. */
  readonly problemText: (problem: AmountProblem) => string
  readonly refusal?: string | undefined
  /** "Understood as {amount}". */
  readonly understood: (amount: string) => string
}

/** Amount field: accepts point and comma, refuses ambiguous input, repeats the amount it understood. */
export const AmountInput = ({
  label,
  token,
  text,
  onText,
  decimals = TOKEN_DECIMALS,
  picker,
  aside,
  max,
  attempts,
  problemText,
  refusal,
  understood,
}: AmountInputProps) => {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (attempts > 0) field.current?.focus()
  }, [attempts])
  const parsed = readAmount(text, decimals)
  const isDollars = token === 'USD'
  const shown = (value: bigint): string => {
    const amount = formatAmount(value, { decimals, maxDecimals: decimals })
    return isDollars ? `$${amount}` : `${amount} ${token}`
  }
  const isMissing = attempts > 0 && isNothing(parsed)
  const problem = readProblem(parsed)
  const error = problem ? problemText(problem) : (refusal ?? (isMissing ? problemText('empty') : undefined))
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-12 text-t2">
        <label htmlFor={id}>{label}</label>
        {aside ? <span className="num ml-auto text-right wrap-anywhere">{aside}</span> : null}
      </div>
      <div
        className={cx(
          'flex min-h-14 items-center gap-2 rounded-16 border bg-s2 pr-2 pl-4 focus-within:border-gold',
          error ? 'border-out' : 'border-line2',
        )}
      >
        {isDollars ? <span className="text-20 text-t2">$</span> : null}
        <input
          ref={field}
          id={id}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          value={text}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => onText(event.target.value.slice(0, TEXT_MAX))}
          onPaste={(event) => {
            const { value, selectionStart, selectionEnd } = event.currentTarget
            const isWhole = selectionStart === 0 && selectionEnd === value.length
            const pasted = isWhole ? pastedAmount(event.clipboardData.getData('text')) : null
            if (pasted === null) return
            event.preventDefault()
            onText(pasted.slice(0, TEXT_MAX))
          }}
          className={cx(
            'num h-14 min-w-0 flex-1 bg-transparent font-semibold text-t1 outline-none placeholder:text-t3',
            text.length > 18 ? 'text-14' : text.length > 11 ? 'text-20' : 'text-28',
          )}
        />
        {isDollars ? null : (picker ?? <span className="text-14 text-t2">{token}</span>)}
        {max ? (
          <button
            type="button"
            className="tap h-9 rounded-12 bg-gold-soft px-3 text-14 font-semibold text-gold"
            onClick={() => onText(formatAmount(max.value, { decimals, maxDecimals: decimals, group: false }))}
          >
            {max.label}
          </button>
        ) : null}
      </div>
      <p
        id={`${id}-note`}
        aria-live="polite"
        className={cx('num min-h-5 wrap-anywhere', error ? 'text-12 text-out' : 'text-14 leading-5 text-t1')}
      >
        {error ?? (parsed.ok ? understood(shown(parsed.value)) : '')}
      </p>
    </div>
  )
}

/** Empty input is no error. */
const readProblem = (parsed: ParsedAmount): AmountProblem | undefined =>
  parsed.ok || parsed.problem === 'empty' ? undefined : parsed.problem
