/**
 * `node script/forge.ts …`: Forge's own program from its npm package, ending as it ends. npm's wrapper
 * (1.7.1) ends with 0 whatever Forge says, so that no test, build or lint of a contract could ever fail.
 */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { forgeProgram } from './forge-program.ts'

const child = spawn(forgeProgram, process.argv.slice(2), { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.once('error', (error) => {
  process.stderr.write(`Forge did not start for ${process.platform} on ${process.arch}: ${error.message}\n`)
  process.exitCode = 1
})
child.once('exit', (code, signal) => {
  process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal])
})
