/** Values that a deployment's getters must have: roles, wiring, constants, supplies, limits. */
import { WAD } from '@dr/protocol/amounts'
import {
  DAY_SECONDS,
  ELECTRICITY_FEE_DRGV,
  ELECTRICITY_PERIOD_DAYS,
  EMISSION_FIRST_PER_DAY,
  EMISSION_HALVING_DAYS,
  ORACLE_LONG_WINDOW_SECONDS,
  ORACLE_SHORT_WINDOW_SECONDS,
  POD_POWER_MINIMUM_DR,
  POD_POWER_USDR_SHARE_BPS,
  POWER_FLOOR,
  SWAP_FEE_BPS,
  TIMELOCK_EXECUTION_WINDOW_SECONDS,
  WITHDRAWAL_BURN_BPS,
} from '@dr/protocol/constants'
import { TOKEN_TABLE } from '@dr/protocol/token-table'
import {
  deployedName,
  FIXED_SUPPLY_TOKENS,
  isPriced,
  PRICED_TOKENS,
  SWAP_TOKENS,
  TOKENS,
  type Token,
} from '@dr/protocol/tokens'
import { type Abi, type Address, keccak256, parseAbi, toHex, zeroAddress, zeroHash } from 'viem'
import * as abis from '../../abi/index.ts'
import { deployedPairs } from '../configured-contracts.ts'
import type { Deployment, DeployParams } from '../deploy.ts'
import { FACTORY_ABI } from '../deploy-in-order.ts'
import type { Roles } from '../roles.ts'

const DAY = BigInt(DAY_SECONDS)
const VESTING_SECONDS = 1_461n * DAY
const ROUTER_ABI = parseAbi(['function factory() view returns (address)'])
const NOTHING_LEAVES = { vaultDailyBps: 0, vaultDailyFloor: 0n, accountDaily: 0n }

export interface Expected {
  readonly what: string
  readonly address: Address
  readonly abi: Abi
  readonly functionName: string
  readonly args?: readonly unknown[]
  readonly value: unknown
}

export interface Checked {
  readonly deployment: Deployment
  readonly roles: Roles
  readonly params: DeployParams
  /** The deploying wallet, which must have no role afterwards. */
  readonly deployer: Address
}

/** Getters of one contract with their expected values. */
const getters = (
  name: string,
  address: Address,
  abi: Abi,
  values: Readonly<Record<string, unknown>>,
): Expected[] =>
  Object.entries(values).map(([functionName, value]) => ({
    what: `${name}.${functionName}`,
    address,
    abi,
    functionName,
    value,
  }))

const tokensOf = ({ deployment: { contracts } }: Checked): Expected[] => {
  const of = (token: Token, abi: unknown, values: Readonly<Record<string, unknown>>) =>
    getters(token, contracts[deployedName(token)], abi as Abi, values)
  return [
    ...TOKENS.flatMap((token) => of(token, abis.drAbi, { decimals: TOKEN_TABLE[token].decimals })),
    ...FIXED_SUPPLY_TOKENS.flatMap((token) =>
      of(token, abis.drAbi, { totalSupply: BigInt(TOKEN_TABLE[token].fixedSupply) * WAD }),
    ),
    ...of('USDR', abis.usdrAbi, { underlying: contracts.usdt }),
  ]
}

const timelockOf = ({ deployment: { contracts }, roles, deployer }: Checked): Expected[] => {
  const at = { address: contracts.adminTimelock, abi: abis.adminTimelockAbi as Abi, functionName: 'hasRole' }
  const role = (name: string) => (name === 'DEFAULT_ADMIN_ROLE' ? zeroHash : keccak256(toHex(name)))
  const has = (name: string, holder: Address, value: boolean): Expected => ({
    ...at,
    what: `AdminTimelock.hasRole(${name}, ${holder})`,
    args: [role(name), holder],
    value,
  })
  const withoutDeployer = ['PROPOSER_ROLE', 'CANCELLER_ROLE', 'DEFAULT_ADMIN_ROLE']
  return [
    ...getters('AdminTimelock', at.address, at.abi, {
      getMinDelay: 14n * DAY,
      DELAY_MIN: 14n * DAY,
      DELAY_MAX: 60n * DAY,
      EXECUTION_WINDOW: BigInt(TIMELOCK_EXECUTION_WINDOW_SECONDS),
    }),
    has('PROPOSER_ROLE', roles.proposer, true),
    has('CANCELLER_ROLE', roles.proposer, true),
    has('PROPOSER_ROLE', roles.guardian, false),
    has('CANCELLER_ROLE', roles.guardian, true),
    has('DEFAULT_ADMIN_ROLE', roles.guardian, false),
    has('EXECUTOR_ROLE', zeroAddress, true), // anyone may execute an operation after its delay
    has('DEFAULT_ADMIN_ROLE', contracts.adminTimelock, true),
    has('DEFAULT_ADMIN_ROLE', roles.proposer, false),
    ...(deployer.toLowerCase() === roles.proposer.toLowerCase()
      ? []
      : withoutDeployer.map((name) => has(name, deployer, false))),
  ]
}

/** Contracts with vouchers, whose admin is the time-lock. */
const voucherContractsOf = ({ deployment: { contracts }, roles, params }: Checked): Expected[] => {
  const { dr, drgv, usdt, usdr, digitalRights, exchange, adminTimelock, priceOracle: oracle } = contracts
  const { withdrawalVault0, withdrawalVault1, withdrawalVault2 } = contracts
  const powers = {
    ADMIN: adminTimelock,
    pauser: roles.pauser,
    signer: roles.signer,
    standbySigner: roles.standbySigner,
    paused: false,
    pausableFrom: 0n,
  }
  const caps = (
    name: string,
    at: Pick<Expected, 'address' | 'abi' | 'functionName'>,
    token: Address,
    value: object,
  ) => ({
    ...at,
    what: `${name}.${at.functionName}(${token})`,
    args: [token],
    value,
  })
  const vaults = [withdrawalVault0, withdrawalVault1, withdrawalVault2].flatMap((address, index) => {
    const at = { address, abi: abis.withdrawalVaultAbi as Abi, functionName: 'capsOf' }
    const name = `WithdrawalVault${index}`
    const DEPOSITOR = index === 2 ? digitalRights : zeroAddress
    return [
      ...getters(name, address, at.abi, {
        ...powers,
        INDEX: BigInt(index),
        DEPOSITOR,
        burnBps: WITHDRAWAL_BURN_BPS,
      }),
      ...getters(name, address, at.abi, { DR_TOKEN: dr, USDT: usdt, ORACLE: oracle }),
      ...getters(name, address, at.abi, { ROOT_REGISTRY: contracts.rootRegistry, CLAIM_MIN: WAD }),
      caps(name, at, dr, index === 0 ? params.minerVaultCaps : params.moneyVaultCaps.dr),
      // The miner vault has only DR: no USDT may leave it.
      caps(name, at, usdt, index === 0 ? NOTHING_LEAVES : params.moneyVaultCaps.usdt),
    ]
  })
  const tokens = {
    USDT: usdt,
    USDR: usdr,
    DR_TOKEN: dr,
    DRGV_TOKEN: drgv,
    ORACLE: oracle,
    NODE_VAULT: withdrawalVault2,
  }
  const swap = { address: exchange, abi: abis.exchangeAbi as Abi, functionName: 'capOf' }
  const { dollar, token } = params.exchangeCaps
  return [
    ...vaults,
    ...getters('DigitalRights', digitalRights, abis.digitalRightsAbi as Abi, { ...powers, ...tokens }),
    ...getters('DigitalRights', digitalRights, abis.digitalRightsAbi as Abi, {
      TREASURY: roles.treasury,
      usdrShareBps: POD_POWER_USDR_SHARE_BPS,
      POD_DR_MIN: POD_POWER_MINIMUM_DR,
      ELECTRICITY_FEE_PER_PERIOD: ELECTRICITY_FEE_DRGV,
      PERIOD_DURATION: BigInt(ELECTRICITY_PERIOD_DAYS) * DAY,
      purchaseCount: 0n,
    }),
    ...getters('Exchange', exchange, swap.abi, {
      ...powers,
      ...tokens,
      DEFLATION_VAULT: withdrawalVault1,
      feeBps: SWAP_FEE_BPS,
    }),
    ...SWAP_TOKENS.map((symbol) =>
      caps('Exchange', swap, contracts[deployedName(symbol)], isPriced(symbol) ? token : dollar),
    ),
  ]
}

const othersOf = ({ deployment: { contracts }, roles, params }: Checked): Expected[] => {
  const { dr, drgv, usdt, withdrawalVault0, withdrawalVault1, withdrawalVault2, priceOracle } = contracts
  const oracle = { address: priceOracle, abi: abis.priceOracleAbi as Abi, functionName: 'pairOf' }
  const pairs = deployedPairs(contracts)
  const vaults = { DEFLATION_VAULT: withdrawalVault1, NODE_VAULT: withdrawalVault2 }
  const ADMIN = contracts.adminTimelock
  return [
    ...getters('Emission', contracts.emission, abis.emissionAbi as Abi, {
      DR_TOKEN: dr,
      RECEIVER: withdrawalVault0,
      DAILY_RATE_INITIAL: EMISSION_FIRST_PER_DAY,
      ERA_DAYS: BigInt(EMISSION_HALVING_DAYS),
      POWER_FLOOR: BigInt(POWER_FLOOR),
    }),
    ...getters('PriceOracle', priceOracle, oracle.abi, {
      USDT: usdt,
      DR_TOKEN: dr,
      DRGV_TOKEN: drgv,
      ROUTER: params.amm.router,
      MIN_DEPTH: params.minDepth,
      SHORT_WINDOW: BigInt(ORACLE_SHORT_WINDOW_SECONDS),
      LONG_WINDOW: BigInt(ORACLE_LONG_WINDOW_SECONDS),
    }),
    ...PRICED_TOKENS.map((token) => ({
      ...oracle,
      what: `PriceOracle.pairOf(${token})`,
      args: [contracts[deployedName(token)]],
      value: pairs[token],
    })),
    // Another factory's pair would look the same.
    ...PRICED_TOKENS.map((token) => ({
      what: `the factory's getPair(${token}, USDT)`,
      address: params.amm.factory,
      abi: FACTORY_ABI,
      functionName: 'getPair',
      args: [contracts[deployedName(token)], usdt],
      value: pairs[token],
    })),
    {
      what: "the router's factory",
      address: params.amm.router,
      abi: ROUTER_ABI,
      functionName: 'factory',
      value: params.amm.factory,
    },
    ...getters('Funding', contracts.funding, abis.fundingAbi as Abi, {
      USDT: usdt,
      DR_TOKEN: dr,
      TREASURY: roles.treasury,
      MINER_VAULT: withdrawalVault0,
      ...vaults,
    }),
    ...getters('ResultRegistry', contracts.resultRegistry, abis.resultRegistryAbi as Abi, {
      ADMIN,
      attester: roles.attester,
    }),
    ...getters('RootRegistry', contracts.rootRegistry, abis.rootRegistryAbi as Abi, {
      ADMIN,
      attester: roles.attester,
      witness: roles.witness,
      MINER_VAULT: withdrawalVault0,
      ...vaults,
      DR_TOKEN: dr,
      USDT: usdt,
      FINALITY: 7n * DAY,
      POST_INTERVAL: 72_000n,
      UNLOCK_NOTICE: 3n * DAY,
      PATH_LENGTH_MAX: 40n,
      lastEpoch: 0n,
    }),
    ...getters('DigitDraw', contracts.digitDraw, abis.digitDrawAbi as Abi, {
      ADMIN,
      DR_TOKEN: dr,
      TREASURY: roles.treasury,
      drawer: roles.drawer,
    }),
    ...getters('TreasuryVesting', contracts.treasuryVesting, abis.treasuryVestingAbi as Abi, {
      owner: roles.treasury,
      VESTING_DURATION: VESTING_SECONDS,
      duration: VESTING_SECONDS,
    }),
  ]
}

/** All expected values of a deployment's getters. */
export const expectedOf = (checked: Checked): readonly Expected[] =>
  [tokensOf, timelockOf, voucherContractsOf, othersOf].flatMap((part) => part(checked))
