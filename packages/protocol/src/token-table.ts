/**
 * Withdrawal vaults, each with the user's account that it pays (docs/product.md 3): 0 miner, 1 deflation, 2
 * node. Calls and typed data name the index `account`, as in the requirement; elsewhere it is `vault`.
 */
export const VAULT_INDEXES = [0, 1, 2] as const
export type VaultIndex = (typeof VAULT_INDEXES)[number]
/** The vault that accepts deposits. */
export const NODE_VAULT = 2 satisfies VaultIndex

/**
 * Every token of the product, one row each, by the symbol of its contract. Schemas, addresses, CHECKs,
 * cards and pickers are derived from it by `tokens.ts`; how to add a row: docs/recipes.md. Tokens are
 * listed in the order of the rows.
 */
interface TokenSpec {
  /**
   * Decimals of its contract: always 18, for which prices and amounts are computed; the oracle accepts no
   * other.
   */
  readonly decimals: 18
  /** USDT for one: always 1, or the oracle's price of its public pool with USDT. */
  readonly price: 'par' | 'oracle'
  /** Withdrawal vaults that hold it and pay it out, by account (docs/product.md 3). */
  readonly vaults: readonly VaultIndex[]
  /** The exchange swaps it with every other swappable token. */
  readonly swappable: boolean
  /** Whole tokens minted once at deployment: the supply only falls, by burning. 0: not fixed. */
  readonly fixedSupply: number
  /** Whole tokens of one grant by the local chain's faucet. */
  readonly faucetGrant: number
}

export const TOKEN_TABLE = {
  USDT: {
    decimals: 18,
    price: 'par',
    vaults: [1, 2],
    swappable: true,
    fixedSupply: 0,
    faucetGrant: 10_000,
  },
  USDR: { decimals: 18, price: 'par', vaults: [], swappable: true, fixedSupply: 0, faucetGrant: 0 },
  DR: {
    decimals: 18,
    price: 'oracle',
    vaults: [0, 1, 2],
    swappable: true,
    fixedSupply: 100_000_000,
    faucetGrant: 0,
  },
  DRGV: {
    decimals: 18,
    price: 'oracle',
    vaults: [],
    swappable: true,
    fixedSupply: 100_000_000,
    faucetGrant: 20_000,
  },
} as const satisfies Record<string, TokenSpec>
