import { type Anvil, startAnvil } from '@dr/test-kit/anvil'
import {
  type Abi,
  type Address,
  createPublicClient,
  createWalletClient,
  getContractAddress,
  http,
  parseEther,
  zeroAddress,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  digitDrawAbi,
  drAbi,
  emissionAbi,
  exchangeAbi,
  fundingAbi,
  priceOracleAbi,
  resultRegistryAbi,
  testUsdtAbi,
  treasuryVestingAbi,
  withdrawalVaultAbi,
} from '../abi/index.ts'
import { readAmmArtifact, readRuntime } from './artifacts.ts'
import { checkDeployment } from './check/check-deployment.ts'
import { type Deployer, type Deployment, deployAll } from './deploy.ts'
import { send } from './deployer.ts'
import { deployMarket, LOCAL_LIQUIDITY, LOCAL_PARAMS, seedPools } from './local-market.ts'
import type { Roles } from './roles.ts'

const ONE = 10n ** 18n
const account = privateKeyToAccount(generatePrivateKey())
const newAddress = (): Address => privateKeyToAccount(generatePrivateKey()).address
const roles: Roles = {
  standbySigner: newAddress(),
  signer: newAddress(),
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
let deployer: Deployer
let amm: Awaited<ReturnType<typeof deployMarket>>
let deployment: Deployment

beforeAll(async () => {
  anvil = await startAnvil()
  await anvil.client.setAutomine(true)
  await anvil.client.setBalance({ address: account.address, value: parseEther('100') })
  const { client } = anvil
  deployer = {
    publicClient: createPublicClient({ transport: http(anvil.url) }),
    walletClient: createWalletClient({ account, transport: http(anvil.url), chain: client.chain }),
  }
  amm = await deployMarket(deployer)
  deployment = await deployAll(deployer, { roles, params: { ...LOCAL_PARAMS, amm } })
  await seedPools(deployer, { contracts: deployment.contracts, liquidity: LOCAL_LIQUIDITY })
})

afterAll(() => anvil.stop())

const balanceOf = (token: Address, holder: Address): Promise<bigint> =>
  deployer.publicClient.readContract({
    address: token,
    abi: drAbi,
    functionName: 'balanceOf',
    args: [holder],
  })

test('the record is plain JSON and starts before the first contract', async () => {
  expect(JSON.parse(JSON.stringify(deployment))).toEqual(deployment)
  expect(deployment.chainId).toBe(31_337)
  const code = await deployer.publicClient.getCode({
    address: deployment.contracts.adminTimelock,
    blockNumber: BigInt(deployment.startBlock),
  })
  expect(code).toBeUndefined()
})

test('the supply is split as promised, and the emission is wired to the miner vault', async () => {
  const { dr, drgv, emission, treasuryVesting, withdrawalVault0 } = deployment.contracts
  expect(await balanceOf(dr, emission)).toBe(73_000_000n * ONE)
  expect(await balanceOf(dr, treasuryVesting)).toBe(10_000_000n * ONE)
  expect(await balanceOf(drgv, treasuryVesting)).toBe(20_000_000n * ONE)
  expect(await balanceOf(dr, account.address)).toBe(17_000_000n * ONE - LOCAL_LIQUIDITY.dr.token)
  expect(await balanceOf(drgv, account.address)).toBe(80_000_000n * ONE - LOCAL_LIQUIDITY.drgv.token)
  await anvil.client.increaseTime({ seconds: 86_400 })
  const hash = await deployer.walletClient.writeContract({
    address: emission,
    abi: emissionAbi,
    functionName: 'release',
    chain: anvil.client.chain,
  })
  expect((await deployer.publicClient.waitForTransactionReceipt({ hash })).status).toBe('success')
  expect(await balanceOf(dr, withdrawalVault0)).toBeGreaterThanOrEqual(20_000n * ONE)
})

test('the oracle quotes the pools once its windows are full', async () => {
  await anvil.client.increaseTime({ seconds: 86_400 })
  await anvil.mine()
  const { priceOracle, dr, drgv } = deployment.contracts
  const at = { address: priceOracle, abi: priceOracleAbi } as const
  const read = deployer.publicClient.readContract
  expect(await read({ ...at, functionName: 'lowerPrice', args: [dr] })).toBe(ONE / 2n)
  expect(await read({ ...at, functionName: 'lowerPrice', args: [drgv] })).toBe(ONE / 10n)
})

test('no one but the time-lock is admin, and the deployer keeps no power', async () => {
  const at = { address: deployment.contracts.withdrawalVault0, abi: withdrawalVaultAbi } as const
  const read = deployer.publicClient.readContract
  expect(await read({ ...at, functionName: 'ADMIN' })).toBe(deployment.contracts.adminTimelock)
  expect(await read({ ...at, functionName: 'pauser' })).toBe(roles.pauser)
  expect(await read({ ...at, functionName: 'signer' })).toBe(roles.signer)
  const call = { ...at, functionName: 'setSigner', args: [newAddress()] } as const
  await expect(deployer.publicClient.simulateContract({ ...call, account })).rejects.toThrow(/NotAdmin/)
})

test('each account has its vault, and the node vault listens to the main contract alone', async () => {
  const { contracts } = deployment
  const vaults = [contracts.withdrawalVault0, contracts.withdrawalVault1, contracts.withdrawalVault2]
  const read = deployer.publicClient.readContract
  for (const [index, address] of vaults.entries()) {
    const at = { address, abi: withdrawalVaultAbi } as const
    expect(await read({ ...at, functionName: 'INDEX' })).toBe(BigInt(index))
    expect(await read({ ...at, functionName: 'USDT' })).toBe(contracts.usdt)
    expect(await read({ ...at, functionName: 'DEPOSITOR' })).toBe(
      index === 2 ? contracts.digitalRights : zeroAddress,
    )
  }
})

test('exchange and funding are wired to the tokens and the vaults', async () => {
  const { contracts } = deployment
  const read = deployer.publicClient.readContract
  const exchange = { address: contracts.exchange, abi: exchangeAbi } as const
  const funding = { address: contracts.funding, abi: fundingAbi } as const
  // the getters that both have
  for (const at of [exchange, { ...exchange, address: funding.address }]) {
    expect(await read({ ...at, functionName: 'USDT' })).toBe(contracts.usdt)
    expect(await read({ ...at, functionName: 'DR_TOKEN' })).toBe(contracts.dr)
    expect(await read({ ...at, functionName: 'DEFLATION_VAULT' })).toBe(contracts.withdrawalVault1)
    expect(await read({ ...at, functionName: 'NODE_VAULT' })).toBe(contracts.withdrawalVault2)
  }
  expect(await read({ ...exchange, functionName: 'USDR' })).toBe(contracts.usdr)
  expect(await read({ ...exchange, functionName: 'DRGV_TOKEN' })).toBe(contracts.drgv)
  expect(await read({ ...exchange, functionName: 'ADMIN' })).toBe(contracts.adminTimelock)
  expect(await read({ ...funding, functionName: 'TREASURY' })).toBe(roles.treasury)
})

test('results are posted by the attester, and no one but the time-lock names another', async () => {
  const { resultRegistry, adminTimelock } = deployment.contracts
  const registry = { address: resultRegistry, abi: resultRegistryAbi } as const
  const read = deployer.publicClient.readContract
  expect(await read({ ...registry, functionName: 'attester' })).toBe(roles.attester)
  expect(await read({ ...registry, functionName: 'ADMIN' })).toBe(adminTimelock)
})

test('draws are opened by the drawer, and no one but the time-lock names another', async () => {
  const { digitDraw, adminTimelock } = deployment.contracts
  const draw = { address: digitDraw, abi: digitDrawAbi } as const
  const read = deployer.publicClient.readContract
  expect(await read({ ...draw, functionName: 'drawer' })).toBe(roles.drawer)
  expect(await read({ ...draw, functionName: 'ADMIN' })).toBe(adminTimelock)
})

test('a deployment succeeds although strangers create the pairs, donate and release in between', async () => {
  const stranger = privateKeyToAccount(generatePrivateKey())
  await anvil.client.setBalance({ address: stranger.address, value: parseEther('10') })
  const { publicClient } = deployer
  const transport = http(anvil.url)
  const walletClient = createWalletClient({ account: stranger, transport, chain: anvil.client.chain })
  const by = { publicClient, walletClient }
  // All deployed contracts have addresses from our next transaction number on.
  const nonce = BigInt(await before())
  const addressAfter = (transactions: bigint) =>
    getContractAddress({ from: account.address, nonce: nonce + transactions })
  const [usdt, dr, drgv] = [addressAfter(2n), addressAfter(4n), addressAfter(5n)]
  const factory = { address: amm.factory, abi: readAmmArtifact('UniswapV2Factory').abi }
  for (const token of [dr, drgv])
    await send(by, { ...factory, functionName: 'createPair', args: [token, usdt] })
  const params = { ...LOCAL_PARAMS, amm }
  const second = await deployAll(deployer, { roles, params })
  const { contracts } = second
  expect(contracts).toMatchObject({ usdt, dr, drgv })

  await anvil.client.increaseTime({ seconds: 3_600 })
  await send(by, { address: contracts.emission, abi: emissionAbi, functionName: 'release', args: [] })
  const vesting = { address: contracts.treasuryVesting, abi: treasuryVestingAbi }
  for (const token of [dr, drgv]) await send(by, { ...vesting, functionName: 'release', args: [token] })
  const checked = { deployment: second, roles, params, deployer: newAddress() }
  expect(await checkDeployment(publicClient, checked)).toEqual([])

  const token = { address: usdt, abi: testUsdtAbi }
  const pair = { address: contracts.drUsdtPair, abi: readAmmArtifact('UniswapV2Pair').abi }
  await send(by, { ...token, functionName: 'claim', args: [stranger.address, ONE] })
  await send(by, { ...token, functionName: 'transfer', args: [pair.address, 1n] })
  await send(by, { ...pair, functionName: 'sync', args: [] })
  await seedPools(deployer, { contracts, liquidity: LOCAL_LIQUIDITY })
  const oracle = { address: contracts.priceOracle, abi: priceOracleAbi } as const
  const spot = (of: Address) =>
    publicClient.readContract({ ...oracle, functionName: 'spotPrice', args: [of] })
  expect([await spot(dr), await spot(drgv)]).toEqual([ONE / 2n, ONE / 10n])
})

/** `contract` with one of its immutables changed: each word of it goes through `change`. */
const withImmutable = async (
  address: Address,
  name: 'Emission' | 'TreasuryVesting' | 'PriceOracle',
  change: (word: bigint) => bigint,
) => {
  const honest = await deployer.publicClient.getCode({ address })
  const code = Buffer.from((honest ?? '0x').slice(2), 'hex')
  for (const { start, length } of readRuntime(name).immutables) {
    const word = BigInt(`0x${code.subarray(start, start + length).toString('hex')}`)
    Buffer.from(
      change(word)
        .toString(16)
        .padStart(2 * length, '0'),
      'hex',
    ).copy(code, start)
  }
  await anvil.client.setCode({ address, bytecode: `0x${code.toString('hex')}` })
  return () => anvil.client.setCode({ address, bytecode: honest ?? '0x' })
}

test('what began years ago, and pairs of another factory, are found (audit F-2)', async () => {
  const params = { ...LOCAL_PARAMS, amm }
  const fresh = await deployAll(deployer, { roles, params })
  const { contracts } = fresh
  const { publicClient } = deployer
  const check = (record = fresh) =>
    checkDeployment(publicClient, { deployment: record, roles, params, deployer: newAddress() })
  expect(await check()).toEqual([])

  for (const [address, name, abi, functionName] of [
    [contracts.emission, 'Emission', emissionAbi, 'startTime'],
    [contracts.treasuryVesting, 'TreasuryVesting', treasuryVestingAbi, 'start'],
  ] as const) {
    const start = (await publicClient.readContract({ address, abi: abi as Abi, functionName })) as bigint
    const early = start - 126_144_000n
    const restore = await withImmutable(address, name, (word) => (word === start ? early : word))
    expect(await check()).toEqual([
      expect.stringContaining(`${name}.${functionName} is ${early}, before the deployment began`),
    ])
    await restore()
  }

  const other = await deployMarket(deployer)
  const factory = { address: other.factory, abi: readAmmArtifact('UniswapV2Factory').abi }
  const args = [contracts.dr, contracts.usdt]
  await send(deployer, { ...factory, functionName: 'createPair', args })
  const foreign = (await publicClient.readContract({ ...factory, functionName: 'getPair', args })) as Address
  await withImmutable(contracts.priceOracle, 'PriceOracle', (word) =>
    word === BigInt(contracts.drUsdtPair) ? BigInt(foreign) : word,
  )
  expect(await check({ ...fresh, contracts: { ...contracts, drUsdtPair: foreign } })).toContain(
    `the factory's getPair(DR, USDT) is ${contracts.drUsdtPair}, not ${foreign}`,
  )
})

const before = () => deployer.publicClient.getTransactionCount({ address: account.address })

test.each(['signer', 'attester', 'witness', 'drawer', 'guardian', 'pauser'] as const)(
  'deploys nothing when %s and proposer share a key',
  async (role) => {
    const count = await before()
    const shared = { ...roles, [role]: roles.proposer.toLowerCase() as Address }
    const deploying = deployAll(deployer, { roles: shared, params: { ...LOCAL_PARAMS, amm } })
    await expect(deploying).rejects.toThrow(/share one key/)
    expect(await before()).toBe(count)
  },
)

test.each([undefined, zeroAddress, '0x12'])('deploys nothing when a role is %s', async (address) => {
  const count = await before()
  const missing = { ...roles, guardian: address as Address }
  const deploying = deployAll(deployer, { roles: missing, params: { ...LOCAL_PARAMS, amm } })
  await expect(deploying).rejects.toThrow(/role guardian has no address/)
  expect(await before()).toBe(count)
})
