import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { emptied } from './deployed-only.ts'

const read = (path: string): string => {
  const root = createRequire(import.meta.url)
    .resolve('viem/package.json')
    .replace('package.json', '')
  return readFileSync(`${root}_esm/${path}.js`, 'utf8')
}
const load = async (code: string): Promise<Record<string, unknown>> =>
  import(`data:text/javascript,${encodeURIComponent(code)}`)

it('a failed call without data is compared with a selector, and not with nothing', async () => {
  const ccip = await load(emptied(read('utils/ccip')))
  expect(ccip).toMatchObject({ offchainLookupSignature: '0x556f1830', offchainLookup: undefined })
})

it('other files have no code left', async () => {
  const module = await load(emptied(read('actions/wallet/prepareTransactionRequest')))
  expect(Object.keys(module)).toContain('prepareTransactionRequest')
  expect(Object.values(module).every((value) => value === undefined || value === null)).toBe(true)
})
