import { answers } from 'virtual:answers'
import { parse } from 'valibot'
import type { CallName } from './endpoints.ts'

/**
 * Returns the answer without unknown fields; throws if it does not fit the schema, so that a missing number
 * is never shown as 0.
 */
export const parseAnswer = (name: CallName, data: unknown): unknown => parse(answers[name], data)
