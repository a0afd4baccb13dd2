import type * as z from 'zod'
import { AppError } from '../../platform/app-error.ts'
import { FatalError } from '../../platform/errors.ts'

/** A handler answered what its call does not declare: nothing of it is sent. */
class ResponseMismatch extends FatalError {}

/** Of a failed union the branch that fits best tells most: the one with the fewest problems. */
const closestIssue = (issue: z.core.$ZodIssue): z.core.$ZodIssue => {
  if (issue.code !== 'invalid_union') return issue
  const [branch] = issue.errors.toSorted((a, b) => a.length - b.length)
  const inner = branch?.[0] && closestIssue(branch[0])
  return inner ? { ...inner, path: [...issue.path, ...inner.path] } : issue
}

const unknownField = (issue: z.core.$ZodIssue): readonly PropertyKey[] =>
  issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path

/** Parses input strictly; 10002 with the path of the first field that does not fit. */
export const parseInput = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> => {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [first] = result.error.issues
  const issue = first && closestIssue(first)
  const path = issue ? unknownField(issue).map(String).join('.') : ''
  throw new AppError('BAD_PARAMETER', { details: { path, problem: issue?.message ?? 'invalid' } })
}

/** Parses an answer as strictly; what does not fit is our mistake (10001), said in full in the log alone. */
export const parseOutput = <S extends z.ZodType>(schema: S, value: unknown, name: string): z.output<S> => {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new ResponseMismatch(`the answer of ${name} does not fit its definition`, { cause: result.error })
}
