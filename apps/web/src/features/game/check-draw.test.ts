import { encodeAbiParameters, keccak256 } from 'viem'
import { expect, test } from 'vitest'
import { isDrawnRight, matchesChain } from './check-draw.ts'

const word = (digit: string) => `0x${digit.repeat(64)}` as const
const secret = word('1')
const commitment = keccak256(encodeAbiParameters([{ type: 'uint256' }, { type: 'bytes32' }], [7n, secret]))
const drawn = keccak256(
  encodeAbiParameters(
    [{ type: 'bytes32' }, { type: 'bytes32' }, { type: 'bytes32' }],
    [secret, word('2'), word('3')],
  ),
)
const digit = Number(BigInt(drawn) % 10n)
const right = { round: '7', digit, secret, targetHash: word('2'), commitment, entriesHash: word('3') }

test('a round that follows from its secret, block and entries is right', () => {
  expect(isDrawnRight(right)).toBe(true)
})

test.each([
  ['another digit', { digit: (digit + 1) % 10 }],
  ['another secret', { secret: word('4') }],
  ['another commitment', { commitment: word('5') }],
  ['another round', { round: '8' }],
  ['no digit', { digit: null }],
  ['no secret', { secret: null }],
])('%s is not', (_, change) => {
  expect(isDrawnRight({ ...right, ...change })).toBe(false)
})

test('what the server reported is what the chain has, in every field', () => {
  expect(matchesChain(right, { ...right })).toBe(true)
  for (const field of ['digit', 'secret', 'targetHash', 'commitment', 'entriesHash', 'round'] as const)
    expect(matchesChain(right, { ...right, [field]: null })).toBe(false)
})
