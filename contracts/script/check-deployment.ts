/**
 * Checks a deployment on chain: its code, and by getters its roles, wiring, constants, supplies and limits.
 */
import { WAD } from '@dr/protocol/amounts'
import {
  DAY_SECONDS,
  ELECTRICITY_FEE_DRGV,
  ELECTRICITY_PERIOD_DAYS,
  EMISSION_FIRST_PER_DAY,
  EMISSION_HALVING_DAYS,
  EMISSION_TOTAL,
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
import {
  type Abi,
  type Address,
  getAddress,
  isAddress,
  keccak256,
  type PublicClient,
  parseAbi,
  toHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import * as abis from '../abi/index.ts'
import { checkCode } from './check-code.ts'
import { deployedPairs } from './configured-contracts.ts'
import { type Deployment, DeploymentError, type DeployParams, FACTORY_ABI } from './deploy.ts'
import type { Roles } from './roles.ts'

const DAY = BigInt(DAY_SECONDS)
const VESTING_SECONDS = 1_461n * DAY
const ROUTER_ABI = parseAbi(['function factory() view returns (address)'])
const NOTHING_LEAVES = { vaultDailyBps: 0, vaultDailyFloor: 0n, accountDaily: 0n }

interface Expected {
  readonly what: string
  readonly address: Address
  readonly abi: Abi
  readonly functionName: string
  readonly args?: readonly unknown[]
  readonly value: unknown
}

interface Checked {
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

interface Share {
  readonly token: 'dr' | 'drgv'
  readonly holder: 'emission' | 'treasuryVesting'
  /** Base units minted to it. */
  readonly given: bigint
}

const SHARES: readonly Share[] = [
  { token: 'dr', holder: 'emission', given: EMISSION_TOTAL },
  { token: 'dr', holder: 'treasuryVesting', given: 10_000_000n * WAD },
  { token: 'drgv', holder: 'treasuryVesting', given: 20_000_000n * WAD },
]

/**
 * Checks that a holder's balance and released amount add up to its share: anyone may release from the first
 * second on, and that must not make a deployment fail.
 */
const sharesOf = async (client: PublicClient, { contracts }: Deployment): Promise<string[]> => {
  const blockNumber = await client.getBlockNumber({ cacheTime: 0 })
  const findings: string[] = []
  for (const { token, holder, given } of SHARES) {
    const address = contracts[holder]
    const [held, released] = await Promise.all([
      client.readContract({
        address: contracts[token],
        abi: abis.drAbi,
        functionName: 'balanceOf',
        args: [address],
        blockNumber,
      }),
      holder === 'emission'
        ? client.readContract({ address, abi: abis.emissionAbi, functionName: 'released', blockNumber })
        : client.readContract({
            address,
            abi: abis.treasuryVestingAbi,
            functionName: 'released',
            args: [contracts[token]],
            blockNumber,
          }),
    ])
    if (held + released !== given) {
      findings.push(`${holder} holds ${held} ${token} and has released ${released}: not ${given} together`)
    }
  }
  return findings
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

/** Comparable text: addresses in lower case, numbers of any type as decimals. */
const normal = (value: unknown): string => {
  if (typeof value === 'string' && isAddress(value, { strict: false })) return getAddress(value)
  if (typeof value === 'object' && value !== null) {
    return JSON.stringify(
      Object.entries(value)
        .map(([key, one]) => [key, normal(one)])
        .toSorted(),
    )
  }
  return String(value)
}

const findingOf = async (
  client: PublicClient,
  { what, value, args = [], ...call }: Expected,
): Promise<string[]> => {
  const found: unknown = await client.readContract({ ...call, args }).catch((error: unknown) => {
    throw new DeploymentError(
      `${what} could not be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  })
  return normal(found) === normal(value) ? [] : [`${what} is ${normal(found)}, not ${normal(value)}`]
}

/**
 * Checks that releases by time began with the deployment: with an earlier start, a part would be due at once.
 */
const beginningsOf = async (
  client: PublicClient,
  { contracts, startBlock }: Deployment,
): Promise<string[]> => {
  const { timestamp } = await client.getBlock({ blockNumber: BigInt(startBlock) })
  const emission = { address: contracts.emission, abi: abis.emissionAbi } as const
  const vesting = { address: contracts.treasuryVesting, abi: abis.treasuryVestingAbi } as const
  const begins = {
    'Emission.startTime': await client.readContract({ ...emission, functionName: 'startTime' }),
    'TreasuryVesting.start': await client.readContract({ ...vesting, functionName: 'start' }),
  }
  return Object.entries(begins).flatMap(([what, at]) =>
    at >= timestamp ? [] : [`${what} is ${at}, before the deployment began (${timestamp})`],
  )
}

/**
 * All deviations of a deployment; empty if there are none. To be run right after a deployment, before it is
 * used.
 */
export const checkDeployment = async (client: PublicClient, checked: Checked): Promise<string[]> => {
  const expected = [tokensOf, timelockOf, voucherContractsOf, othersOf].flatMap((part) => part(checked))
  const findings = [
    ...(await checkCode(client, checked.deployment)),
    ...(await sharesOf(client, checked.deployment)),
    ...(await beginningsOf(client, checked.deployment)),
  ]
  for (const one of expected) findings.push(...(await findingOf(client, one)))
  return findings
}
