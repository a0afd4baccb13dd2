/** Parsing of wallets' answers: a malformed one counts as none. */
import { type Address, type Hash, isAddress, isHash } from 'viem'

const ADDRESSES_MAX = 100

/** Accounts in lower case; empty if the answer contains no addresses. */
export const accountsOf = (answer: unknown): readonly Address[] => {
  if (!Array.isArray(answer)) return []
  const accounts = answer.slice(0, ADDRESSES_MAX) as readonly unknown[]
  return accounts
    .filter((one): one is Address => typeof one === 'string' && isAddress(one, { strict: false }))
    .map((one) => one.toLowerCase() as Address)
}

/** Null for an invalid chain id. */
export const chainIdOf = (answer: unknown): number | null => {
  if (typeof answer !== 'string' && typeof answer !== 'number') return null
  const chainId = answer === '' ? Number.NaN : Number(answer)
  return Number.isSafeInteger(chainId) && chainId > 0 ? chainId : null
}

/** Transaction hash in lower case, as nodes return it; some wallets omit the prefix. */
export const hashOf = (answer: unknown): Hash | null => {
  if (typeof answer !== 'string') return null
  const lower = answer.toLowerCase()
  const hash = lower.startsWith('0x') ? lower : `0x${lower}`
  return isHash(hash) ? hash : null
}
