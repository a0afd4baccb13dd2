type Table = typeof import('@dr/protocol/token-table')

/** A token that exists in tests alone: in the table's type there is none of that name. */
export const FIFTH_TOKEN = 'FIVE'

/** The table with one more row, for a test that mocks `@dr/protocol/token-table`. */
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
