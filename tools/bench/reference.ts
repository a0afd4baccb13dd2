/** Reference contracts, compiled with the product's compiler and settings. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runTool } from '@dr/tools/dev/build/run-tool'
import type { Abi, Hex } from 'viem'
import { root } from './bench.ts'

export const buildReferences = (): Promise<void> =>
  runTool({
    root,
    folder: 'tools/bench/contracts',
    tool: 'node',
    args: ['../../../contracts/script/forge.ts', 'build'],
  })

/** Contracts must have been built. */
export const readReference = (name: string): { readonly abi: Abi; readonly bytecode: Hex } => {
  const path = join(root, '.cache', 'bench-contracts', 'out', `${name}.sol`, `${name}.json`)
  const { abi, bytecode } = JSON.parse(readFileSync(path, 'utf8')) as { abi: Abi; bytecode: { object: Hex } }
  return { abi, bytecode: bytecode.object }
}
