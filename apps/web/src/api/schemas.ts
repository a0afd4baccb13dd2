import { table } from 'virtual:answers'
import { answerFits } from './check-answer.ts'
import type { CallName } from './endpoints.ts'

/** The answer as the protocol promises it, or a throw: a number that is not there is never shown as 0. */
export const parseAnswer = (name: CallName, data: unknown): unknown => {
  if (!answerFits(table, name, data)) throw new TypeError(`not an answer to ${name}`)
  return data
}
