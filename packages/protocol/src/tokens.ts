/** Lists and union types of tokens, derived from the token table and in its order. */
import { TOKEN_TABLE, VAULT_INDEXES } from './token-table.ts'

type Table = typeof TOKEN_TABLE
export type Token = keyof Table
type Spec = Table[Token]

export const TOKENS: readonly Token[] = Object.keys(TOKEN_TABLE) as Token[]

/** Tokens that have this value in this column. */
type TokenWith<Column extends keyof Spec, Value> = {
  [T in Token]: Table[T][Column] extends Value ? T : never
}[Token]
const tokensWith = <Column extends keyof Spec, const Value extends Spec[Column]>(
  column: Column,
  value: Value,
) => TOKENS.filter((token): token is TokenWith<Column, Value> => TOKEN_TABLE[token][column] === value)

/** Tokens with an oracle price, from their pool with USDT. */
export const PRICED_TOKENS = tokensWith('price', 'oracle')
export type PricedToken = (typeof PRICED_TOKENS)[number]
export const isPriced = (token: string): token is PricedToken =>
  (PRICED_TOKENS as readonly string[]).includes(token)

/** Tokens that the exchange swaps. */
export const SWAP_TOKENS = tokensWith('swappable', true)
export type SwapToken = (typeof SWAP_TOKENS)[number]

/** Tokens whose supply only falls. */
export type FixedSupplyToken = { [T in Token]: Table[T]['fixedSupply'] extends 0 ? never : T }[Token]
export const FIXED_SUPPLY_TOKENS = TOKENS.filter(
  (token) => TOKEN_TABLE[token].fixedSupply > 0,
) as readonly FixedSupplyToken[]

/** Tokens that rewards are paid in, and withdrawal vaults hold. */
export type PayoutToken = { [T in Token]: Table[T]['vaults'] extends readonly [] ? never : T }[Token]
export const PAYOUT_TOKENS = TOKENS.filter(
  (token) => TOKEN_TABLE[token].vaults.length > 0,
) as readonly PayoutToken[]

/** A withdrawal vault by its account, with a token that it holds. */
export type VaultToken = {
  [T in PayoutToken]: {
    [Vault in Table[T]['vaults'][number]]: { readonly vault: Vault; readonly token: T }
  }[Table[T]['vaults'][number]]
}[PayoutToken]
/** Pairs of vault and token, by vault, then by token. */
export const VAULT_TOKENS = VAULT_INDEXES.flatMap((vault) =>
  PAYOUT_TOKENS.filter((token) => (TOKEN_TABLE[token].vaults as readonly number[]).includes(vault)).map(
    (token) => ({ vault, token }),
  ),
) as readonly VaultToken[]

/** Tokens of the local chain's faucet. */
export type FaucetToken = { [T in Token]: Table[T]['faucetGrant'] extends 0 ? never : T }[Token]
export const FAUCET_TOKENS = TOKENS.filter(
  (token) => TOKEN_TABLE[token].faucetGrant > 0,
) as readonly FaucetToken[]

/** Name of a token's contract in a deployment record: its symbol in lower case. */
export type DeployedName<T extends Token = Token> = Lowercase<T>
export const deployedName = <T extends Token>(token: T) => token.toLowerCase() as DeployedName<T>

/** All `tokens`, with the given ones first. */
export const startingWith = <T extends Token>(tokens: readonly T[], ...first: readonly T[]): readonly T[] => [
  ...new Set([...first, ...tokens]),
]

/** Values read concurrently for each token; throws the first failure. */
export const allByToken = async <T extends Token, Value>(
  tokens: readonly T[],
  read: (token: T) => Promise<Value>,
): Promise<Record<T, Value>> => {
  const found = await Promise.all(tokens.map(async (token) => [token, await read(token)] as const))
  return Object.fromEntries(found) as Record<T, Value>
}

/** A value for each token. */
export const byToken = <T extends Token, Value>(
  tokens: readonly T[],
  valueFor: (token: T) => Value,
): Record<T, Value> => Object.fromEntries(tokens.map((token) => [token, valueFor(token)])) as Record<T, Value>
