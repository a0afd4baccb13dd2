import { WAD } from '@dr/protocol/amounts'
import type { VaultIndex } from '@dr/protocol/token-table'
import type { DeployedName, PricedToken } from '@dr/protocol/tokens'
import { type Address, zeroAddress } from 'viem'
import { digitalRightsAbi } from '../abi/digital-rights.ts'
import { drAbi } from '../abi/dr.ts'
import { emissionAbi } from '../abi/emission.ts'
import { DeploymentError, ensurePair, predict, requireAsPredicted } from './deploy-in-order.ts'
import { type Deployer, deployOurs } from './deployer.ts'
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
    readonly rootRegistry: Address
    readonly digitDraw: Address
    readonly adminTimelock: Address
    readonly treasuryVesting: Address
    /** Adds the first liquidity to the empty pools (`seedPools`). */
    readonly poolSeeder: Address
    readonly ammFactory: Address
    readonly ammRouter: Address
  } & Readonly<Record<DeployedName | DeployedPair, Address>>
}

const DR_SUPPLY = { emission: 73_000_000n, liquidity: 17_000_000n, vesting: 10_000_000n }
const DRGV_SUPPLY = { liquidity: 80_000_000n, vesting: 20_000_000n }
/** Transactions from DR's deployment to Emission's: DR, DRGV, two pairs, oracle, vault. */
const TRANSACTIONS_TO_EMISSION = 6

/** Transactions from the first vault to the registry of roots: vault, Emission, two vaults, DigitalRights. */
const TRANSACTIONS_TO_ROOT_REGISTRY = 5

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

interface DeployInput {
  readonly roles: Roles
  readonly params: DeployParams
}

/** DR, DRGV and their pools, between the prediction of Emission's address and the first vault. */
const deployMarketOf = async (
  deployer: Deployer,
  { roles, params, treasuryVesting }: DeployInput & { readonly treasuryVesting: Address },
) => {
  const { factory, router: ammRouter } = params.amm
  const { liquidityHolder } = roles
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
  const drUsdtPair = await ensurePair(deployer, { factory, token: dr, usdt })
  const drgvUsdtPair = await ensurePair(deployer, { factory, token: drgv, usdt })
  const market = { usdt, usdr, dr, drgv, drUsdtPair, drgvUsdtPair, ammRouter }
  const priceOracle = await deployOracle(deployer, { contracts: market, params })
  return { market: { ...market, ammFactory: factory, priceOracle }, predictedEmission }
}

type MarketContracts = Awaited<ReturnType<typeof deployMarketOf>>['market']

/**
 * The three vaults, with Emission, which fills the first, DigitalRights, which deposits in the last, and the
 * registry of roots, which asks all three whether they are wired to it.
 */
const deployVaults = async (
  deployer: Deployer,
  {
    roles: { treasury, pauser, signer, standbySigner, attester, witness },
    params,
    market: { usdt, usdr, dr, drgv, priceOracle: oracle },
    adminTimelock,
    predictedEmission,
  }: DeployInput & {
    readonly market: MarketContracts
    readonly adminTimelock: Address
    readonly predictedEmission: Address
  },
) => {
  const powers = [adminTimelock, pauser, signer, standbySigner]
  const predictedRegistry = await predict(deployer, { transactions: TRANSACTIONS_TO_ROOT_REGISTRY })
  const deployVault = (index: VaultIndex, depositor: Address): Promise<Address> =>
    deployOurs(deployer, 'WithdrawalVault', [
      ...powers,
      { index: BigInt(index), dr, usdt, oracle, depositor, rootRegistry: predictedRegistry },
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
    ...powers,
    { usdt, usdr, dr, drgv, oracle, treasury, nodeVault: withdrawalVault2 },
  ])
  requireAsPredicted(digitalRights, predictedRights)
  const rootRegistry = await deployOurs(deployer, 'RootRegistry', [
    adminTimelock,
    attester,
    witness,
    withdrawalVault0,
    withdrawalVault1,
    withdrawalVault2,
  ])
  requireAsPredicted(rootRegistry, predictedRegistry)
  return { withdrawalVault0, withdrawalVault1, withdrawalVault2, emission, digitalRights, rootRegistry }
}

/**
 * Deploys all contracts of the product with one wallet, which must send no other transaction meanwhile.
 * Stores no state and gives the deployer no rights: the admin is the time-lock from the first block. @throws
 * RolesError when a role is missing or two roles share a key; DeploymentError when the chain disagrees.
 */
export const deployAll = async (deployer: Deployer, { roles, params }: DeployInput): Promise<Deployment> => {
  requireDistinctRoles(roles)
  const { publicClient } = deployer
  const [chainId, startBlock] = await Promise.all([publicClient.getChainId(), publicClient.getBlockNumber()])
  const { treasury, attester, drawer } = roles

  const adminTimelock = await deployOurs(deployer, 'AdminTimelock', [roles.proposer, roles.guardian])
  const treasuryVesting = await deployOurs(deployer, 'TreasuryVesting', [treasury])
  const { market, predictedEmission } = await deployMarketOf(deployer, { roles, params, treasuryVesting })
  const { usdt, dr } = market
  const vaults = await deployVaults(deployer, { roles, params, market, adminTimelock, predictedEmission })
  const { withdrawalVault0, withdrawalVault1, withdrawalVault2 } = vaults
  const funding = await deployOurs(deployer, 'Funding', [
    usdt,
    dr,
    treasury,
    withdrawalVault0,
    withdrawalVault1,
    withdrawalVault2,
  ])
  const exchange = await deployExchange(deployer, {
    contracts: { ...market, ...vaults, adminTimelock },
    roles,
    params,
  })
  const resultRegistry = await deployOurs(deployer, 'ResultRegistry', [adminTimelock, attester])
  const digitDraw = await deployOurs(deployer, 'DigitDraw', [dr, adminTimelock, treasury, drawer])
  const poolSeeder = await deployOurs(deployer, 'PoolSeeder', [])

  const contracts: Deployment['contracts'] = {
    ...market,
    ...vaults,
    exchange,
    funding,
    resultRegistry,
    digitDraw,
    adminTimelock,
    treasuryVesting,
    poolSeeder,
  }
  const deployment = { chainId, startBlock: Number(startBlock), contracts }
  await verify(deployer, deployment, roles)
  return deployment
}
