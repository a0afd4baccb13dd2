import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PARAMETERS } from '@dr/protocol/parameters'
import { expect, test } from 'vitest'
import { parseTarget } from './target.ts'

const ADDRESS = '0x5555555555555555555555555555555555555555'

test('on the main chain the exchange’s floor in dollars is at most a twentieth of the minimum depth', () => {
  const path = fileURLToPath(new URL('../../../deployments/56.example.json', import.meta.url))
  const example = JSON.parse(readFileSync(path, 'utf8'))
  const roles = Object.fromEntries(Object.keys(example.roles).map((role) => [role, ADDRESS]))
  const withFloor = (dailyFloor: string) => {
    const exchangeCaps = { ...example.params.exchangeCaps, dollar: { dailyBps: 1_000, dailyFloor } }
    return { ...example, roles, params: { ...example.params, exchangeCaps } }
  }
  expect(parseTarget(withFloor('2500')).params.exchangeCaps.dollar.dailyFloor).toBe(2_500n * 10n ** 18n)
  expect(() => parseTarget(withFloor('2500.1'))).toThrow(/dollar\.dailyFloor: at most 1\/20 of minDepth/)
})

test('on the main chain a price needs a pool of at least 10,000 USDT', () => {
  const path = fileURLToPath(new URL('../../../deployments/56.example.json', import.meta.url))
  const example = JSON.parse(readFileSync(path, 'utf8'))
  const roles = Object.fromEntries(Object.keys(example.roles).map((role) => [role, ADDRESS]))
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
  const path = fileURLToPath(new URL('../../../deployments/56.example.json', import.meta.url))
  const example = JSON.parse(readFileSync(path, 'utf8'))
  const roles = Object.fromEntries(Object.keys(example.roles).map((role) => [role, ADDRESS]))
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
  const path = fileURLToPath(new URL('../../../deployments/56.example.json', import.meta.url))
  const example = JSON.parse(readFileSync(path, 'utf8'))
  const roles = Object.fromEntries(Object.keys(example.roles).map((role) => [role, ADDRESS]))
  for (const name of ['factory', 'router']) {
    const amm = { ...example.params.amm, [name]: ADDRESS }
    expect(() => parseTarget({ ...example, roles, params: { ...example.params, amm } })).toThrow(
      `params.amm.${name}: on chain 56 it is ${example.params.amm[name]}, not ${ADDRESS}`,
    )
  }
})
