/**
 * Numbers, or hex, as PostgreSQL reads an array, for statements that take tens of thousands or come by the
 * thousand: a tenth of what both drivers need to write an array by themselves. The statement says of what
 * (`$1::bigint[]`). Nothing is escaped: only hex that was checked or made here may be in it.
 */
import type { Hex } from 'viem'

export const arrayLiteral = (values: readonly (bigint | number | Hex)[]): string => `{${values.join()}}`
