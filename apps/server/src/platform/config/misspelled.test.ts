import { expect, test } from 'vitest'
import { misspelled } from './misspelled.ts'

const KNOWN = ['PORT', 'RPC_URLS', 'METRICS_TOKEN', 'METRICS_PUBLIC', 'TRUST_PROXY', 'DATA_DIR']

test.each([
  ['METRIC_TOKEN', 'METRICS_TOKEN'],
  ['METRCIS_TOKEN', 'METRICS_TOKEN'],
  ['RPC_URL', 'RPC_URLS'],
  ['TRUSTED_PROXY', 'TRUST_PROXY'],
  ['DATADIR', 'DATA_DIR'],
])('%s is taken to mean %s', (name, meant) => {
  expect(misspelled(['PATH', name], KNOWN)).toEqual([{ name, meant }])
})

test.each(['PATH', 'HOME', 'SPORT', 'LANG', 'METRICS', 'PROXY', 'npm_config_registry', 'SSH_AUTH_SOCK'])(
  '%s is of another program',
  (name) => {
    expect(misspelled([name], KNOWN)).toEqual([])
  },
)

test('a name beside the one it resembles is no slip', () => {
  expect(misspelled(['RPC_URL', 'RPC_URLS'], KNOWN)).toEqual([])
})
