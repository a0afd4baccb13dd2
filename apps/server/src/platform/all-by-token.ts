import type { Token } from '@dr/protocol/tokens'

/** What `read` gives for each token, all asked for at once; the first failure is thrown. */
export const allByToken = async <T extends Token, Value>(
  tokens: readonly T[],
  read: (token: T) => Promise<Value>,
): Promise<Record<T, Value>> => {
  const found = await Promise.all(tokens.map(async (token) => [token, await read(token)] as const))
  return Object.fromEntries(found) as Record<T, Value>
}
