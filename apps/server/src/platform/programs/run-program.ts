/** The process round a program that does its work and ends: those that an operator runs by hand. */
import { explainInLine, type WrittenError } from './explain.ts'

/**
 * Whatever was not caught ends the process with 1 and what `describe` returns for it: Node itself would print
 * the error, with its stack and the URLs in it.
 */
export const endOnUncaught = (describe: (error: unknown) => string): void => {
  process.on('uncaughtException', (error) => {
    process.stderr.write(`${describe(error)}\n`)
    process.exit(1)
  })
}

/**
 * Runs it; if it fails, one line on standard error and exit code 1. `written`: errors whose messages are
 * meant for the operator.
 */
export const runProgram = async (
  work: () => Promise<void>,
  ...written: readonly WrittenError[]
): Promise<void> => {
  const describe = (error: unknown) => explainInLine(error, written)
  endOnUncaught(describe)
  try {
    await work()
  } catch (error) {
    process.stderr.write(`${describe(error)}\n`)
    process.exit(1)
  }
}
