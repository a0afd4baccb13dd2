import { readFileSync } from 'node:fs'
import { PARAMETERS } from '@dr/protocol/parameters'
import { expect, test } from 'vitest'
import { parseTarget, ROLES } from './target.ts'

const ADDRESS = '0x5555555555555555555555555555555555555555'

const example = JSON.parse(
  readFileSync(new URL('../../../deployments/56.example.json', import.meta.url), 'utf8'),
)
const roles = Object.fromEntries(Object.keys(example.roles).map((role) => [role, ADDRESS]))
const filled = { ...example, roles }

/** Paths of all values in it. */
const pathsIn = (value: unknown): string[][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, one]) => pathsIn(one).map((path) => [name, ...path]))
    : [[]]

test('the main chain’s example names every key, cap and pool, and nothing that is not read', () => {
  expect(Object.keys(example.roles)).toEqual(ROLES)
  expect(() => parseTarget(filled)).not.toThrow()
  for (const path of pathsIn(filled)) {
    const without = structuredClone(filled)
    const parent = path.slice(0, -1).reduce((fields, name) => fields[name], without)
    delete parent[path.at(-1) as string]
    expect(() => parseTarget(without), path.join('.')).toThrow(path.at(-1))
  }
})

test('on the main chain a pool begins with twice the minimum depth, and the exchange with less than half of it', () => {
  const withPool = (usdt: string) => ({
    ...filled,
    pools: { ...example.pools, drgv: { token: '1000000', usdt } },
  })
  expect(() => parseTarget(withPool('99999.9'))).toThrow(/pools\.drgv\.usdt: at least 2 times minDepth/)
  for (const name of ['usdt', 'usdr']) {
    const withStock = (amount: string) => ({
      ...filled,
      exchangeStock: { ...example.exchangeStock, [name]: amount },
    })
    expect(() => parseTarget(withStock('49999.9'))).not.toThrow()
    expect(() => parseTarget(withStock('50000'))).toThrow(`exchangeStock.${name}: below 1/2`)
  }
})

test('on the main chain the exchange’s floor in dollars is at most a twentieth of the minimum depth', () => {
  const withFloor = (dailyFloor: string) => {
    const exchangeCaps = { ...example.params.exchangeCaps, dollar: { dailyBps: 1_000, dailyFloor } }
    return { ...example, roles, params: { ...example.params, exchangeCaps } }
  }
  expect(parseTarget(withFloor('2500')).params.exchangeCaps.dollar.dailyFloor).toBe(2_500n * 10n ** 18n)
  expect(() => parseTarget(withFloor('2500.1'))).toThrow(/dollar\.dailyFloor: at most 1\/20 of minDepth/)
})

test('on the main chain a price needs a pool of at least 10,000 USDT', () => {
  const { token } = example.params.exchangeCaps
  const of = (minDepth: string) => {
    const exchangeCaps = { token, dollar: { dailyBps: 1_000, dailyFloor: '0' } }
    return { ...example, roles, params: { ...example.params, minDepth, exchangeCaps } }
  }
  expect(parseTarget(of('10000')).params.minDepth).toBe(10_000n * 10n ** 18n)
  for (const minDepth of ['0', '9999.999'])
    expect(() => parseTarget(of(minDepth))).toThrow(/params\.minDepth: at least 10000/)
})

test('on the main chain a vault’s floor is the greatest minimum that operators can set, and no more', () => {
  const { minerVaultCaps, moneyVaultCaps } = parseTarget({ ...example, roles }).params
  expect({
    miner: minerVaultCaps.vaultDailyFloor,
    DR: moneyVaultCaps.dr.vaultDailyFloor,
    USDT: moneyVaultCaps.usdt.vaultDailyFloor,
  }).toEqual({
    miner: PARAMETERS['withdrawal-minimum-dr'].max,
    DR: PARAMETERS['withdrawal-minimum-dr'].max,
    USDT: PARAMETERS['withdrawal-minimum-usdt'].max,
  })
})

test('on the main chain the pairs are PancakeSwap’s', () => {
  for (const name of ['factory', 'router']) {
    const amm = { ...example.params.amm, [name]: ADDRESS }
    expect(() => parseTarget({ ...example, roles, params: { ...example.params, amm } })).toThrow(
      `params.amm.${name}: on chain 56 it is ${example.params.amm[name]}, not ${ADDRESS}`,
    )
  }
})
