/** Packages of the lock file, and those of production: the server's, and those built into the app. */
import { readFileSync } from 'node:fs'

interface Locked {
  readonly version?: string
  readonly license?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly link?: boolean
  readonly inBundle?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

export type LockFile = Readonly<Record<string, Locked>>

/** Packages by path; the root's is empty. */
export const readLockFile = (): LockFile =>
  (
    JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as {
      packages: LockFile
    }
  ).packages

/** Path at which Node finds a dependency of the package at `path`; undefined: none. */
export const foundFrom = (packages: LockFile, path: string, name: string): string | undefined => {
  for (let place = path; ; place = place.slice(0, Math.max(0, place.lastIndexOf('node_modules/') - 1))) {
    const candidate = `${place === '' ? '' : `${place}/`}node_modules/${name}`
    if (candidate in packages) return candidate
    if (place === '') return undefined
    if (!place.includes('node_modules/')) return foundFrom(packages, '', name)
  }
}

/** Workspaces that run in production, on the server and in the browser. */
const PROGRAMS = ['apps/server', 'apps/web']

const needsOf = ({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: Locked) => [
  ...Object.keys({ ...dependencies, ...optionalDependencies }),
  ...Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional),
]

/** Paths of its direct dependencies; workspaces by their own paths. */
const neededBy = (packages: LockFile, path: string): string[] =>
  needsOf(packages[path] ?? {}).flatMap((name) => {
    const found = foundFrom(packages, path, name)
    if (found === undefined) return []
    const { link, resolved } = packages[found] ?? {}
    return [link && resolved ? resolved : found]
  })

/** Paths of all production packages with their direct dependencies, including workspaces. */
export const productionPackages = (packages: LockFile): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, readonly string[]>()
  const add = (path: string): void => {
    if (found.has(path)) return
    const needed = neededBy(packages, path)
    found.set(path, needed)
    for (const one of needed) add(one)
  }
  for (const program of PROGRAMS) add(program)
  return found
}

/** Package name of a path: `@scope/name`. */
export const nameOf = (path: string): string =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Whether it is a workspace of this repository. */
export const isOurs = (path: string): boolean => !path.includes('node_modules/')
