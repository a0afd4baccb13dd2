/**
 * Outcomes of commands in absolute terms: a user's choices are fixed (amounts, not shares of a balance),
 * everything else is open.
 */
import type { VaultIndex } from '@dr/protocol/token-table'
import type { Act } from './commands.ts'

type Of<D extends Act['do']> = Extract<Act, { do: D }>

export type ModelEvent = { readonly at: bigint } & (
  | Of<
      | 'buy-machine'
      | 'pay-electricity'
      | 'release'
      | 'collect'
      | 'move-price'
      | 'fund-pools'
      | 'flush'
      | 'fund-budget'
      | 'deposit'
    >
  | (Of<'buy-pod'> & { readonly power: bigint })
  | {
      readonly do: 'pledge' | 'unpledge'
      readonly user: number
      readonly units: bigint
      readonly all: boolean
    }
  /** `value`: of the input, in USD base units. */
  | { readonly do: 'swap'; readonly user: number; readonly value: bigint }
  | (Omit<Of<'reinvest'>, 'permille'> & { readonly amount: bigint })
  | {
      readonly do: 'withdraw'
      readonly user: number
      readonly vault: VaultIndex
      readonly token: 'USDT' | 'DR'
      readonly amount: bigint
    }
  /** `getter`: DR, or null if it reverts. */
  | { readonly do: 'end-withdrawal'; readonly paid: boolean; readonly getter: bigint | null }
)
