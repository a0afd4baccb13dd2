/**
 * The withdrawal vaults, each with the user's account that it pays (docs/product.md 3): 0 miner, 1 deflation,
 * 2 node. Calls and typed data name the index `account`, as the customer does; elsewhere it is the `vault`.
 */
export const VAULT_INDEXES = [0, 1, 2] as const
export type VaultIndex = (typeof VAULT_INDEXES)[number]
/** The one that takes deposits. */
export const NODE_VAULT = 2 satisfies VaultIndex

/**
 * Every token of the product, one row each, by the symbol of its contract. Schemas, addresses, CHECKs, cards
 * and pickers follow from here by `tokens.ts`; how to add a row: docs/recipes.md. Rows stand in the order in
 * which tokens are listed.
 */
interface TokenSpec {
  /**
   * Of its contract. Eighteen for each: prices and amounts are all reckoned with 18, and the oracle takes no
   * other.
   */
  readonly decimals: 18
  /** USDT for one: always 1, or what the oracle says of its public pool with USDT. */
  readonly price: 'par' | 'oracle'
  /** Withdrawal vaults that keep it and pay it out, by account (docs/product.md 3). */
  readonly vaults: readonly VaultIndex[]
  /** The exchange changes it into each other token that is. */
  readonly swappable: boolean
  /**
   * Whole tokens that are minted at deployment and never again: its supply only falls, by burning. 0: it is
   * not fixed.
   */
  readonly fixedSupply: number
  /** Whole tokens that one grant of the local chain's faucet brings. */
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
