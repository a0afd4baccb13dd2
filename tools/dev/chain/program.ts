import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { SetupError } from '../settings.ts'

/** Path of Anvil's own program in its npm package: npm's wrapper would leave it running when killed. */
export const anvilProgram = (): string => {
  const machine = process.arch === 'x64' ? 'amd64' : process.arch
  const packages = dirname(dirname(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json')))
  const file = process.platform === 'win32' ? 'anvil.exe' : 'anvil'
  const program = join(packages, `anvil-${process.platform}-${machine}`, 'bin', file)
  if (!existsSync(program)) throw new SetupError(`Anvil has no program for ${process.platform} on ${machine}`)
  return program
}
