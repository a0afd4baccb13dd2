/**
 * `npm ci` uses the lock file unchanged: it has every package of every platform, and no download addresses.
 */
import { expect, test } from 'vitest'
import { foundFrom, isOurs, nameOf, productionPackages, readLockFile } from './lock-file.ts'

const packages = readLockFile()

test('every dependency of every package is in it, those of other platforms too', () => {
  const missing = Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => foundFrom(packages, path, name) === undefined)
      .map((name) => `${path} needs ${name}`),
  )
  expect(missing).toEqual([])
})

/** A bundled package is part of another one's content. */
test('every package is held by the SHA-512 of its content', () => {
  const loose = Object.entries(packages)
    .filter(([path, { link, inBundle }]) => path.includes('node_modules/') && !link && !inBundle)
    .filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
    .map(([path]) => path)
  expect(loose).toEqual([])
})

test('no package is bound to a registry', () => {
  const bound = Object.entries(packages)
    .filter(([, { resolved, link }]) => resolved !== undefined && !link)
    .map(([path]) => path)
  expect(bound).toEqual([])
})

test('production needs what the server runs and the app is built from, and nothing of the tests', () => {
  const names = [...productionPackages(packages).keys()].filter((path) => !isOurs(path)).map(nameOf)
  for (const name of ['fastify', 'pg', 'viem', '@noble/curves', 'react', '@walletconnect/core']) {
    expect(names).toContain(name)
  }
  for (const name of [
    'vitest',
    'vite',
    '@foundry-rs/anvil',
    '@playwright/test',
    '@uniswap/v2-core',
    'solc',
  ]) {
    expect(names).not.toContain(name)
  }
})
