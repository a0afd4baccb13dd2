/** A registry or a vault that answers to the right names and does something else is found by what it does. */
import { type Anvil, startAnvil } from '@dr/test-kit/anvil'
import { createPublicClient, createWalletClient, type Hex, http, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Deployment, deployAll } from '../deploy.ts'
import { deployMarket, LOCAL_PARAMS } from '../local-market.ts'
import { checkClaims } from './check-claims.ts'

const account = privateKeyToAccount(generatePrivateKey())
const newAddress = () => privateKeyToAccount(generatePrivateKey()).address

let anvil: Anvil
let deployment: Deployment
const check = () => checkClaims(createPublicClient({ transport: http(anvil.url), cacheTime: 0 }), deployment)

beforeAll(async () => {
  anvil = await startAnvil()
  await anvil.client.setAutomine(true)
  await anvil.client.setBalance({ address: account.address, value: parseEther('100') })
  const transport = http(anvil.url)
  const deployer = {
    publicClient: createPublicClient({ transport }),
    walletClient: createWalletClient({ account, transport, chain: anvil.client.chain }),
  }
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
    liquidityHolder: account.address,
  }
  const amm = await deployMarket(deployer)
  deployment = await deployAll(deployer, { roles, params: { ...LOCAL_PARAMS, amm } })
}, 120_000)
afterAll(() => anvil?.stop())

/** What is found with this code in the place of a contract's. */
const foundWith = async (name: 'rootRegistry' | 'withdrawalVault1', bytecode: Hex): Promise<string> => {
  const address = deployment.contracts[name]
  const code = (await anvil.client.getCode({ address })) ?? '0x'
  await anvil.client.setCode({ address, bytecode })
  const findings = await check()
  await anvil.client.setCode({ address, bytecode: code })
  return findings.join('\n')
}

/** Answers 5 tokens to every call: `PUSH8 5e18, PUSH0, MSTORE, PUSH1 32, PUSH0, RETURN`. */
const GRANTS_ALL = `0x67${(5n * 10n ** 18n).toString(16).padStart(16, '0')}5f5260205ff3` as const
const TAKES_ALL = '0x00'
const REFUSES_ALL = '0x5f5ffd'

test('the sources’ own contracts take right proofs alone', async () => {
  expect(await check()).toEqual([])
})

test('a registry that grants everything, or nothing, is found', async () => {
  const granting = await foundWith('rootRegistry', GRANTS_ALL)
  for (const what of [
    'takes another number',
    'takes another place',
    'takes an index beyond the path',
    'takes another sum beside it',
    'takes a shorter path',
    'takes a number without a proof',
    'takes that of another account',
    'takes an epoch that was not confirmed',
    'takes an epoch that was confirmed just now',
    'takes an epoch that was vetoed',
    'the vault pays by a shorter path',
  ]) {
    expect(granting).toContain(what)
  }
  const refusing = await foundWith('rootRegistry', REFUSES_ALL)
  expect(refusing.match(/the registry refuses a right one/g)).toHaveLength(3)
  expect(refusing.match(/the vault refuses a right one/g)).toHaveLength(3)
})

test('a vault that takes every claim, or none, is found', async () => {
  const taking = await foundWith('withdrawalVault1', TAKES_ALL)
  expect(taking).toContain('the vault pays more than was earned')
  expect(taking).toContain('the vault pays by another number')
  expect(taking).not.toContain('the registry')
  const refusing = await foundWith('withdrawalVault1', REFUSES_ALL)
  expect(refusing.match(/the vault refuses a right one/g)).toHaveLength(1)
})
