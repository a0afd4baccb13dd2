/** What the table says of tokens, as lists and as types: each list in the table's order, each type a union of literals. */
import { TOKEN_TABLE } from './token-table.ts'

type Table = typeof TOKEN_TABLE
export type Token = keyof Table
type Spec = Table[Token]

/** Tokens whose row has such a value. */
type TokenWith<Row> = { [T in Token]: Table[T] extends Row ? T : never }[Token]

export const TOKENS: readonly Token[] = Object.keys(TOKEN_TABLE) as Token[]

const tokensWith = <T extends Token>(holds: (spec: Spec) => boolean): readonly T[] =>
  TOKENS.filter((token) => holds(TOKEN_TABLE[token])) as T[]

/** The oracle keeps a price of it, by its pool with USDT. */
export type PricedToken = TokenWith<{ price: 'oracle' }>
export const PRICED_TOKENS = tokensWith<PricedToken>(({ price }) => price === 'oracle')
export const isPriced = (token: string): token is PricedToken =>
  (PRICED_TOKENS as readonly string[]).includes(token)

/** The exchange changes it. */
export type SwapToken = TokenWith<{ swappable: true }>
export const SWAP_TOKENS = tokensWith<SwapToken>(({ swappable }) => swappable)

/** Its supply only falls. */
export type FixedSupplyToken = TokenWith<{ fixedSupply: true }>
export const FIXED_SUPPLY_TOKENS = tokensWith<FixedSupplyToken>(({ fixedSupply }) => fixedSupply)

/** Rewards are paid in it: withdrawal vaults keep it. */
export type PayoutToken = Exclude<Token, TokenWith<{ vaults: readonly [] }>>
export const PAYOUT_TOKENS = tokensWith<PayoutToken>(({ vaults }) => vaults.length > 0)

/** A withdrawal vault by its account, with a token that it keeps. */
export type VaultToken = {
  [T in PayoutToken]: {
    [Vault in Table[T]['vaults'][number]]: { readonly vault: Vault; readonly token: T }
  }[Table[T]['vaults'][number]]
}[PayoutToken]
/** By vault, and within it by token. */
export const VAULT_TOKENS = ([0, 1, 2] as const).flatMap((vault) =>
  PAYOUT_TOKENS.filter((token) => (TOKEN_TABLE[token].vaults as readonly number[]).includes(vault)).map(
    (token) => ({ vault, token }),
  ),
) as readonly VaultToken[]

/** The local chain's faucet gives it. */
export type FaucetToken = Exclude<Token, TokenWith<{ faucetGrant: 0 }>>
export const FAUCET_TOKENS = tokensWith<FaucetToken>(({ faucetGrant }) => faucetGrant > 0)

/** What the record of a deployment calls a token's contract: its symbol in lower case. */
export type DeployedName<T extends Token = Token> = Lowercase<T>
export const deployedName = <T extends Token>(token: T) => token.toLowerCase() as DeployedName<T>

/** All of `tokens`, these first: for places where some come before the table's order. */
export const startingWith = <T extends Token>(tokens: readonly T[], ...first: readonly T[]): readonly T[] => [
  ...new Set([...first, ...tokens]),
]

/** The same where each value is read: all at once; the first failure is thrown. */
export const allByToken = async <T extends Token, Value>(
  tokens: readonly T[],
  read: (token: T) => Promise<Value>,
): Promise<Record<T, Value>> => {
  const values = await Promise.all(tokens.map(read))
  return Object.fromEntries(tokens.map((token, index) => [token, values[index]])) as Record<T, Value>
}

/** A value for each token. */
export const byToken = <T extends Token, Value>(
  tokens: readonly T[],
  valueFor: (token: T) => Value,
): Record<T, Value> => Object.fromEntries(tokens.map((token) => [token, valueFor(token)])) as Record<T, Value>
