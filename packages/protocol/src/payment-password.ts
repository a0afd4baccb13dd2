/** What a payment password may be: six digits, and not the ones that everyone tries first. */
import { CODE_LENGTH } from './constants.ts'

const DIGITS = new RegExp(`^\\d{${CODE_LENGTH}}$`)

export type PaymentPasswordProblem = 'form' | 'too-simple'

/** The same step from each digit to the next: 000000, 123456, 987654, 135791 wraps at ten. */
const evenSteps = (digits: readonly number[]): boolean => {
  const steps = digits.slice(1).map((digit, index) => (digit - (digits[index] ?? 0) + 10) % 10)
  return steps.every((step) => step === steps[0])
}

/** 121212, 123123: a short piece, repeated. */
const isRepeated = (text: string): boolean =>
  [2, 3].some((length) => text === text.slice(0, length).repeat(text.length / length))

/** Null: it may be used. With five tries a day, those few hundred would be where a guesser begins. */
export const paymentPasswordProblem = (password: string): PaymentPasswordProblem | null => {
  if (!DIGITS.test(password)) return 'form'
  return evenSteps([...password].map(Number)) || isRepeated(password) ? 'too-simple' : null
}
