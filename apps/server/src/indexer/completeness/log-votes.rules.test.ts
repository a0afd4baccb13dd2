import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RawLog } from '../raw-log.ts'
import { contradicting, countVotes, judgeLogs, logsOf, sameLogs } from './log-votes.rules.ts'

const hash = (digit: number) => `0x${digit.toString(16).padStart(64, '0')}` as RawLog['txHash']
const logAt = (place: number, data = 0): RawLog => ({
  address: `0x${'1'.repeat(40)}` as RawLog['address'],
  topics: [hash(1)],
  data: hash(data),
  blockNumber: BigInt(Math.floor(place / 3)),
  blockHash: hash(Math.floor(place / 3)),
  txHash: hash(place),
  txIndex: 0,
  logIndex: place % 3,
})

const there = fc.uniqueArray(fc.nat(20), { maxLength: 12 })
const unknown = () => undefined

test('honest endpoints agree: all of their logs are present, none is wrong', () => {
  fc.assert(
    fc.property(there, fc.integer({ min: 2, max: 4 }), (places, answers) => {
      const logs = places.toSorted((a, b) => a - b).map((place) => logAt(place))
      const votes = countVotes(Array.from({ length: answers }, () => logs))
      const verdict = judgeLogs(votes, answers, unknown)
      expect(sameLogs(logsOf(verdict.present), logs)).toBe(true)
      expect([verdict.open, verdict.outvoted, verdict.excluded]).toEqual([[], [], []])
      expect(contradicting(votes, answers, verdict.present).size).toBe(0)
    }),
  )
})

test('one of two that leaves out logs decides nothing without a bloom, and is found with it', () => {
  fc.assert(
    fc.property(there, fc.func(fc.boolean()), (places, keeps) => {
      const logs = places.toSorted((a, b) => a - b).map((place) => logAt(place))
      const kept = logs.filter(({ txHash }) => keeps(txHash))
      const votes = countVotes([kept, logs])
      const blind = judgeLogs(votes, 2, unknown)
      expect(blind.open).toHaveLength(logs.length - kept.length)
      const seeing = judgeLogs(votes, 2, () => true)
      expect(sameLogs(logsOf(seeing.present), logs)).toBe(true)
      const wrong = contradicting(votes, 2, seeing.present)
      expect([...wrong.keys()]).toEqual(kept.length < logs.length ? [0] : [])
    }),
  )
})

test('a minority is outvoted, what the bloom excludes is invented, whatever the majority says', () => {
  const [real, invented] = [logAt(1), logAt(2)]
  const votes = countVotes([[real], [real], [real, invented]])
  expect(judgeLogs(votes, 3, unknown).outvoted.map(({ log }) => log)).toEqual([invented])
  const majority = countVotes([[real, invented], [real, invented], [real]])
  expect(judgeLogs(majority, 3, unknown).present).toHaveLength(2)
  const { present, excluded } = judgeLogs(majority, 3, (log) => (log === invented ? false : undefined))
  expect(logsOf(present)).toEqual([real])
  expect(logsOf(excluded)).toEqual([invented])
  expect([...contradicting(majority, 3, present)].map(([index, { isThere }]) => [index, isThere])).toEqual([
    [0, false],
    [1, false],
  ])
})

test('of logs at one place the one that most answers have is present, whatever the bloom says; the rest is outvoted', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -1, max: 3 }), { minLength: 2, maxLength: 7 }),
      fc.func(fc.constantFrom(true, undefined)),
      (claims, says) => {
        const votes = countVotes(claims.map((data) => (data < 0 ? [] : [logAt(1, data)])))
        const bloomSays = ({ data }: RawLog) => says(data)
        const { present, outvoted, open } = judgeLogs(votes, claims.length, bloomSays)
        expect(present.length).toBeLessThanOrEqual(1)
        const winner = votes.find(({ holders }) => holders.size * 2 > claims.length)
        if (!winner) return
        expect(present).toEqual([winner])
        expect(open).toEqual([])
        expect(outvoted).toHaveLength(votes.length - 1)
        const wrong = contradicting(votes, claims.length, present)
        expect([...wrong.keys()]).toEqual(claims.flatMap((_, at) => (winner.holders.has(at) ? [] : [at])))
      },
    ),
  )
})

test('of two logs at one place of which none has a majority neither is present', () => {
  const votes = countVotes([[logAt(1, 5)], [logAt(1, 6)]])
  expect(judgeLogs(votes, 2, () => true)).toMatchObject({ present: [], open: [{}, {}] })
  expect(sameLogs([logAt(1, 5)], [logAt(1, 6)])).toBe(false)
})
