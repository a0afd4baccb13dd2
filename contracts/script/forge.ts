/**
 * `node script/forge.ts …`: runs Forge from its npm package and exits with its status. npm's wrapper (1.7.1)
 * always exits with 0, so that no test, build or lint of a contract could fail.
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
