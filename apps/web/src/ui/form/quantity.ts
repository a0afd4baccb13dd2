import { narrowDigits } from '@dr/protocol/amounts'
import { useState } from 'react'
import { isDigits } from './validators.ts'

export interface QuantityLimits {
  readonly min: number
  readonly max: number
}

/** not-whole: no number, or one with a fraction or an exponent. */
export type QuantityProblem = 'empty' | 'not-whole' | 'below' | 'above'

type ReadQuantity =
  | { readonly value: number; readonly problem: null }
  | { readonly value: null; readonly problem: QuantityProblem }

/** Thousands in the app's format; a whole number has no other use for a comma. */
const GROUPED = /^[1-9][0-9]{0,2}(,[0-9]{3})+$/
const NEGATIVE = /^[-−][0-9]+$/

const refused = (problem: QuantityProblem): ReadQuantity => ({ value: null, problem })

/** Parses a typed or pasted whole number, full-width digits too; never changes it into another one. */
export const readQuantity = (text: string, { min, max }: QuantityLimits): ReadQuantity => {
  const trimmed = narrowDigits(text.trim())
  if (trimmed === '') return refused('empty')
  if (NEGATIVE.test(trimmed)) return refused('below')
  const digits = GROUPED.test(trimmed) ? trimmed.replaceAll(',', '') : trimmed
  if (!isDigits(digits)) return refused('not-whole')
  const value = Number(digits)
  if (value < min) return refused('below')
  return value > max ? refused('above') : { value, problem: null }
}

export interface Quantity {
  /** Number for the form's figures: the last allowed one if the input is invalid. */
  readonly count: number
  /** Number in the field; null: invalid. */
  readonly value: number | null
  readonly text: string
  /** Empty input is an error once the form's button was pressed. */
  readonly problem: QuantityProblem | null
  readonly limits: QuantityLimits
  /** Number of presses of the form's button without a valid number, each of which focuses the field. */
  readonly attempts: number
  readonly onText: (text: string) => void
  /** Calls `go` with the number in the field, or shows the field's error. */
  readonly ask: (go: (count: number) => void) => void
}

const within = (value: number, { min, max }: QuantityLimits): number => Math.min(max, Math.max(min, value))

/** State of a whole number in a form, for a `Stepper`. */
export const useQuantity = (input: {
  readonly initial?: number
  readonly min?: number
  readonly max: number
}): Quantity => {
  const { initial = 1, min = 1, max } = input
  const limits = { min, max }
  /** Null until typed: the limits may still change. */
  const [typed, setTyped] = useState<string | null>(null)
  const [last, setLast] = useState(initial)
  const [attempts, setAttempts] = useState(0)
  const text = typed ?? String(within(last, limits))
  const { value, problem } = readQuantity(text, limits)
  return {
    count: value ?? within(problem === 'above' ? max : problem === 'below' ? min : last, limits),
    value,
    text,
    problem: problem === 'empty' && attempts === 0 ? null : problem,
    limits,
    attempts,
    onText: (next) => {
      setTyped(next)
      setLast(readQuantity(next, limits).value ?? last)
    },
    ask: (go) => (value === null ? setAttempts(attempts + 1) : go(value)),
  }
}
