import { VAULT_TOKENS } from '@dr/protocol/tokens'
import { expect, it } from 'vitest'
import type { RootsEpoch } from '../../api/queries/roots.ts'
import { type ChainRoots, rootsAgree } from './read-roots.ts'

const address = (digit: string) => `0x${digit.repeat(40)}`
const hash = (digit: string) => `0x${digit.repeat(64)}` as const
const contracts = {
  withdrawalVaults: [address('0'), address('1'), address('2')],
  DR: address('a'),
  USDT: address('b'),
} as unknown as Parameters<typeof rootsAgree>[2]

const TOKEN = { DR: 'a', USDT: 'b' } as const
const BOOKS = [
  ['0', 'a'],
  ['1', 'b'],
  ['1', 'a'],
  ['2', 'b'],
  ['2', 'a'],
] as const
const books: RootsEpoch['books'] = BOOKS.map(([vault, token], index) => ({
  vault: address(vault),
  token: address(token),
  hash: hash('c'),
  total: String(index + 1),
  posted: true,
}))
const final: RootsEpoch = {
  epoch: 4,
  state: 'final',
  snapshotBlock: '9',
  snapshotTime: 900,
  postedAt: 1_000,
  confirmedAt: 1_100,
  finalAt: 605_900,
  digest: hash('d'),
  file: '/roots/roots-4.txt',
  books,
}
/** In the order of the app's question. */
const roots = VAULT_TOKENS.map(({ vault, token }) => ({
  hash: hash('c'),
  total: BigInt(BOOKS.findIndex(([index, digit]) => index === String(vault) && digit === TOKEN[token]) + 1),
  posted: true,
}))
const chain: ChainRoots = {
  postedAt: 1_000n,
  confirmedAt: 1_100n,
  digest: hash('d'),
  isVoid: false,
  isFinal: true,
  roots,
}
const withBook = (index: number, change: Partial<RootsEpoch['books'][number]>): RootsEpoch => ({
  ...final,
  books: books.map((book, at) => (at === index ? { ...book, ...change } : book)),
})

it('agrees where each book, times and digest are the chain’s, in any order of the books', () => {
  expect(rootsAgree(final, chain, contracts)).toBe(true)
  expect(rootsAgree({ ...final, books: books.toReversed() }, chain, contracts)).toBe(true)
})

it.each<[string, RootsEpoch]>([
  ['a total', withBook(3, { total: '40' })],
  ['a hash', withBook(0, { hash: hash('e') })],
  ['a book said to be refused', withBook(1, { posted: false })],
  ['a vault that is none', withBook(4, { vault: address('9') })],
  ['a book left out', { ...final, books: books.slice(1) }],
  ['a book too many', { ...final, books: [...books, ...books.slice(1, 2)] }],
  ['the time of the post', { ...final, postedAt: 1_001 }],
  ['the time of the confirmation', { ...final, confirmedAt: 1_101 }],
  ['the digest', { ...final, digest: hash('e') }],
  ['a veto that there was not', { ...final, state: 'void' }],
])('differs in %s', (_, epoch) => {
  expect(rootsAgree(epoch, chain, contracts)).toBe(false)
})

it('is not final because the server says so', () => {
  expect(rootsAgree(final, { ...chain, isFinal: false }, contracts)).toBe(false)
})

it('lets the chain be ahead: confirmed, final, or vetoed meanwhile', () => {
  const posted: RootsEpoch = { ...final, state: 'posted', confirmedAt: null, finalAt: null }
  expect(rootsAgree(posted, chain, contracts)).toBe(true)
  const confirmed: RootsEpoch = { ...final, state: 'confirmed' }
  expect(rootsAgree(confirmed, { ...chain, isVoid: true, isFinal: false }, contracts)).toBe(true)
})

it('a book that the contract refused has no root to compare', () => {
  const none = { hash: hash('0'), total: 0n, posted: false }
  const refused = { ...chain, roots: roots.map((root, index) => (index === 2 ? none : root)) }
  expect(rootsAgree(withBook(2, { posted: false }), refused, contracts)).toBe(true)
  expect(rootsAgree(final, refused, contracts)).toBe(false)
})
