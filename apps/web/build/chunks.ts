/**
 * Chunks of the app by import graph (ADR 0072): the visitor's first page, additions of a user's Home,
 * everything that needs viem, and other modules shared by two or more pages. A module of one page is in
 * that page's chunk.
 */
import type { Rolldown } from 'vite'

type Group = Rolldown.CodeSplittingGroup

/** Import graph of a build, by module ids. */
export interface ImportGraph {
  getModuleInfo(id: string): {
    readonly importedIds: readonly string[]
    readonly importers: readonly string[]
    readonly dynamicImporters: readonly string[]
  } | null
}

/** Modules that the entry loads after the first paint, in order (src/app/start.ts), each in its own file. */
const FIRST = ['app/root.ts', 'app/main.tsx']
const HOME = 'pages/home/home.tsx'
const USER_HOME = 'pages/home/mine.tsx'

/**
 * viem with its imports, and the ABIs. WalletConnect's own copies are in its folder, and are loaded with
 * it.
 */
const WALLET =
  /^(?:(?!\/node_modules\/).)*\/(?:node_modules\/(?:viem|ox|abitype|@noble(?!\/ciphers)|@adraffy)|contracts\/abi)\//
/** QR code generator, used by two sheets: 4 kB that no page needs at first. */
const QR = /\/(?:uqr|ui\/pictures\/qr\.tsx$)/
/** Parts of React Query that no first page uses, although its index imports them. */
const SELDOM = /\/@tanstack\/.*(?:mutation|infinite)/i

const reachedFrom = (graph: ImportGraph, starts: Iterable<string>): ReadonlySet<string> => {
  const found = new Set<string>()
  const add = (id: string): void => {
    if (found.has(id)) return
    found.add(id)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) add(imported)
  }
  for (const start of starts) add(start)
  return found
}

/** Imports of `start` that other modules share, each with its own imports. */
const sharedOf = (graph: ImportGraph, start: string): ReadonlySet<string> => {
  const own = reachedFrom(graph, [start])
  const isShared = (id: string): boolean => {
    const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(id) ?? {}
    return id !== start && [...importers, ...dynamicImporters].some((importer) => !own.has(importer))
  }
  return reachedFrom(graph, [...own].filter(isShared))
}

/** Modules that a visitor's first page loads. @throws when wallet code is imported there. */
export const firstModules = (graph: ImportGraph, source: string): ReadonlySet<string> => {
  const files = FIRST.map((file) => `${source}/${file}`)
  const main = reachedFrom(graph, files)
  const home = `${source}/${HOME}`
  for (const id of [...main, ...reachedFrom(graph, [home])]) {
    const wallet = graph.getModuleInfo(id)?.importedIds.find((imported) => WALLET.test(imported))
    if (wallet)
      throw new Error(`a visitor's first page would load the wallet's code: ${id} imports ${wallet}`)
  }
  const isOwnFile = (id: string): boolean => files.includes(id) || SELDOM.test(id)
  return new Set([...main, ...sharedOf(graph, home)].filter((id) => !isOwnFile(id)))
}

/** Checks whether a module imports wallet code, directly or indirectly. */
const createNeedsWallet = () => {
  const known = new Map<string, boolean>()
  const needsWallet = (graph: ImportGraph, id: string): boolean => {
    const answer = known.get(id)
    if (answer !== undefined) return answer
    const imported = graph.getModuleInfo(id)?.importedIds ?? []
    const needs = WALLET.test(id) || imported.some((one) => needsWallet(graph, one))
    known.set(id, needs)
    return needs
  }
  return needsWallet
}

/** `source`: the folder of the app's code. */
export const chunkGroups = (source: string): Group[] => {
  const needsWallet = createNeedsWallet()
  let first: ReadonlySet<string> | undefined
  let user: ReadonlySet<string> | undefined
  const isFirst = (graph: ImportGraph, id: string): boolean => {
    first ??= firstModules(graph, source)
    return first.has(id)
  }
  const isUser = (graph: ImportGraph, id: string): boolean => {
    user ??= reachedFrom(graph, [`${source}/${USER_HOME}`])
    return user.has(id) && !needsWallet(graph, id)
  }
  const group = (
    name: string,
    includes: (graph: ImportGraph, id: string) => boolean,
    rest: Pick<Group, 'priority' | 'minShareCount'>,
  ): Group => ({ name: (id, graph) => (includes(graph, id) ? name : null), ...rest })
  return [
    { name: 'preload', test: /\bvite\/preload-helper/, priority: 5 },
    { name: 'react', test: /\/node_modules\/(?:react|react-dom|scheduler)\//, priority: 5 },
    { name: 'wallet', test: WALLET, priority: 4 },
    group('shell', isFirst, { priority: 3 }),
    group('parts', isUser, { priority: 2, minShareCount: 2 }),
    group('reads', needsWallet, { priority: 1, minShareCount: 2 }),
    group('shared', (_, id) => !QR.test(id), { minShareCount: 2 }),
  ]
}
