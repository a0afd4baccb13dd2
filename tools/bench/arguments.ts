import { parseArgs } from 'node:util'

/** Parsed command line. */
export interface Arguments {
  /** Names of figures to measure and print. */
  readonly names: readonly string[]
  /** End with an error if a figure misses its bound. */
  readonly check: boolean
}

/** Invalid command line; shown without a stack. */
export class ArgumentsError extends Error {
  override readonly name = 'ArgumentsError'
}

const parsed = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options: { check: { type: 'boolean' } }, allowPositionals: true })
  } catch (cause) {
    throw new ArgumentsError((cause as Error).message, { cause })
  }
}

/**
 * Parses `[--check] [NAME…]`, where a prefix of a name suffices; without names all of `known`. @throws
 * ArgumentsError with the known names, if a prefix matches none.
 */
export const readArguments = (args: readonly string[], known: readonly string[]): Arguments => {
  const { values, positionals } = parsed(args)
  for (const prefix of positionals) {
    if (prefix !== '' && known.some((name) => name.startsWith(prefix))) continue
    throw new ArgumentsError(`no bench is named "${prefix}". There are: ${known.join(', ')}`)
  }
  const names = known.filter(
    (name) => positionals.length === 0 || positionals.some((prefix) => name.startsWith(prefix)),
  )
  return { names, check: values.check ?? false }
}
