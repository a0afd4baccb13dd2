/** Properties of `script/solc.cjs`, in Forge's build of sources and tests (`npm run build:all`). */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const OUT = fileURLToPath(new URL('../out/', import.meta.url))
/** Hexadecimal digits of a piece of code that no other contract has by chance. */
const PIECE = 200

interface Output {
  readonly bytecode?: { readonly object: string }
  readonly deployedBytecode?: { readonly object: string }
  readonly metadata?: {
    readonly settings: {
      readonly compilationTarget: Readonly<Record<string, string>>
      readonly optimizer: { readonly enabled: boolean }
    }
  }
}

const outputs = readdirSync(OUT, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.json') && !file.startsWith('build-info'))
  .map((file) => JSON.parse(readFileSync(join(OUT, file), 'utf8')) as Output)
const of = (folder: string) =>
  outputs.flatMap(({ metadata, bytecode, deployedBytecode }) => {
    const [file = ''] = Object.keys(metadata?.settings.compilationTarget ?? {})
    if (metadata === undefined || !file.startsWith(folder)) return []
    return [
      {
        file,
        isOptimised: metadata.settings.optimizer.enabled,
        creation: bytecode?.object ?? '',
        runtime: deployedBytecode?.object ?? '',
      },
    ]
  })
const sources = of('src/')
const tests = of('test/')

test('what is deployed is optimised, and its tests are not', () => {
  expect(sources.length).toBeGreaterThan(20)
  expect(tests.length).toBeGreaterThan(50)
  expect(sources.filter(({ isOptimised }) => !isOptimised)).toEqual([])
  expect(new Set(tests.filter(({ isOptimised }) => isOptimised).map(({ file }) => file))).toEqual(new Set())
})

test('no test holds code of what it deploys: it deploys the optimised one', () => {
  const pieces = sources.flatMap(({ file, runtime }) =>
    // Contracts have common beginnings, and library code at the end.
    [400, 800, 1_200].map((at) => ({ file, piece: runtime.slice(at, at + PIECE) })),
  )
  const whole = pieces.filter(({ piece }) => piece.length === PIECE)
  expect(whole.length).toBeGreaterThan(30)
  const held = tests.flatMap(({ file, creation }) =>
    whole.filter(({ piece }) => creation.includes(piece)).map((piece) => `${file}: ${piece.file}`),
  )
  expect(held).toEqual([])
})
