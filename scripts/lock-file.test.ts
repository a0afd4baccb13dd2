/**
 * `npm ci` takes the lock file as it is: it has every package of every platform, and no address to download
 * from.
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Locked {
  readonly resolved?: string
  readonly link?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>
}

/** Where Node would find a dependency of the package at `path`; undefined: nowhere. */
const foundFrom = (path: string, name: string): string | undefined => {
  for (let place = path; ; place = place.slice(0, Math.max(0, place.lastIndexOf('node_modules/') - 1))) {
    const candidate = `${place === '' ? '' : `${place}/`}node_modules/${name}`
    if (candidate in packages) return candidate
    if (place === '') return undefined
    if (!place.includes('node_modules/')) return foundFrom('', name)
  }
}

test('every dependency of every package is in it, those of other platforms too', () => {
  const missing = Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => foundFrom(path, name) === undefined)
      .map((name) => `${path} needs ${name}`),
  )
  expect(missing).toEqual([])
})

test('no package is bound to a registry', () => {
  const bound = Object.entries(packages)
    .filter(([, { resolved, link }]) => resolved !== undefined && !link)
    .map(([path]) => path)
  expect(bound).toEqual([])
})
