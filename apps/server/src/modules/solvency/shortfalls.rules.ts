import type { ResponseOf } from '@dr/protocol/call'
import type { overview as overviewCall } from '@dr/protocol/calls/public'
import { isCovered, type VaultReserve } from '../withdrawal/index.ts'

export type Shortfalls = ResponseOf<typeof overviewCall>['shortfalls']

type Compared = Pick<VaultReserve, 'vault' | 'token' | 'shortfall' | 'blockNumber' | 'blockTime'>

/**
 * Combines stored shortfalls, open ones first, with those of a comparison that is not stored yet: both are
 * shown together, and must not contradict each other until the next block. Amounts in base units, times in
 * seconds of the chain.
 */
export const withComparison = (kept: Shortfalls, compared: readonly Compared[]): Shortfalls => {
  // One that ended after the comparison was open at its block.
  const isOpen = ({ vault, token, blockTime }: Compared) =>
    kept.some(
      ({ until, ...line }) =>
        line.vault === vault && line.token === token && (until === null || BigInt(until) > blockTime),
    )
  const begun = compared.filter((books) => !(isCovered(books) || isOpen(books)))
  return [
    ...begun.map(({ vault, token, shortfall, blockNumber, blockTime }) => ({
      vault,
      token,
      until: null,
      worst: shortfall.toString(),
      since: Number(blockTime),
      sinceBlock: Number(blockNumber),
    })),
    ...kept.map((line) => {
      const books = compared.find(({ vault, token }) => vault === line.vault && token === line.token)
      if (line.until !== null || books === undefined || BigInt(line.sinceBlock) > books.blockNumber)
        return line
      if (isCovered(books)) return { ...line, until: Number(books.blockTime) }
      return BigInt(line.worst) >= books.shortfall ? line : { ...line, worst: books.shortfall.toString() }
    }),
  ]
}
