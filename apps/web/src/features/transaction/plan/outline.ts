import { startingWith, TOKENS, type Token } from '@dr/protocol/tokens'
import type { Address } from 'viem'
import type { Spend } from '../../../chain/reads/read-spend.ts'
import type { Missing } from '../../../chain/shortage/shortage.rules.ts'
import type { TokenAmount } from '../../../chain/vouchers/voucher-tokens.ts'
import type { WalletAbility } from '../../../chain/wallet/wallet-ability.ts'
import type { LegDraft, OutlineIncoming } from '../kinds/kind.ts'
import type { Change, FreshIntent, Plan } from './plan.ts'
import { kindOfIntent, type PlanKind } from './plan-kind.ts'

export interface Leg extends LegDraft<FreshIntent> {
  /** `outgoing` against the wallet, as read before the first leg. */
  readonly spends: readonly Spend[]
}

/** Several calls that the user agrees to as one, with what they cost together at most. */
export interface Outline {
  readonly id: string
  readonly account: Address
  readonly goal: FreshIntent
  readonly legs: readonly Leg[]
  readonly incoming: readonly OutlineIncoming[]
  /**
   * Of a purchase that was asked for with its electricity: what is missing for it, so that `legs` leave it
   * out.
   */
  readonly powerMissing?: Missing
  readonly ability: WalletAbility
  /** Network fee of all steps of all legs, at most, in wei; and what the wallet has for it. */
  readonly gas: { readonly cost: bigint; readonly balance: bigint }
}

export const kindOfLeg = ({ intent }: Leg): PlanKind =>
  intent.kind === 'activateBought' ? 'activate' : (kindOfIntent(intent) ?? 'revoke')

/**
 * The first leg needs nothing from another one: its quote can be had, and shown, before anything is
 * confirmed.
 */
export const startsWithGoal = ({ legs }: Outline): boolean => legs[0]?.isGoal === true

const sumOf = (amounts: readonly TokenAmount[], token: Token): bigint =>
  amounts.reduce((sum, one) => (one.token === token ? sum + one.amount : sum), 0n)

/** Of each token the larger amount. */
export const maxOf = (one: readonly TokenAmount[], other: readonly TokenAmount[]): readonly TokenAmount[] =>
  PAID_IN.flatMap((token) => {
    const [a, b] = [sumOf(one, token), sumOf(other, token)]
    const amount = a > b ? a : b
    return amount > 0n ? [{ token, amount }] : []
  })

const PAID_IN = startingWith(TOKENS, 'USDT', 'DRGV', 'DR')

/** Net amount that leaves of each token; a negative one comes. */
export const sumsOf = (amounts: readonly TokenAmount[]): readonly TokenAmount[] =>
  PAID_IN.flatMap((token) => {
    const amount = sumOf(amounts, token)
    return amount > 0n ? [{ token, amount }] : []
  })

/** Maximum that the legs together take out of the wallet: a later leg may take what an earlier one gives. */
export const paysAtMost = (legs: readonly Leg[]): readonly TokenAmount[] =>
  sumsOf([
    ...legs.flatMap((leg) => leg.outgoing),
    ...legs.flatMap((leg) => leg.gives.map(({ token, amount }) => ({ token, amount: -amount }))),
  ])

const fieldOf = (token: Token): Change['field'] => (token === 'DR' ? 'burn' : token)

/** Where a leg's own quote goes beyond what was agreed to. Empty: it may go on without asking again. */
export const beyondAgreed = (
  leg: Leg,
  { spends, incoming }: Pick<Plan, 'spends' | 'incoming'>,
): readonly Change[] => {
  const more = spends.flatMap(({ token, amount }): readonly Change[] => {
    const agreed = sumOf(leg.outgoing, token)
    return amount > agreed ? [{ field: fieldOf(token), before: agreed, after: amount }] : []
  })
  const less = leg.gives.flatMap(({ token, amount }): readonly Change[] => {
    const incomingNow = sumOf(incoming, token)
    return incomingNow < amount ? [{ field: 'output', before: amount, after: incomingNow }] : []
  })
  return [...more, ...less]
}

/** Of a leg of several: with what it gives now, those after it could not be paid. */
export const givesTooLittle = (changes: readonly Change[]): boolean =>
  changes.some(({ field }) => field === 'output')

/** What the rest costs now that it did not before. Empty: not more of any token than was agreed to. */
export const costsMore = (agreed: readonly Leg[], now: readonly Leg[]): readonly Change[] => {
  const before = paysAtMost(agreed)
  return paysAtMost(now).flatMap(({ token, amount }) => {
    const was = sumOf(before, token)
    return amount > was ? [{ field: fieldOf(token), before: was, after: amount }] : []
  })
}
