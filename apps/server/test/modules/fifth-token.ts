/**
 * A fifth token that exists only in tests, on the real contracts. A test file that uses it adds its row to
 * the table of tokens, by `vi.mock` of `@dr/protocol/token-table`. Exchange and PriceOracle are wired to four
 * tokens each: here they are deployed again with the fifth instead of DRGV, which cannot be swapped
 * meanwhile.
 */
import { type Deployer, deployExchange, deployOracle } from '@dr/contracts/deploy'
import { deployOurs, send } from '@dr/contracts/deployer'
import { LOCAL_PARAMS } from '@dr/contracts/local-market'
import { deployedName, PRICED_TOKENS, type PricedToken } from '@dr/protocol/tokens'
import { testWallet } from '@dr/test-kit'
import { FIFTH_TOKEN } from '@dr/test-kit/fifth-token'
import { type Address, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Database } from '../../src/platform/database/database.ts'
import { type Market, ONE, signerKey } from '../app/chain.ts'

/** The token with the table's type. */
export const fifthToken = (): PricedToken => {
  const found = PRICED_TOKENS.find((token: string) => token === FIFTH_TOKEN)
  if (!found) throw new Error('the table of tokens has no fifth row: mock @dr/protocol/token-table')
  return found
}

const FACTORY = parseAbi([
  'function createPair(address, address) returns (address)',
  'function getPair(address, address) view returns (address)',
])

const createPool = async (
  deployer: Deployer,
  { factory, token, usdt }: { factory: Address; token: Address; usdt: Address },
): Promise<Address> => {
  const at = { address: factory, abi: FACTORY, args: [token, usdt] } as const
  await send(deployer, { ...at, functionName: 'createPair' })
  return deployer.publicClient.readContract({ ...at, functionName: 'getPair' })
}

/** For `startChain`: the fifth token at 2 USDT, its pool, and an oracle and an exchange that know it. */
export const withFifthToken = async (
  { deployment, liquidity, stock }: Market,
  deployer: Deployer,
): Promise<Market> => {
  const { contracts } = deployment
  const { address: holder } = deployer.walletClient.account
  const token = await deployOurs(deployer, 'DRGV', [[holder], [100_000_000n * ONE]])
  const pair = await createPool(deployer, {
    factory: contracts.ammFactory,
    usdt: contracts.usdt,
    token,
  })
  const wired = { ...contracts, drgv: token, drgvUsdtPair: pair }
  const priceOracle = await deployOracle(deployer, { contracts: wired, params: LOCAL_PARAMS })
  const exchange = await deployExchange(deployer, {
    contracts: { ...wired, priceOracle },
    roles: {
      pauser: testWallet('pauser').address,
      signer: privateKeyToAccount(signerKey).address,
      standbySigner: testWallet('standbySigner').address,
    },
    params: LOCAL_PARAMS,
  })
  const name = deployedName(fifthToken())
  return {
    deployment: {
      ...deployment,
      contracts: { ...contracts, priceOracle, exchange, [name]: token, [`${name}UsdtPair`]: pair },
    },
    liquidity: { ...liquidity, [name]: { token: 500_000n * ONE, usdt: 1_000_000n * ONE } },
    stock: { ...stock, [name]: 1_000_000n * ONE },
  }
}

const PRICE_TABLES = ['price_observation', 'pool_price', 'price_known'] as const

/** Applies the migration of a new priced token (docs/recipes.md). */
export const migrateToFive = (database: Database): Promise<void> =>
  database.transaction(async (tx) => {
    const names = PRICED_TOKENS.map((token) => `'${token}'`).join(', ')
    for (const table of PRICE_TABLES) {
      await tx.script(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_token,
        ADD CONSTRAINT ${table}_token CHECK (token IN (${names}))`)
    }
  })
