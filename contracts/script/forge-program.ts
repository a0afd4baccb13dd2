import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const machine = process.arch === 'x64' ? 'amd64' : process.arch
const packages = dirname(dirname(createRequire(import.meta.url).resolve('@foundry-rs/forge/package.json')))
const file = process.platform === 'win32' ? 'forge.exe' : 'forge'

/** Forge's own program, in its npm package for this machine. */
export const forgeProgram = join(packages, `forge-${process.platform}-${machine}`, 'bin', file)
