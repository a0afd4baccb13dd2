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
  /** `outgoing` compared with the wallet, as read before the first leg. */
  readonly spends: readonly Spend[]
}

/** Several calls that the user agrees to as one, with their maximum cost together. */
export interface Outline {
  readonly id: string
  readonly account: Address
  readonly goal: FreshIntent
  readonly legs: readonly Leg[]
  readonly incoming: readonly OutlineIncoming[]
  /** Shortage of the electricity that was requested with a purchase: `legs` leave it out. */
  readonly powerMissing?: Missing
  readonly ability: WalletAbility
  /** Maximum network fee of all legs, and the wallet's balance for it, in wei. */
  readonly gas: { readonly cost: bigint; readonly balance: bigint }
}

export const kindOfLeg = ({ intent }: Leg): PlanKind =>
  intent.kind === 'activateBought' ? 'activate' : (kindOfIntent(intent) ?? 'revoke')

/** The goal comes first: it can be quoted, and its receipt shown, before anything is confirmed. */
export const startsWithGoal = ({ legs }: Outline): boolean => legs[0]?.isGoal === true

const sumOf = (amounts: readonly TokenAmount[], token: Token): bigint =>
  amounts.reduce((sum, one) => (one.token === token ? sum + one.amount : sum), 0n)

/** Maximum of both amounts for each token. */
export const maxOf = (one: readonly TokenAmount[], other: readonly TokenAmount[]): readonly TokenAmount[] =>
  PAID_IN.flatMap((token) => {
    const [a, b] = [sumOf(one, token), sumOf(other, token)]
    const amount = a > b ? a : b
    return amount > 0n ? [{ token, amount }] : []
  })

const PAID_IN = startingWith(TOKENS, 'USDT', 'DRGV', 'DR')

/** Net outgoing amount of each token; negative: incoming. */
export const sumsOf = (amounts: readonly TokenAmount[]): readonly TokenAmount[] =>
  PAID_IN.flatMap((token) => {
    const amount = sumOf(amounts, token)
    return amount > 0n ? [{ token, amount }] : []
  })

/** Maximum that the legs together take out of the wallet: a later leg may use what an earlier one gives. */
export const paysAtMost = (legs: readonly Leg[]): readonly TokenAmount[] =>
  sumsOf([
    ...legs.flatMap((leg) => leg.outgoing),
    ...legs.flatMap((leg) => leg.gives.map(({ token, amount }) => ({ token, amount: -amount }))),
  ])

const fieldOf = (token: Token): Change['field'] => (token === 'DR' ? 'burn' : token)

/** Amounts by which a leg's quote exceeds the agreement. Empty: it continues without asking again. */
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

/** A leg's output dropped so far that the legs after it could not be paid. */
export const givesTooLittle = (changes: readonly Change[]): boolean =>
  changes.some(({ field }) => field === 'output')

/** Amounts by which the remaining legs cost more than agreed, by token. Empty: none. */
export const costsMore = (agreed: readonly Leg[], now: readonly Leg[]): readonly Change[] => {
  const before = paysAtMost(agreed)
  return paysAtMost(now).flatMap(({ token, amount }) => {
    const was = sumOf(before, token)
    return amount > was ? [{ field: fieldOf(token), before: was, after: amount }] : []
  })
}
