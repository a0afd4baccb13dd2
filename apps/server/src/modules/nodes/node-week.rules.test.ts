import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Candidate,
  minimumOf,
  type NodeMinimums,
  rankNodes,
  shareNodePool,
  type Timeline,
} from './node-week.rules.ts'

const START = 1_000n
const END = 1_060n
const CONFIG: NodeMinimums = { ownMinimum: 5n, directMinimum: 12n }

interface Stake {
  readonly owner: number
  readonly value: bigint
  /** Start, included; end, excluded. */
  readonly from: bigint
  readonly to: bigint
}

interface Scene {
  /** By person: an earlier person, or none. */
  readonly inviters: readonly (number | null)[]
  readonly stakes: readonly Stake[]
}

const scenes: fc.Arbitrary<Scene> = fc.integer({ min: 2, max: 14 }).chain((people) =>
  fc.record({
    inviters: fc.tuple(
      ...Array.from({ length: people }, (_, person) =>
        person === 0
          ? fc.constant(null)
          : fc.option(fc.integer({ min: Math.max(0, person - 4), max: person - 1 }), { freq: 8 }),
      ),
    ),
    stakes: fc.array(
      fc
        .record({
          owner: fc.integer({ min: 0, max: people - 1 }),
          value: fc.bigInt({ min: 1n, max: 30n }),
          // Mostly the whole week; others begin and end at its first and last second, beside it and within.
          from: fc.oneof(
            { weight: 12, arbitrary: fc.constant(900n) },
            fc.constantFrom(START - 1n, START, START + 1n, END - 1n, END),
            fc.bigInt({ min: START, max: END }),
          ),
          term: fc.oneof({ weight: 12, arbitrary: fc.constant(500n) }, fc.bigInt({ min: 1n, max: 130n })),
        })
        .map(({ owner, value, from, term }) => ({ owner, value, from, to: from + term })),
      { minLength: 5, maxLength: 40 },
    ),
  }),
)

const name = (person: number): string => `0x${person.toString(16).padStart(2, '0')}`

/** The rules of docs/product.md 9, second by second. */
const slowly = ({ inviters, stakes }: Scene) => {
  const seconds = Array.from({ length: Number(END - START) }, (_, index) => START + BigInt(index))
  const stakedAt = (person: number, second: bigint): bigint =>
    stakes.reduce(
      (sum, one) => (one.owner === person && one.from <= second && second < one.to ? sum + one.value : sum),
      0n,
    )
  const minOf = (values: readonly bigint[]): bigint => values.reduce((a, b) => (a < b ? a : b))
  const figuresOf = (person: number): { own: bigint; direct: bigint; node: boolean } => {
    const counted = inviters.flatMap((inviter, other) =>
      inviter === person && !figuresOf(other).node ? [other] : [],
    )
    const own = minOf(seconds.map((second) => stakedAt(person, second)))
    const direct = minOf(
      seconds.map((second) => counted.reduce((sum, other) => sum + stakedAt(other, second), 0n)),
    )
    return { own, direct, node: own >= CONFIG.ownMinimum && direct >= CONFIG.directMinimum }
  }
  return inviters
    .map((_, person) => ({ account: name(person), ...figuresOf(person) }))
    .filter(({ node }) => node)
    .map(({ account, own, direct }) => ({ account, own, direct, weight: own + direct }))
    .sort((a, b) => Number(b.weight - a.weight) || Number(b.own - a.own) || (a.account < b.account ? -1 : 1))
    .map((node, index) => ({ rank: index + 1, ...node }))
}

const timelineOf = (stakes: readonly Stake[]): Timeline => ({
  opening: stakes.reduce((sum, { value, from, to }) => (from <= START && to > START ? sum + value : sum), 0n),
  changes: stakes.flatMap(({ value, from, to }) => [
    ...(from > START && from < END ? [{ at: from, delta: value }] : []),
    ...(to > START && to < END ? [{ at: to, delta: -value }] : []),
  ]),
})

const candidatesOf = ({ inviters, stakes }: Scene): Candidate[] =>
  inviters.map((inviter, person) => ({
    account: name(person),
    inviter: inviter === null ? null : name(inviter),
    own: timelineOf(stakes.filter(({ owner }) => owner === person)),
    direct: timelineOf(stakes.filter(({ owner }) => inviters[owner] === person)),
  }))

test('nodes are who they are by the words of the product, whatever began and ended when', () => {
  fc.assert(
    fc.property(scenes, (scene) => {
      expect(rankNodes(CONFIG, candidatesOf(scene))).toEqual(slowly(scene))
    }),
    { numRuns: 400 },
  )
})

test('it makes no difference in which order people and stakes are given, nor who could be no node anyway', () => {
  fc.assert(
    fc.property(scenes, fc.infiniteStream(fc.nat()), (scene, dice) => {
      const all = candidatesOf(scene)
      const shuffled = <T>(items: readonly T[]): T[] =>
        items
          .map((item) => ({ item, at: dice.next().value as number }))
          .sort((a, b) => a.at - b.at)
          .map(({ item }) => item)
      const few = all.filter(
        ({ own, direct }) => own.opening >= CONFIG.ownMinimum && direct.opening >= CONFIG.directMinimum,
      )
      const mixed = shuffled(few).map((one) => ({
        ...one,
        own: { ...one.own, changes: shuffled(one.own.changes) },
        direct: { ...one.direct, changes: shuffled(one.direct.changes) },
      }))
      expect(rankNodes(CONFIG, mixed)).toEqual(rankNodes(CONFIG, all))
    }),
  )
})

const steady = (opening: bigint): Timeline => ({ opening, changes: [] })
const person = (account: string, inviter: string | null, own: bigint, direct: bigint): Candidate => ({
  account,
  inviter,
  own: steady(own),
  direct: steady(direct),
})

test('a node keeps its stake; the stake of any other user is its inviter’s performance', () => {
  // c is a node by others; so a, the inviter of c (20) and b (11), keeps only b's, and is no node.
  const a = person('a', null, 10n, 31n)
  const c = person('c', 'a', 20n, 12n)
  expect(rankNodes(CONFIG, [a, c]).map(({ account }) => account)).toEqual(['c'])
  // Without c's referrals, c's stake is a's performance.
  const poorer = person('c', 'a', 20n, 11n)
  expect(rankNodes(CONFIG, [a, poorer])).toEqual([
    { rank: 1, account: 'a', own: 10n, direct: 31n, weight: 41n },
  ])
})

test('a chain of 20,000, each of whom would be a node but for the one below', () => {
  const chain = Array.from({ length: 20_000 }, (_, depth) =>
    person(name(depth), depth === 0 ? null : name(depth - 1), 30n, 30n),
  )
  const nodes = rankNodes(CONFIG, chain)
  expect(nodes).toHaveLength(10_000) // every other one, from the last one up
  expect(nodes.some(({ account }) => account === name(19_999))).toBe(true)
  expect(nodes.some(({ account }) => account === name(19_998))).toBe(false)
})

test('what ends and begins in one second is no gap; a second between them is', () => {
  const gap = (from: bigint) => ({
    opening: 10n,
    changes: [
      { at: from, delta: 10n },
      { at: START + 5n, delta: -10n },
    ],
  })
  expect([gap(START + 5n), gap(START + 6n), gap(START + 4n)].map(minimumOf)).toEqual([10n, 0n, 10n])
})

const payouts = fc.record({
  USDT: fc.bigInt({ min: 0n, max: 10n ** 30n }),
  DR: fc.bigInt({ min: 0n, max: 10n ** 30n }),
})
const weights = fc.array(fc.bigInt({ min: 1n, max: 10n ** 27n }), { maxLength: 30 })

test('the pool is shared by weight to the last unit that can be, and the rest stays in it', () => {
  fc.assert(
    fc.property(payouts, weights, (available, given) => {
      const nodes = given.map((weight, index) => ({
        rank: index + 1,
        account: name(index),
        own: weight,
        direct: 0n,
        weight,
      }))
      const { paid, carried, nodes: shares, weight } = shareNodePool(available, nodes)
      for (const token of ['USDT', 'DR'] as const) {
        expect(paid[token] + carried[token]).toBe(available[token])
        if (given.length === 0) expect(carried).toEqual(available)
        else expect(carried[token] < BigInt(given.length)).toBe(true)
        for (const one of shares) {
          const exact = available[token] * one.weight - one.amount[token] * weight
          expect(exact >= 0n && exact < weight).toBe(true)
        }
      }
    }),
  )
})
