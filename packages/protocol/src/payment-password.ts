/** Rules of a payment password: six digits, without the most common patterns. */
import { CODE_LENGTH } from './constants.ts'

const DIGITS = new RegExp(`^\\d{${CODE_LENGTH}}$`)

export type PaymentPasswordProblem = 'form' | 'too-simple'

/** Whether all steps between digits are equal: 000000, 123456, 987654, 135791 (modulo ten). */
const evenSteps = (digits: readonly number[]): boolean => {
  const steps = digits.slice(1).map((digit, index) => (digit - (digits[index] ?? 0) + 10) % 10)
  return steps.every((step) => step === steps[0])
}

/** Whether a short part is repeated: 121212, 123123. */
const isRepeated = (text: string): boolean =>
  [2, 3].some((length) => text === text.slice(0, length).repeat(text.length / length))

/**
 * Problem of a password; null: valid. With five tries a day, an attacker would begin with those few
 * hundred.
 */
export const paymentPasswordProblem = (password: string): PaymentPasswordProblem | null => {
  if (!DIGITS.test(password)) return 'form'
  return evenSteps([...password].map(Number)) || isRepeated(password) ? 'too-simple' : null
}
