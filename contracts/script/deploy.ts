import { WAD } from '@dr/protocol/amounts'
import type { VaultIndex } from '@dr/protocol/token-table'
import type { DeployedName, PricedToken } from '@dr/protocol/tokens'
import { type Address, getContractAddress, zeroAddress } from 'viem'
import { digitalRightsAbi } from '../abi/digital-rights.ts'
import { drAbi } from '../abi/dr.ts'
import { emissionAbi } from '../abi/emission.ts'
import { type Deployer, deployOurs, receiptOf, send } from './deployer.ts'
import { type Roles, requireDistinctRoles } from './roles.ts'

export type { Deployer } from './deployer.ts'
export type { Roles } from './roles.ts'

/** Daily limits of a vault's payments in one token. Base units; the share in 1/10,000 of the reserve. */
type VaultCaps = {
  readonly vaultDailyBps: number
  readonly vaultDailyFloor: bigint
  readonly accountDaily: bigint
}

/** Base units; the share in 1/10,000 of the inventory. Bounds: IExchange. */
type ExchangeCap = { readonly dailyBps: number; readonly dailyFloor: bigint }

/** Parameters of a deployment on one chain. Amounts are base units (18 decimals). */
export type DeployParams = {
  /** The payment token; default: a test token with an open faucet is deployed (never on chain 56). */
  readonly usdt?: Address
  /** Test USDT minted to the liquidity holder, when `usdt` is left out. */
  readonly testUsdtSupply?: bigint
  /** The market: PancakeSwap V2 on BNB Smart Chain, or the result of `deployMarket` on a local chain. */
  readonly amm: { readonly factory: Address; readonly router: Address }
  /** The minimum of USDT a pool must hold for its price to count. */
  readonly minDepth: bigint
  /** Daily limits of DR leaving the miner vault; bounds: IWithdrawalVault. */
  readonly minerVaultCaps: VaultCaps
  /** Daily limits of the deflation and of the node vault. */
  readonly moneyVaultCaps: { readonly dr: VaultCaps; readonly usdt: VaultCaps }
  /** Daily limits of tokens leaving the exchange: for USDT and USDR each, for DR and DRGV each. */
  readonly exchangeCaps: { readonly dollar: ExchangeCap; readonly token: ExchangeCap }
}

/** Name of the pool of a token and USDT in the record. */
type DeployedPair = `${DeployedName<PricedToken>}UsdtPair`

/** The record of a deployment, with which the server and the app are configured. Plain JSON. */
export type Deployment = {
  readonly chainId: number
  /** The block before the first deployment; the indexer starts after it. */
  readonly startBlock: number
  readonly contracts: {
    readonly emission: Address
    readonly priceOracle: Address
    readonly digitalRights: Address
    readonly withdrawalVault0: Address
    readonly withdrawalVault1: Address
    readonly withdrawalVault2: Address
    readonly exchange: Address
    readonly funding: Address
    readonly resultRegistry: Address
    readonly digitDraw: Address
    readonly adminTimelock: Address
    readonly treasuryVesting: Address
    /** Adds the first liquidity to the empty pools (`seedPools`). */
    readonly poolSeeder: Address
    readonly ammFactory: Address
    readonly ammRouter: Address
  } & Readonly<Record<DeployedName | DeployedPair, Address>>
}

/** The deployment is invalid and must not be used. */
export class DeploymentError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DeploymentError'
  }
}

const DR_SUPPLY = { emission: 73_000_000n, liquidity: 17_000_000n, vesting: 10_000_000n }
const DRGV_SUPPLY = { liquidity: 80_000_000n, vesting: 20_000_000n }
/** Transactions from DR's deployment to Emission's: DR, DRGV, two pairs, oracle, vault. */
const TRANSACTIONS_TO_EMISSION = 6

/** Part of the ABI of an AMM's factory (Uniswap V2). */
export const FACTORY_ABI = [
  {
    type: 'function',
    name: 'createPair',
    stateMutability: 'nonpayable',
    inputs: [{ type: 'address' }, { type: 'address' }],
    outputs: [{ type: 'address' }],
  },
  {
    type: 'function',
    name: 'getPair',
    stateMutability: 'view',
    inputs: [{ type: 'address' }, { type: 'address' }],
    outputs: [{ type: 'address' }],
  },
] as const

const nextNonce = ({ walletClient, publicClient }: Deployer): Promise<number> =>
  publicClient.getTransactionCount({ address: walletClient.account.address, blockTag: 'pending' })

/** Sends a transaction without effect, to use up a transaction count. */
const sendNothing = async (deployer: Deployer): Promise<void> => {
  const { walletClient } = deployer
  const to = walletClient.account.address
  const hash = await walletClient.sendTransaction({ to, value: 0n, chain: walletClient.chain ?? null })
  await receiptOf(deployer, hash)
}

/**
 * The pair of two tokens, created if missing: anyone can create it before us, since a token's address is
 * known from the deploying wallet's transaction count and the factory requires no code there. Such a pair is
 * equivalent to ours. Uses exactly one transaction in any case, on which the predicted addresses depend.
 */
const ensurePair = async (
  deployer: Deployer,
  { factory, token, usdt }: { factory: Address; token: Address; usdt: Address },
): Promise<Address> => {
  const args = [token, usdt] as const
  const at = { address: factory, abi: FACTORY_ABI } as const
  const read = () => deployer.publicClient.readContract({ ...at, functionName: 'getPair', args })
  const nonce = await nextNonce(deployer)
  if ((await read()) === zeroAddress) {
    await send(deployer, { ...at, functionName: 'createPair', args }).catch(async (error: unknown) => {
      if ((await read()) === zeroAddress) throw error // otherwise another account created it meanwhile
    })
  }
  if ((await nextNonce(deployer)) === nonce) await sendNothing(deployer)
  return read()
}

/**
 * Address of the contract that is deployed `transactions` after the next one. DR mints 73 M to Emission, and
 * Emission gets DR's address; DigitalRights gets the address of the node vault, which accepts reports only
 * from it: neither can be deployed first. An address follows from the deployer's transaction count; `verify`
 * checks the result.
 */
const predict = async (
  deployer: Deployer,
  { transactions }: { readonly transactions: number },
): Promise<Address> => {
  const from = deployer.walletClient.account.address
  return getContractAddress({ from, nonce: BigInt((await nextNonce(deployer)) + transactions) })
}

const requireAsPredicted = (deployed: Address, predicted: Address): void => {
  if (deployed.toLowerCase() === predicted.toLowerCase()) return
  throw new DeploymentError('the deploying wallet sent other transactions meanwhile: deploy again')
}

/** Reads the most important values back from the chain. */
const verify = async ({ publicClient }: Deployer, { contracts }: Deployment, roles: Roles): Promise<void> => {
  const { dr, emission, withdrawalVault0, digitalRights } = contracts
  const at = { address: emission, abi: emissionAbi } as const
  const blockNumber = await publicClient.getBlockNumber({ cacheTime: 0 })
  const [held, released, token, receiver, treasury] = await Promise.all([
    publicClient.readContract({
      address: dr,
      abi: drAbi,
      functionName: 'balanceOf',
      args: [emission],
      blockNumber,
    }),
    publicClient.readContract({ ...at, functionName: 'released', blockNumber }),
    publicClient.readContract({ ...at, functionName: 'DR_TOKEN' }),
    publicClient.readContract({ ...at, functionName: 'RECEIVER' }),
    publicClient.readContract({ address: digitalRights, abi: digitalRightsAbi, functionName: 'TREASURY' }),
  ])
  const same = (a: Address, b: Address): boolean => a.toLowerCase() === b.toLowerCase()
  if (held + released !== DR_SUPPLY.emission * WAD) {
    throw new DeploymentError(`Emission holds ${held} DR base units and has released ${released}`)
  }
  if (!same(token, dr) || !same(receiver, withdrawalVault0)) throw new DeploymentError('Emission is miswired')
  if (!same(treasury, roles.treasury)) throw new DeploymentError('DigitalRights pays another treasury')
}

type Market = Pick<Deployment['contracts'], Exclude<DeployedName | DeployedPair, 'usdr'> | 'ammRouter'>

export const deployOracle = (
  deployer: Deployer,
  { contracts, params }: { contracts: Market; params: Pick<DeployParams, 'minDepth'> },
): Promise<Address> => {
  const { usdt, dr, drgv, drUsdtPair, drgvUsdtPair, ammRouter } = contracts
  const args = [usdt, dr, drgv, drUsdtPair, drgvUsdtPair, ammRouter, params.minDepth]
  return deployOurs(deployer, 'PriceOracle', args)
}

export const deployExchange = (
  deployer: Deployer,
  input: {
    readonly contracts: Pick<
      Deployment['contracts'],
      DeployedName | 'priceOracle' | 'adminTimelock' | 'withdrawalVault1' | 'withdrawalVault2'
    >
    readonly roles: Pick<Roles, 'pauser' | 'signer' | 'standbySigner'>
    readonly params: Pick<DeployParams, 'exchangeCaps'>
  },
): Promise<Address> => {
  const { contracts, roles, params } = input
  const { usdt, usdr, dr, drgv, priceOracle: oracle } = contracts
  const { withdrawalVault1: deflationVault, withdrawalVault2: nodeVault } = contracts
  return deployOurs(deployer, 'Exchange', [
    contracts.adminTimelock,
    roles.pauser,
    roles.signer,
    roles.standbySigner,
    { usdt, usdr, dr, drgv, oracle, deflationVault, nodeVault },
    params.exchangeCaps.dollar,
    params.exchangeCaps.token,
  ])
}

/**
 * Deploys all contracts of the product with one wallet, which must send no other transaction meanwhile.
 * Stores no state and gives the deployer no rights: the admin is the time-lock from the first block. @throws
 * RolesError when a role is missing or two roles share a key; DeploymentError when the chain disagrees.
 */
export const deployAll = async (
  deployer: Deployer,
  { roles, params }: { readonly roles: Roles; readonly params: DeployParams },
): Promise<Deployment> => {
  requireDistinctRoles(roles)
  const { publicClient } = deployer
  const [chainId, startBlock] = await Promise.all([publicClient.getChainId(), publicClient.getBlockNumber()])
  const { factory: ammFactory, router: ammRouter } = params.amm
  const { treasury, liquidityHolder, pauser, signer, standbySigner, attester, drawer } = roles

  const adminTimelock = await deployOurs(deployer, 'AdminTimelock', [roles.proposer, roles.guardian])
  const treasuryVesting = await deployOurs(deployer, 'TreasuryVesting', [treasury])
  const usdt =
    params.usdt ?? (await deployOurs(deployer, 'TestUSDT', [liquidityHolder, params.testUsdtSupply ?? 0n]))
  const usdr = await deployOurs(deployer, 'USDR', [usdt])

  const predictedEmission = await predict(deployer, { transactions: TRANSACTIONS_TO_EMISSION })
  const dr = await deployOurs(deployer, 'DR', [
    [predictedEmission, liquidityHolder, treasuryVesting],
    [DR_SUPPLY.emission * WAD, DR_SUPPLY.liquidity * WAD, DR_SUPPLY.vesting * WAD],
  ])
  const drgv = await deployOurs(deployer, 'DRGV', [
    [liquidityHolder, treasuryVesting],
    [DRGV_SUPPLY.liquidity * WAD, DRGV_SUPPLY.vesting * WAD],
  ])
  const drUsdtPair = await ensurePair(deployer, { factory: ammFactory, token: dr, usdt })
  const drgvUsdtPair = await ensurePair(deployer, { factory: ammFactory, token: drgv, usdt })
  const market = { usdt, usdr, dr, drgv, drUsdtPair, drgvUsdtPair, ammRouter }
  const priceOracle = await deployOracle(deployer, { contracts: market, params })
  const deployVault = (index: VaultIndex, depositor: Address): Promise<Address> =>
    deployOurs(deployer, 'WithdrawalVault', [
      adminTimelock,
      pauser,
      signer,
      standbySigner,
      { index: BigInt(index), dr, usdt, oracle: priceOracle, depositor },
      index === 0 ? params.minerVaultCaps : params.moneyVaultCaps.dr,
      params.moneyVaultCaps.usdt,
    ])
  const withdrawalVault0 = await deployVault(0, zeroAddress)
  const emission = await deployOurs(deployer, 'Emission', [dr, withdrawalVault0])
  requireAsPredicted(emission, predictedEmission)
  const withdrawalVault1 = await deployVault(1, zeroAddress)
  const predictedRights = await predict(deployer, { transactions: 1 })
  const withdrawalVault2 = await deployVault(2, predictedRights)
  const digitalRights = await deployOurs(deployer, 'DigitalRights', [
    adminTimelock,
    pauser,
    signer,
    standbySigner,
    { usdt, usdr, dr, drgv, oracle: priceOracle, treasury, nodeVault: withdrawalVault2 },
  ])

  requireAsPredicted(digitalRights, predictedRights)
  const funding = await deployOurs(deployer, 'Funding', [
    usdt,
    dr,
    treasury,
    withdrawalVault0,
    withdrawalVault1,
    withdrawalVault2,
  ])
  const exchange = await deployExchange(deployer, {
    contracts: { ...market, priceOracle, adminTimelock, withdrawalVault1, withdrawalVault2 },
    roles,
    params,
  })
  const resultRegistry = await deployOurs(deployer, 'ResultRegistry', [adminTimelock, attester])
  const digitDraw = await deployOurs(deployer, 'DigitDraw', [dr, adminTimelock, treasury, drawer])
  const poolSeeder = await deployOurs(deployer, 'PoolSeeder', [])

  const contracts = {
    usdt,
    usdr,
    dr,
    drgv,
    emission,
    priceOracle,
    digitalRights,
    withdrawalVault0,
    withdrawalVault1,
    withdrawalVault2,
    exchange,
    funding,
    resultRegistry,
    digitDraw,
    adminTimelock,
    treasuryVesting,
    poolSeeder,
    ammFactory,
    ammRouter,
    drUsdtPair,
    drgvUsdtPair,
  }
  const deployment = { chainId, startBlock: Number(startBlock), contracts }
  await verify(deployer, deployment, roles)
  return deployment
}
