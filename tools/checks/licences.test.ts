/**
 * Licence check. Packages of production must be permissively licensed, requiring only their text; those for
 * building and testing may require more. Another licence fails until it has been read, and is listed here
 * with the reason.
 */
import { expect, test } from 'vitest'
import { isOurs, nameOf, productionPackages, readLockFile } from './lock-file.ts'

const PERMISSIVE = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0'],
  ...['CC0-1.0', 'PSF-2.0'],
])

/** Licences of packages that are not delivered: for checks, builds, or contracts of the local chain. */
const DEVELOPMENT = new Set([...PERMISSIVE, 'MPL-2.0', 'GPL-3.0-or-later', 'BUSL-1.1', 'CC-BY-4.0'])

/** Exceptions by name, each with the package's stated licence and the reason. */
const EXCEPTIONS: Readonly<Record<string, { readonly states: string | undefined; readonly why: string }>> = {
  ...Object.fromEntries(
    ['core', 'sign-client', 'types', 'universal-provider', 'utils'].map((name) => [
      `@walletconnect/${name}`,
      { states: 'SEE LICENSE IN LICENSE.md', why: 'ADR 0053: optional, and what it asks for' },
    ]),
  ),
  memorystream: { states: undefined, why: 'MIT, which its package.json names in an old form' },
}

/** Whether a licence is allowed: all parts of `A AND B`, one part of `A OR B`. */
const allows = (allowed: ReadonlySet<string>, licence: string): boolean =>
  licence
    .replaceAll(/[()]/g, '')
    .split(' AND ')
    .every((all) => all.split(' OR ').some((one) => allowed.has(one)))

const packages = readLockFile()
const production = productionPackages(packages)

test('every licence is one that we have read', () => {
  const unread = Object.entries(packages).flatMap(([path, { license, link }]) => {
    if (link || path === '' || isOurs(path)) return []
    const name = nameOf(path)
    const exception = EXCEPTIONS[name]
    if (exception && exception.states === license) return []
    const allowed = production.has(path) ? PERMISSIVE : DEVELOPMENT
    return license !== undefined && allows(allowed, license) ? [] : [`${path}: ${license}`]
  })
  expect(unread).toEqual([])
})

test('an exception is there as long as its package is', () => {
  const names = new Set(Object.keys(packages).map(nameOf))
  expect(Object.keys(EXCEPTIONS).filter((name) => !names.has(name))).toEqual([])
})

test('the gate refuses what is not on its list', () => {
  expect(allows(PERMISSIVE, '(MIT OR GPL-3.0-or-later)')).toBe(true)
  for (const licence of [
    'GPL-3.0-or-later',
    'Apache-2.0 AND MPL-2.0',
    'SEE LICENSE IN LICENSE.md',
    'UNLICENSED',
  ]) {
    expect([licence, allows(PERMISSIVE, licence)]).toEqual([licence, false])
  }
})
