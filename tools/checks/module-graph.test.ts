/** Rules for dependencies between modules (ARCHITECTURE.md, "How a module uses another"). */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import {
  type Handed,
  handedFunctions,
  handedParts,
  type ModuleGraph,
  modulesInCycles,
  reaches,
} from './module-graph.ts'
import { filesBelow } from './source-layout.ts'

const SERVER = new URL('../../apps/server/src/', import.meta.url)
const MODULES = new URL('modules/', SERVER)

/** Folders with a file in them: git leaves an empty one after all its files have moved. */
const modules = [...new Set(filesBelow(fileURLToPath(MODULES)).map((file) => String(file.split('/')[0])))]

const importsOf = (module: string): Set<string> => {
  const folder = new URL(`${module}/`, MODULES)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  const sources = files.map((name) => readFileSync(new URL(name, folder), 'utf8'))
  const imported = sources.flatMap((source) => [
    ...source.matchAll(/from '(?:\.\.\/)+([a-z-]+)\/(?:index|tables)\.ts'/g),
  ])
  return new Set(
    imported.map(([, name]) => String(name)).filter((name) => name !== module && modules.includes(name)),
  )
}

const graph: ModuleGraph = new Map(modules.map((module) => [module, importsOf(module)]))

/** Rows of `.dependency-cruiser.cjs`, the lowest first. */
const rows: string[][] = createRequire(import.meta.url)('../../.dependency-cruiser.cjs')
  .forbidden.filter(({ name }: { name: string }) => name.startsWith('modules-layer-'))
  .map(({ from }: { from: { path: string } }) => /\(([^)]+)\)/.exec(from.path)?.[1]?.split('|') ?? [])
const rowOf = (module: string): number => rows.findIndex((row) => row.includes(module))

it('finds the modules: each is in one row, and imports are seen', () => {
  expect(rows.flat().toSorted()).toEqual(modules.toSorted())
  expect(graph.get('accounts')).toContain('ledger')
  expect(reaches(graph, 'accounts', 'users')).toBe(true)
})

it('no modules import each other in a cycle, by whichever files', () => {
  expect(modulesInCycles(graph)).toEqual([])
})

const isImportable = ({ from, to }: Handed) => rowOf(from) <= rowOf(to) && !reaches(graph, from, to)
const composition = readFileSync(new URL('bin/create-modules.ts', SERVER), 'utf8')

it('bin hands a module no function that it could import itself: only of modules above it', () => {
  const handed = handedFunctions(composition)
  expect(handed.length).toBeGreaterThan(0)
  expect(handed.filter(isImportable)).toEqual([])
})

it('bin hands a module the modules below it, not parts of them: only what is above it comes as a port', () => {
  const handed = handedParts(composition)
  expect(handed).toContainEqual({ name: 'nodes.stakeBegun', from: 'nodes', to: 'packages' })
  expect(handed.filter(isImportable)).toEqual([])
})

it('sees what is handed by name, in a function, and by a constant; not what is called at once', () => {
  const source = `
    import { createCars, fuelOf } from '../modules/cars/index.ts'
    import { createRoads, lengthOf, type Road, widthOf } from '../modules/roads/index.ts'
    import { createMap, createPaper } from '../modules/maps/index.ts'
    import { logger } from '../platform/logger.ts'
    const sizeOf = (road: Road) => ({ width: widthOf(road) })
    export const compose = () => {
      const roads = createRoads({ logger, fuelOf })
      const cars = createCars({ ...{ roads, logger }, lengthOf, sizeOf, paper: createPaper(logger) })
      return createMap({ lengthOf: cars.lengthOf, draw: (road) => createPaper(lengthOf(road)) })
    }`
  expect(handedFunctions(source)).toEqual([
    { name: 'fuelOf', from: 'cars', to: 'roads' },
    { name: 'lengthOf', from: 'roads', to: 'cars' },
    { name: 'widthOf', from: 'roads', to: 'cars' },
    { name: 'lengthOf', from: 'roads', to: 'maps' },
  ])
})

it('sees parts of a module in the place of the module', () => {
  const source = `
    import { createCars } from '../modules/cars/index.ts'
    import { createRoads } from '../modules/roads/index.ts'
    const cars = createCars({ width: 2 })
    const { door, seat: place } = cars
    const roads = createRoads({ cars, wheel: cars.parts.wheel, length: config.length, all: [cars.results], door, bench: place })`
  expect(handedParts(source)).toEqual([
    { name: 'cars.parts.wheel', from: 'cars', to: 'roads' },
    { name: 'cars.door', from: 'cars', to: 'roads' },
    { name: 'cars.place', from: 'cars', to: 'roads' },
  ])
})

it('knows a cycle through several modules', () => {
  const cycle: ModuleGraph = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['a'])],
    ['d', new Set(['a'])],
  ])
  expect(modulesInCycles(cycle)).toEqual(['a', 'b', 'c'])
})
