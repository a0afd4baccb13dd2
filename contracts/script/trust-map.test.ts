/** Compares the two checked tables of docs/security/trust-map.md with the deployed contracts, both ways. */
import { readFileSync } from 'node:fs'
import { TOKENS } from '@dr/protocol/tokens'
import { type Anvil, startAnvil } from '@dr/test-kit/anvil'
import {
  type Abi,
  type AbiFunction,
  type AbiParameter,
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  createPublicClient,
  createWalletClient,
  type Hex,
  http,
  parseEther,
  zeroAddress,
  zeroHash,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminTimelockAbi } from '../abi/index.ts'
import { readArtifact } from './artifacts.ts'
import { recordName } from './configured-contracts.ts'
import { CONTRACT_NAMES, type ContractName } from './contracts.ts'
import { type Deployment, deployAll } from './deploy.ts'
import { deployMarket, LOCAL_PARAMS } from './local-market.ts'
import type { Roles } from './roles.ts'

const MAP = new URL('../../docs/security/trust-map.md', import.meta.url)
const ONE = 10n ** 18n
const DELAY = 14n * 86_400n
/** Standard tokens, and the local test token: no key has rights there. */
const STANDARD: readonly string[] = [...TOKENS, 'TestUSDT']
/** Errors for a wrong caller. */
const WRONG_CALLER: ReadonlySet<string> = new Set([
  'NotAdmin',
  'NotPauser',
  'NotAttester',
  'NotWitness',
  'NotVetoer',
  'NotDrawer',
  'NotDepositor',
  'AccessControlUnauthorizedAccount',
  'TimelockUnauthorizedCaller',
  'OwnableUnauthorizedAccount',
])

const account = privateKeyToAccount(generatePrivateKey())
const newAddress = (): Address => privateKeyToAccount(generatePrivateKey()).address
const roles: Roles = {
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

let anvil: Anvil
let deployment: Deployment
/** An announced operation, to be cancelled. */
let pending: Hex

beforeAll(async () => {
  anvil = await startAnvil()
  await anvil.client.setAutomine(true)
  await anvil.client.setBalance({ address: account.address, value: parseEther('100') })
  const transport = http(anvil.url)
  const deployer = {
    publicClient: createPublicClient({ transport }),
    walletClient: createWalletClient({ account, transport, chain: anvil.client.chain }),
  }
  const amm = await deployMarket(deployer)
  deployment = await deployAll(deployer, { roles, params: { ...LOCAL_PARAMS, amm } })
  const timelock = { address: deployment.contracts.adminTimelock, abi: adminTimelockAbi } as const
  const operation = [zeroAddress, 0n, '0x', zeroHash, zeroHash] as const
  await anvil.client.impersonateAccount({ address: roles.proposer })
  await anvil.client.setBalance({ address: roles.proposer, value: ONE })
  const hash = await anvil.client.writeContract({
    ...timelock,
    functionName: 'schedule',
    args: [...operation, DELAY],
    account: roles.proposer,
  })
  expect((await anvil.client.waitForTransactionReceipt({ hash })).status).toBe('success')
  pending = await anvil.client.readContract({
    ...timelock,
    functionName: 'hashOperation',
    args: operation,
  })
}, 120_000)
afterAll(() => anvil?.stop())

const tableUnder = (heading: string): string[][] => {
  const [, section = ''] = readFileSync(MAP, 'utf8').split(`## ${heading} (checked)\n`)
  const [body = ''] = section.split('\n## ')
  const rows = body.split('\n').filter((line) => line.startsWith('| '))
  return rows.slice(1).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

const addressOf = (name: ContractName): Address => {
  const { contracts } = deployment
  if (name === 'WithdrawalVault') return contracts.withdrawalVault2
  return contracts[name === 'TestUSDT' ? 'usdt' : recordName(name)]
}

const callsOf = (name: ContractName): AbiFunction[] =>
  readArtifact(name).abi.filter(
    (entry): entry is AbiFunction =>
      entry.type === 'function' && entry.stateMutability !== 'view' && entry.stateMutability !== 'pure',
  )

const emptyOf = (parameter: AbiParameter): unknown => {
  const { type } = parameter
  if (type.endsWith(']')) return []
  if (type === 'tuple') {
    const parts = (parameter as { components: readonly AbiParameter[] }).components
    return Object.fromEntries(parts.map((part) => [part.name, emptyOf(part)]))
  }
  if (type === 'address') return zeroAddress
  if (type === 'bool') return false
  if (type === 'string') return ''
  if (type === 'bytes') return '0x'
  if (type.startsWith('bytes')) return `0x${'00'.repeat(Number(type.slice(5)))}`
  return 0n
}

/** Arguments that pass the checks before the caller's. */
const argsOf = ({ name, inputs }: AbiFunction): unknown[] => {
  if (name === 'cancelMany') return [[pending]]
  return inputs.map((input) => (/^(newDelay|delay)$/.test(input.name ?? '') ? DELAY : emptyOf(input)))
}

/** Whether the call passes the contract's check of its caller. */
const isLetThrough = async (name: ContractName, call: AbiFunction, from: Address): Promise<boolean> => {
  // by its signature: two may have one name
  const abi: Abi = [call, ...readArtifact(name).abi.filter(({ type }) => type === 'error')]
  const request = { address: addressOf(name), abi, functionName: call.name, args: argsOf(call) }
  try {
    await anvil.client.simulateContract({ ...request, account: from })
    return true
  } catch (error) {
    const found = error instanceof BaseError && error.walk((e) => e instanceof ContractFunctionRevertedError)
    if (!(found instanceof ContractFunctionRevertedError)) throw error
    return !WRONG_CALLER.has(found.data?.errorName ?? '')
  }
}

const whoMay = async (name: ContractName, call: AbiFunction): Promise<string> => {
  const isFor = (from: Address): Promise<boolean> => isLetThrough(name, call, from)
  if (await isFor(newAddress())) {
    return call.inputs.some((input) => input.name === 'signature') ? 'a user, by voucher' : 'anyone'
  }
  const { adminTimelock, digitalRights } = deployment.contracts
  const holders = { ...roles, admin: adminTimelock, DigitalRights: digitalRights }
  const allowed: string[] = []
  for (const [role, address] of Object.entries(holders)) if (await isFor(address)) allowed.push(role)
  return allowed.toSorted((a, b) => (a < b ? -1 : 1)).join(', ')
}

test('each call that changes anything is in the table, with exactly the callers that may make it', async () => {
  const found: string[] = []
  for (const name of CONTRACT_NAMES) {
    if (STANDARD.includes(name)) continue
    for (const call of callsOf(name)) found.push(`${name}.${call.name}: ${await whoMay(name, call)}`)
  }
  const said = tableUnder('Calls').flatMap(([contract = '', calls = '', who = '']) =>
    calls.split(', ').map((call) => `${contract}.${call}: ${who}`),
  )
  expect(said.toSorted()).toEqual([...new Set(found)].toSorted())
})

test('each delay and bound in the table is what the contract says', async () => {
  const rows = tableUnder('Delays and bounds')
  expect(rows.length).toBeGreaterThan(20)
  for (const [contract = '', constant = '', value = ''] of rows) {
    const [number = '', unit] = value.split(' ')
    const address = addressOf(contract as ContractName)
    const { abi } = readArtifact(contract as ContractName)
    const found = await anvil.client.readContract({ address, abi, functionName: constant })
    expect(`${contract}.${constant} ${found}`).toBe(
      `${contract}.${constant} ${BigInt(number) * (unit === 'tokens' ? ONE : 1n)}`,
    )
  }
})
