import type * as z from 'zod'
import { AppError } from '../../platform/app-error.ts'
import { FatalError } from '../../platform/errors.ts'

/** A handler's response does not match its call: nothing of it is sent. */
class ResponseMismatch extends FatalError {}

/** The most helpful issue: in a failed union, that of the branch with the fewest. */
const closestIssue = (issue: z.core.$ZodIssue): z.core.$ZodIssue => {
  if (issue.code !== 'invalid_union') return issue
  const [branch] = issue.errors.toSorted((a, b) => a.length - b.length)
  const inner = branch?.[0] && closestIssue(branch[0])
  return inner ? { ...inner, path: [...issue.path, ...inner.path] } : issue
}

const unknownField = (issue: z.core.$ZodIssue): readonly PropertyKey[] =>
  issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path

/** Parses input strictly; throws 10002 with the path of the first invalid field. */
export const parseInput = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> => {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [first] = result.error.issues
  const issue = first && closestIssue(first)
  const path = issue ? unknownField(issue).map(String).join('.') : ''
  throw new AppError('BAD_PARAMETER', { details: { path, problem: issue?.message ?? 'invalid' } })
}

/** Parses a response as strictly; a mismatch is our error (10001), with details only in the log. */
export const parseOutput = <S extends z.ZodType>(schema: S, value: unknown, name: string): z.output<S> => {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new ResponseMismatch(`the answer of ${name} does not fit its definition`, { cause: result.error })
}
