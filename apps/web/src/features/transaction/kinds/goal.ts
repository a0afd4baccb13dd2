import { TOKENS } from '@dr/protocol/tokens'
import type { Address } from 'viem'
import type { Needs } from '../../../chain/shortage/shortage.rules.ts'
import type { TokenAmount } from '../../../chain/vouchers/voucher-tokens.ts'
import type { Goal, OutlineIncoming } from './kind.ts'

export const nonZeroAmounts = (amounts: Needs): readonly TokenAmount[] =>
  TOKENS.flatMap((token) => {
    const amount = amounts[token] ?? 0n
    return amount > 0n ? [{ token, amount }] : []
  })

/** Goal of a single call. */
export const oneCall = <Intent>(
  intent: Intent,
  { to, outgoing }: { readonly to: string | undefined; readonly outgoing: readonly TokenAmount[] },
  incoming: readonly OutlineIncoming[],
): Goal<Intent> => ({
  legs: [{ intent, isGoal: true, to: (to ?? '') as Address, outgoing, gives: [] }],
  incoming,
})
