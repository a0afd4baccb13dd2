/**
 * `node script/forge.ts …`: Forge's own program from its npm package, ending as it ends. npm's wrapper
 * (1.7.1) ends with 0 whatever Forge says, so that no test, build or lint of a contract could ever fail.
 */
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'

const machine = process.arch === 'x64' ? 'amd64' : process.arch
const packages = dirname(dirname(createRequire(import.meta.url).resolve('@foundry-rs/forge/package.json')))
const file = process.platform === 'win32' ? 'forge.exe' : 'forge'
const program = join(packages, `forge-${process.platform}-${machine}`, 'bin', file)

const child = spawn(program, process.argv.slice(2), { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.once('error', (error) => {
  process.stderr.write(`Forge did not start for ${process.platform} on ${machine}: ${error.message}\n`)
  process.exitCode = 1
})
child.once('exit', (code, signal) => {
  process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal])
})
