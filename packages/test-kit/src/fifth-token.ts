type Table = typeof import('@dr/protocol/token-table')

/** Symbol of a token for tests, which is not in the table's type. */
export const FIFTH_TOKEN = 'FIVE'

/** Adds a row to the table, for a test that mocks `@dr/protocol/token-table`. */
export const addFifthToken = ({ TOKEN_TABLE, ...table }: Table) => ({
  ...table,
  TOKEN_TABLE: {
    ...TOKEN_TABLE,
    [FIFTH_TOKEN]: {
      decimals: 18,
      price: 'oracle',
      vaults: [],
      swappable: true,
      fixedSupply: 0,
      faucetGrant: 0,
    },
  },
})
