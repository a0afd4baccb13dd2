/**
 * Numbers or hex as PostgreSQL's array literal, for statements with tens of thousands of values or very
 * frequent ones: ten times as fast as both drivers' own encoding of arrays. The statement names the type
 * (`$1::bigint[]`). Nothing is escaped: pass only hex that was checked or created here.
 */
import type { Hex } from 'viem'

export const arrayLiteral = (values: readonly (bigint | number | Hex)[]): string => `{${values.join()}}`
