/** Runs programs that end by themselves, which an operator starts manually. */
import { explainInLine, type WrittenError } from './explain.ts'

/**
 * Ends the process with 1 after an uncaught error, and prints the text of `describe`: Node itself would print
 * the error, with its stack and the URLs in it.
 */
export const endOnUncaught = (describe: (error: unknown) => string): void => {
  process.on('uncaughtException', (error) => {
    process.stderr.write(`${describe(error)}\n`)
    process.exit(1)
  })
}

/**
 * Runs a program; if it fails, prints one line on standard error and exits with 1. `written`: errors whose
 * messages are meant for the operator.
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
