/**
 * Deployment target: `deployments/<name>.config.json`, checked before anything is sent. It contains no
 * secret.
 */
import type { DeployParams } from '@dr/contracts/deploy'
import type { Liquidity, Stock } from '@dr/contracts/local-market'
import { type Roles, requireDistinctRoles } from '@dr/contracts/roles'
import { type Address, getAddress, isAddress, parseUnits } from 'viem'
import { SetupError } from '../settings.ts'

/** BNB Smart Chain. */
export const MAINNET = 56
/** Tether on BNB Smart Chain: the only payment token there (docs/product.md 2). */
export const MAINNET_USDT: Address = '0x55d398326f99059fF775485246999027B3197955'
/** PancakeSwap V2 there: the only AMM whose pairs the oracle reads. */
export const MAINNET_AMM = {
  factory: '0xcA143Ce32Fe78f1f7019d7d551a6402fC5350c73',
  router: '0x10ED43C718714eb63d5aA57B78B54704E256024E',
} as const
const CHAINS: readonly number[] = [MAINNET, 97]
const DECIMALS = 18
/** Divisor: the exchange's unconditional daily output is at most this part of a pool's minimum depth. */
const FLOOR_PARTS = 20n
/** The price of a shallower pool is cheap to move. Base units. */
const MAINNET_MIN_DEPTH = parseUnits('10000', DECIMALS)

/** A pool's USDT in multiples of its minimum depth, at first: withdrawals must not take its price away. */
const POOL_DEPTHS = 2n
/** Divisor: the exchange's USDT, and its USDR, are less than this part of the shallower pool's USDT. */
const STOCK_PARTS = 2n

/** Roles of the contracts, and the key that pays for releases, price updates and flushes. */
export type TargetRoles = Roles & { readonly keeper: Address }

export interface Target {
  readonly chainId: number
  readonly roles: TargetRoles
  readonly params: DeployParams
  /** Liquidity holder's amounts for the pools, which are their first price. */
  readonly pools: Liquidity
  /** Liquidity holder's amounts for the exchange. */
  readonly exchangeStock: Stock
}

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown, name: string): Fields => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
  throw new SetupError(`${name}: missing`)
}

const addressIn = (fields: Fields, name: string): Address => {
  const value = fields[name]
  if (typeof value === 'string' && isAddress(value)) return getAddress(value)
  throw new SetupError(
    `${name}: ${value === undefined || value === '' ? 'missing' : 'no address, or its checksum is wrong'}`,
  )
}

/** Converts whole tokens as text into base units. */
const tokensIn = (fields: Fields, name: string): bigint => {
  const value = fields[name]
  if (typeof value === 'string' && /^\d{1,12}(\.\d{1,18})?$/.test(value)) return parseUnits(value, DECIMALS)
  throw new SetupError(`${name}: whole tokens in digits, as text`)
}

const bpsIn = (fields: Fields, name: string): number => {
  const value = fields[name]
  if (typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 10_000) return value
  throw new SetupError(`${name}: 1/10,000, from 1 to 10000`)
}

const vaultCapsIn = (value: unknown, name: string) => {
  const fields = fieldsOf(value, name)
  return {
    vaultDailyBps: bpsIn(fields, 'vaultDailyBps'),
    vaultDailyFloor: tokensIn(fields, 'vaultDailyFloor'),
    accountDaily: tokensIn(fields, 'accountDaily'),
  }
}

const exchangeCapIn = (value: unknown, name: string) => {
  const fields = fieldsOf(value, name)
  return { dailyBps: bpsIn(fields, 'dailyBps'), dailyFloor: tokensIn(fields, 'dailyFloor') }
}

const paramsIn = (
  fields: Fields,
  { chainId, usdt }: { chainId: number; usdt: Address | undefined },
): DeployParams => {
  const amm = fieldsOf(fields.amm, 'params.amm')
  const money = fieldsOf(fields.moneyVaultCaps, 'params.moneyVaultCaps')
  const exchange = fieldsOf(fields.exchangeCaps, 'params.exchangeCaps')
  if (usdt === undefined && chainId === MAINNET) {
    throw new SetupError('params.usdt: missing; a test token is never deployed on chain 56')
  }
  if (chainId === MAINNET && usdt !== MAINNET_USDT) {
    throw new SetupError(`params.usdt: on chain 56 it is ${MAINNET_USDT}, not ${usdt}`)
  }
  const market = { factory: addressIn(amm, 'factory'), router: addressIn(amm, 'router') }
  for (const name of ['factory', 'router'] as const) {
    if (chainId !== MAINNET || market[name] === MAINNET_AMM[name]) continue
    throw new SetupError(`params.amm.${name}: on chain 56 it is ${MAINNET_AMM[name]}, not ${market[name]}`)
  }
  const minDepth = tokensIn(fields, 'minDepth')
  if (chainId === MAINNET && minDepth < MAINNET_MIN_DEPTH) {
    throw new SetupError(
      `params.minDepth: at least 10000 on chain ${MAINNET}: a shallower pool's price means nothing`,
    )
  }
  const dollar = exchangeCapIn(exchange.dollar, 'params.exchangeCaps.dollar')
  if (chainId === MAINNET && dollar.dailyFloor > minDepth / FLOOR_PARTS) {
    throw new SetupError(
      `params.exchangeCaps.dollar.dailyFloor: at most 1/${FLOOR_PARTS} of minDepth on chain ${MAINNET}: who pushes the price of a pool of the minimum depth is not to find more than that here`,
    )
  }
  return {
    ...(usdt === undefined ? { testUsdtSupply: tokensIn(fields, 'testUsdtSupply') } : { usdt }),
    amm: market,
    minDepth,
    minerVaultCaps: vaultCapsIn(fields.minerVaultCaps, 'params.minerVaultCaps'),
    moneyVaultCaps: {
      dr: vaultCapsIn(money.dr, 'params.moneyVaultCaps.dr'),
      usdt: vaultCapsIn(money.usdt, 'params.moneyVaultCaps.usdt'),
    },
    exchangeCaps: {
      dollar,
      token: exchangeCapIn(exchange.token, 'params.exchangeCaps.token'),
    },
  }
}

/** @throws SetupError for a pool of chain 56 in which prices do not last, or stock that is worth pushing them. */
const marketIn = (whole: Fields, { chainId, minDepth }: { chainId: number; minDepth: bigint }) => {
  const given = fieldsOf(whole.pools, 'pools')
  const poolOf = (name: 'dr' | 'drgv') => {
    const fields = fieldsOf(given[name], `pools.${name}`)
    const pool = { token: tokensIn(fields, 'token'), usdt: tokensIn(fields, 'usdt') }
    if (chainId === MAINNET && pool.usdt < POOL_DEPTHS * minDepth) {
      throw new SetupError(`pools.${name}.usdt: at least ${POOL_DEPTHS} times minDepth on chain ${MAINNET}`)
    }
    return pool
  }
  const pools = { dr: poolOf('dr'), drgv: poolOf('drgv') }
  const fields = fieldsOf(whole.exchangeStock, 'exchangeStock')
  const [usdt, usdr] = [tokensIn(fields, 'usdt'), tokensIn(fields, 'usdr')]
  const shallower = pools.dr.usdt < pools.drgv.usdt ? pools.dr.usdt : pools.drgv.usdt
  for (const [name, amount] of Object.entries({ usdt, usdr })) {
    if (chainId !== MAINNET || amount * STOCK_PARTS < shallower) continue
    throw new SetupError(
      `exchangeStock.${name}: below 1/${STOCK_PARTS} of the shallower pool on chain ${MAINNET} (audits, A-4)`,
    )
  }
  return { pools, exchangeStock: { usdt, usdr, dr: tokensIn(fields, 'dr'), drgv: tokensIn(fields, 'drgv') } }
}

/** Roles in a configuration: keys, and holders of tokens. */
export const ROLES = [
  'signer',
  'standbySigner',
  'attester',
  'witness',
  'drawer',
  'guardian',
  'pauser',
  'proposer',
  'keeper',
  'treasury',
  'liquidityHolder',
]

/** @throws SetupError with the missing or invalid field. */
export const parseTarget = (json: unknown): Target => {
  const whole = fieldsOf(json, 'the configuration')
  const chainId = Number(whole.chainId)
  if (!CHAINS.includes(chainId)) throw new SetupError(`chainId: 56 or 97, not ${String(whole.chainId)}`)
  const given = fieldsOf(whole.roles, 'roles')
  const roles = Object.fromEntries(ROLES.map((role) => [role, addressIn(given, role)])) as TargetRoles
  const params = fieldsOf(whole.params, 'params')
  const usdt = params.usdt === undefined ? undefined : addressIn(params, 'usdt')
  const checked = paramsIn(params, { chainId, usdt })
  return { chainId, roles, params: checked, ...marketIn(whole, { chainId, minDepth: checked.minDepth }) }
}

/**
 * Requires different keys for roles whose theft must not add up, including the deploying wallet. Treasury
 * and liquidity holder must be separate too: one holds proceeds of sales, the other the tokens for pools
 * and inventory.
 */
export const requireSeparateKeys = ({ keeper, ...roles }: TargetRoles, deployer: Address): void => {
  requireDistinctRoles(roles)
  const holders = new Map<string, string>()
  for (const [role, address] of Object.entries({ ...roles, keeper, deployer })) {
    const other = holders.get(address.toLowerCase())
    if (other) throw new SetupError(`roles ${other} and ${role} share one key: nothing is deployed`)
    holders.set(address.toLowerCase(), role)
  }
}
