/** The exit is asked for before anything is deployed: of the sources, and of contracts that give none. */
import { type Anvil, startAnvil } from '@dr/test-kit/anvil'
import { createPublicClient, custom, type Hex, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readArtifact } from '../artifacts.ts'
import type { ContractName } from '../contracts.ts'
import { LOCAL_PARAMS } from '../local-market.ts'
import { previewClaims } from './preview-claims.ts'

const CHAIN_ID = 56
const newAddress = () => privateKeyToAccount(generatePrivateKey()).address
const roles = {
  signer: newAddress(),
  standbySigner: newAddress(),
  attester: newAddress(),
  witness: newAddress(),
  drawer: newAddress(),
  guardian: newAddress(),
  pauser: newAddress(),
  proposer: newAddress(),
  treasury: newAddress(),
  liquidityHolder: newAddress(),
}
const planned = {
  chainId: CHAIN_ID,
  roles,
  params: { ...LOCAL_PARAMS, amm: { factory: newAddress(), router: newAddress() } },
}

let anvil: Anvil
const clientOf = () => createPublicClient({ transport: http(anvil.url), cacheTime: 0 })

beforeAll(async () => {
  anvil = await startAnvil({ chainId: CHAIN_ID })
  await anvil.mine() // a call has no time before there is a block
})
afterAll(() => anvil?.stop())

/** Creation code that returns `runtime`: `PUSHn runtime, PUSH0, MSTORE, PUSH1 n, PUSH1 32 − n, RETURN`. */
const creates = (runtime: string): Hex => {
  const size = runtime.length / 2
  const byte = (value: number) => value.toString(16).padStart(2, '0')
  return `0x${byte(0x5f + size)}${runtime}5f5260${byte(size)}60${byte(32 - size)}f3`
}
const previewWith = async (name: ContractName, bytecode: Hex): Promise<string> => {
  const artifacts = (one: ContractName) => ({
    ...readArtifact(one),
    ...(one === name ? { bytecode } : {}),
  })
  return (await previewClaims(clientOf(), planned, artifacts)).join('\n')
}
/** Runtime code that answers every call with 5 tokens. */
const GRANTS_ALL = `67${(5n * 10n ** 18n).toString(16).padStart(16, '0')}5f5260205ff3`
const REFUSES_ALL = '5f5ffd'

test('the contracts of the sources give an exit, and asking sends nothing', async () => {
  expect(await previewClaims(clientOf(), planned)).toEqual([])
  expect(await anvil.client.getBlockNumber()).toBe(1n)
})

test('a registry that grants everything, or nothing, is found', async () => {
  const granting = await previewWith('RootRegistry', creates(GRANTS_ALL))
  expect(granting).toContain('the registry takes another number')
  expect(granting).toContain('the vault pays by a shorter path')
  const refusing = await previewWith('RootRegistry', creates(REFUSES_ALL))
  expect(refusing.match(/the registry refuses a right one/g)).toHaveLength(3)
  expect(refusing.match(/the vault refuses a right one/g)).toHaveLength(3)
})

test('vaults that pay no claim are refused by the registry, which asks what they are wired to', async () => {
  expect(await previewWith('WithdrawalVault', creates(REFUSES_ALL))).toMatch(
    /^RootRegistry cannot be made by eth_call with state overrides on this endpoint: .*revert/,
  )
})

test('one key as attester and witness is refused by the registry', async () => {
  const sameKey = { ...planned, roles: { ...roles, witness: roles.attester } }
  expect(await previewClaims(clientOf(), sameKey)).toEqual([
    expect.stringMatching(/^RootRegistry cannot be made/),
  ])
})

test('an endpoint that ignores state overrides shows no exit', async () => {
  const deaf = createPublicClient({
    transport: custom({
      request: ({ method, params }: { method: string; params: unknown[] }) =>
        anvil.client.request({
          method,
          params: method === 'eth_call' ? params.slice(0, 2) : params,
        } as Parameters<typeof anvil.client.request>[0]),
    }),
    cacheTime: 0,
  })
  expect(await previewClaims(deaf, planned)).toEqual([
    expect.stringMatching(/^WithdrawalVault cannot be made by eth_call with state overrides/),
  ])
})
