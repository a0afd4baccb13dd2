import { answers } from 'virtual:answers'
import { parse } from 'valibot'
import type { CallName } from './endpoints.ts'

/**
 * The answer as the protocol promises it, without fields of a newer server; or a throw: a number that is not
 * there is never shown as 0.
 */
export const parseAnswer = (name: CallName, data: unknown): unknown => parse(answers[name], data)
