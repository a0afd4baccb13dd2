/** Two operators who agree on a change: one proposes, the other approves. */
import { testWallet } from '@dr/test-kit'
import type { Actor } from '../../src/modules/operator/deps.ts'
import { decide, propose } from '../../src/modules/operator/proposals.ts'
import type { AmountSubject } from '../../src/modules/operator/subjects.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import { type LowerHex, lowerHex } from '../../src/platform/hex.ts'
import type { TestApp } from '../app/test-app.ts'

export const people = ['anna', 'ben'].map((name) => lowerHex(testWallet(name).address))

export const actor = (index: 0 | 1): Actor => ({
  operator: people[index] as LowerHex,
  requestId: '01890000-0000-7000-8000-000000000000',
  at: new Date('2026-01-01T00:00:00Z'),
})

export const REHEARSAL = 'a rehearsal'

export const agree = async (
  app: Pick<TestApp, 'database'>,
  subject: AmountSubject,
  value: bigint,
): Promise<void> => {
  const run = <T>(change: (tx: Tx) => Promise<T>) => app.database.transaction(change)
  const { proposalId } = await run((tx) => propose(tx, actor(0), { subject, value, reason: REHEARSAL }))
  const decision = {
    proposalId: BigInt(proposalId),
    decision: 'approve',
    operators: new Set<string>(people),
  } as const
  await run((tx) => decide(tx, actor(1), decision))
}
