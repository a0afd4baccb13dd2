/** Times until which each stream of rewards is funded and after which it stops (docs/product.md 1). */

import type { ResponseOf } from '@dr/protocol/call'
import type { overview as overviewCall } from '@dr/protocol/calls/public'
import { EMISSION_TOTAL } from '@dr/protocol/constants'
import { weekEnd, weekOf } from '@dr/protocol/rules/weeks'
import { maxBigInt } from '../../../platform/integers.ts'
import type { MiningOverview } from '../../mining/index.ts'
import type { listPackages, PackageFunding } from '../../packages/index.ts'
import type { VaultReserve } from '../../withdrawal/index.ts'

type Stream = ResponseOf<typeof overviewCall>['funding'][number]

const stream = (
  name: Stream['stream'],
  of: {
    readonly token: Stream['token']
    readonly amount: bigint
    readonly fundedUntil: bigint | null
    readonly packageId?: number
  },
): Stream => ({
  stream: name,
  packageId: of.packageId ?? null,
  token: of.token,
  amount: of.amount.toString(),
  fundedUntil: of.fundedUntil === null ? null : Number(of.fundedUntil),
})

/** A pool with any content pays at the end of the current week; nothing is promised beyond that. */
const poolStreams = (reserves: readonly VaultReserve[], now: bigint): Stream[] => {
  const streams = { 1: ['dividends', 'dividend-pool'], 2: ['nodes', 'node-pool'] } as const
  return reserves.flatMap(({ vault, token, poolsByKind }) => {
    if (vault === 0) return []
    const [name, kind] = streams[vault]
    const amount = poolsByKind[kind] ?? 0n
    return [stream(name, { token, amount, fundedUntil: amount > 0n ? weekEnd(weekOf(now)) : null })]
  })
}

type Offered = Awaited<ReturnType<typeof listPackages>>['items']

/** Maturity of a position subscribed now; null if the budget has no room. */
const offeredUntil = (offered: Offered, { packageId, token }: PackageFunding): bigint => {
  const incomes = offered.flatMap((one) =>
    one.kind === 'term' && one.packageId === packageId ? one.incomes : [],
  )
  return BigInt(incomes.find((income) => income.token === token)?.fundedUntil ?? 0)
}

/** Promised income is committed in full until the last maturity; the rest can pay new positions. */
const packageStreams = (budgets: readonly PackageFunding[], offered: Offered, now: bigint): Stream[] =>
  budgets.map((budget) => {
    const { packageId, token, left, committedUntil } = budget
    const until = maxBigInt(committedUntil ?? 0n, offeredUntil(offered, budget))
    return stream('package', { packageId, token, amount: left, fundedUntil: until > now ? until : null })
  })

export const fundingStreams = (input: {
  readonly mine: MiningOverview
  readonly reserves: readonly VaultReserve[]
  readonly budgets: readonly PackageFunding[]
  readonly offered: Offered
  /** Unix seconds. */
  readonly now: bigint
}): Stream[] => {
  const { mine, reserves, budgets, offered, now } = input
  return [
    stream('emission', {
      token: 'DR',
      amount: EMISSION_TOTAL - mine.released,
      fundedUntil: mine.fundedUntil > now ? mine.fundedUntil : null,
    }),
    ...poolStreams(reserves, now),
    ...packageStreams(budgets, offered, now),
  ]
}
