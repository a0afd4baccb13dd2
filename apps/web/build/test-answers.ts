import { runInNewContext } from 'node:vm'
import * as v from 'valibot'
import { answerCode } from './answers.ts'

/** Schemas from `answerCode`, as the app has them. */
export const answersOf = (
  calls: Parameters<typeof answerCode>[0],
): Readonly<Record<string, v.GenericSchema>> =>
  runInNewContext(`${answerCode(calls)}\nanswers`, { v, URL }) as Readonly<Record<string, v.GenericSchema>>
