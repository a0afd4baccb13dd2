import { PARAMETERS, type ParameterName } from '@dr/protocol/parameters'
import { describeOnDatabase, describeOnPostgres, setChainClock, testWallet } from '@dr/test-kit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '../../platform/app-error.ts'
import { chainNow } from '../../platform/chain/chain-clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { type LowerHex, lowerHex } from '../../platform/hex.ts'
import { blockOf, listDecided, readParameters } from '../parameters/index.ts'
import { seedGenesis } from '../users/index.ts'
import type { Actor } from './deps.ts'
import { PROPOSAL_LIFETIME_SECONDS } from './proposals.rules.ts'
import { decide, listProposals, propose } from './proposals.ts'
import { type AmountSubject, serializeSubject } from './subjects.ts'

const ONE = 10n ** 18n
const people = ['anna', 'ben', 'carl'].map((name) => lowerHex(testWallet(name).address))
const NAMES: readonly ParameterName[] = ['withdrawal-daily-limit', 'withdrawal-minimum-dr']
const ACCOUNT = lowerHex(testWallet('dora').address)
const SUBJECTS: readonly AmountSubject[] = [
  ...NAMES.map((name) => ({ kind: 'limit', name }) as const),
  { kind: 'block', account: ACCOUNT },
]
const isBlock = (subject: string): boolean => subject.startsWith('block:')
const HOUR = 3_600

const actor = (who: number): Actor => ({
  operator: people[who] as LowerHex,
  requestId: '01890000-0000-7000-8000-000000000000',
  at: new Date('2026-01-01T00:00:00Z'),
})

type Step =
  | { readonly do: 'propose'; readonly who: number; readonly about: number; readonly value: number }
  | { readonly do: 'approve' | 'reject'; readonly who: number; readonly which: number }
  | { readonly do: 'wait'; readonly hours: number }
  | { readonly do: 'dismiss'; readonly who: number }

const who = fc.nat(2)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('propose' as const), who, about: fc.nat(2), value: fc.nat(3) }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('approve' as const), who, which: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reject' as const), who, which: fc.nat(2) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom(1, 40, 71, 72) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('dismiss' as const), who }) },
)

interface Said {
  readonly id: string
  readonly subject: string
  readonly by: string
  readonly at: bigint
  readonly before: bigint
  readonly value: bigint
}

/**
 * Proposals and approvals, recorded beside the database, with the limits and the block that follow from them
 * independent of the engine.
 */
class Witness {
  readonly said: Said[] = []
  readonly over = new Set<string>()
  readonly holds: Map<string, bigint>
  operators = new Set<string>(people)
  changes = 0

  constructor(values: ReadonlyMap<string, bigint>) {
    this.holds = new Map(values)
  }

  mayApprove(one: Said, by: string, now: bigint): boolean {
    return (
      by !== one.by &&
      this.operators.has(by) &&
      this.operators.has(one.by) &&
      !this.over.has(one.id) &&
      now < one.at + PROPOSAL_LIFETIME_SECONDS &&
      this.holds.get(one.subject) === one.before
    )
  }
}

const refused = async <T>(attempt: Promise<T>): Promise<T | null> => {
  try {
    return await attempt
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

const take = async (database: Database, witness: Witness, one: Step): Promise<void> => {
  const { timestamp: now } = await chainNow(database.read)
  if (one.do === 'wait') {
    await setChainClock(database.single, { timestamp: now + BigInt(one.hours * HOUR) })
    return
  }
  if (one.do === 'dismiss') {
    witness.operators = new Set(people.filter((_, index) => index !== one.who))
    return
  }
  const by = actor(one.who)
  if (one.do === 'propose') {
    const about = SUBJECTS[one.about] as AmountSubject
    const subject = serializeSubject(about)
    const value =
      about.kind === 'limit'
        ? PARAMETERS[about.name].standard + BigInt(one.value) * ONE
        : BigInt(one.value % 2)
    const before = witness.holds.get(subject) as bigint
    const made = await refused(
      database.transaction((tx) => propose(tx, by, { subject: about, value, reason: 'why' })),
    )
    if (made) witness.said.push({ id: made.proposalId, subject, by: by.operator, at: now, before, value })
    return
  }
  const about = witness.said[witness.said.length - 1 - one.which]
  if (!about) return
  const { operators } = witness
  const may = witness.mayApprove(about, by.operator, now)
  const done = await refused(
    database.transaction((tx) =>
      decide(tx, by, { proposalId: BigInt(about.id), decision: one.do, operators }),
    ),
  )
  if (one.do === 'approve') expect([one, done !== null]).toEqual([one, may])
  if (!done) return
  witness.over.add(about.id)
  if (one.do === 'reject') return
  witness.holds.set(about.subject, about.value)
  if (!isBlock(about.subject)) witness.changes += 1
}

const START = 1_767_225_600n

/** The limits, and whether the account is blocked, by subject. */
const readValues = async ({ read }: Database): Promise<ReadonlyMap<string, bigint>> => {
  const values = await readParameters(read)
  const block = await blockOf(read, ACCOUNT)
  return new Map([
    ...NAMES.map((name) => [name, values[name]] as const),
    [`block:${ACCOUNT}`, block ? 1n : 0n] as const,
  ])
}

describeOnDatabase('limits and blocks', ({ openDatabase }) => {
  test('change when two operators agreed on it in time, and never otherwise', async () => {
    const database = await openDatabase()
    await setChainClock(database.single, { timestamp: START })
    await database.transaction((tx) => seedGenesis(tx, { address: ACCOUNT, at: new Date(0) }))
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30 }), async (steps) => {
        // One database for all runs: open proposals of the previous run have expired.
        const { timestamp } = await chainNow(database.read)
        await setChainClock(database.single, { timestamp: timestamp + PROPOSAL_LIFETIME_SECONDS })
        const witness = new Witness(await readValues(database))
        const before = (await listDecided(database.read, { limit: 10_000 })).length
        for (const one of steps) {
          await take(database, witness, one)
          expect(await readValues(database)).toEqual(witness.holds)
        }
        const decided = await listDecided(database.read, { limit: 10_000 })
        expect(decided).toHaveLength(before + witness.changes)
        for (const { proposedBy, approvedBy } of decided) expect(proposedBy).not.toBe(approvedBy)
        expect(decided.filter(({ subject }) => isBlock(subject))).toEqual([])
      }),
      { numRuns: 10 },
    )
  })

  test('the database refuses it too: the same wallet twice, a decision twice, a changed history', async () => {
    const database = await openDatabase()
    await setChainClock(database.single, { timestamp: START })
    const subject = { kind: 'limit', name: 'withdrawal-minimum-dr' } as const
    const operators = new Set<string>(people)
    const { proposalId } = await database.transaction((tx) =>
      propose(tx, actor(0), { subject, value: 200n * ONE, reason: 'why' }),
    )
    const sql = (text: string) => database.single.query({ text, values: [] })
    await expect(
      sql(
        `UPDATE operator_proposal SET state = 'approved', decided_by = proposed_by, decided_at = proposed_at`,
      ),
    ).rejects.toThrow(/operator_proposal_two/)
    await expect(sql('UPDATE operator_proposal SET value = 1')).rejects.toThrow(/never changed/)
    await database.transaction((tx) =>
      decide(tx, actor(1), { proposalId: BigInt(proposalId), decision: 'approve', operators }),
    )
    await expect(
      sql(`UPDATE operator_proposal SET state = 'open', decided_by = NULL, decided_at = NULL`),
    ).rejects.toThrow(/never changed/)
    for (const table of ['parameter_change', 'operator_audit']) {
      await expect(sql(`UPDATE ${table} SET id = DEFAULT`)).rejects.toThrow()
      await expect(sql(`DELETE FROM ${table}`)).rejects.toThrow(/never changed/)
      await expect(sql(`TRUNCATE ${table}`)).rejects.toThrow(/never changed/)
    }
    await expect(sql('DELETE FROM operator_proposal')).rejects.toThrow(/never changed/)
  })
})

describeOnPostgres('limits, by several at once', ({ openDatabase }) => {
  test('one proposal of a thing at a time, and one decision of it', async () => {
    const database = await openDatabase()
    await setChainClock(database.single, { timestamp: START })
    const subject = { kind: 'limit', name: 'withdrawal-daily-limit' } as const
    const made = await Promise.all(
      people.map((_, index) =>
        refused(
          database.transaction((tx) =>
            propose(tx, actor(index), { subject, value: BigInt(20_000 + index) * ONE, reason: 'why' }),
          ),
        ),
      ),
    )
    const [one] = made.filter((proposal) => proposal !== null)
    expect(made.filter((proposal) => proposal !== null)).toHaveLength(1)
    if (!one) throw new Error('no proposal')
    const decided = await Promise.all(
      people.flatMap((_, index) =>
        (['approve', 'reject', 'approve'] as const).map((decision) =>
          refused(
            database.transaction((tx) =>
              decide(tx, actor(index), {
                proposalId: BigInt(one.proposalId),
                decision,
                operators: new Set<string>(people),
              }),
            ),
          ),
        ),
      ),
    )
    expect(decided.filter((decision) => decision !== null)).toHaveLength(1)
    const [after] = (await listProposals(database.read, { limit: 5 })).items
    const values = await readParameters(database.read)
    expect(values['withdrawal-daily-limit']).toBe(
      after?.state === 'approved' ? BigInt(String(one.value)) : PARAMETERS['withdrawal-daily-limit'].standard,
    )
    expect(await listDecided(database.read, { limit: 5 })).toHaveLength(after?.state === 'approved' ? 1 : 0)
  })
})
