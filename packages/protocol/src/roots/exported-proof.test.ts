import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ExportedProofError, formatExportedProof, parseExportedProof } from './exported-proof.ts'

const hex = (bytes: number) =>
  fc
    .bigInt({ min: 0n, max: 2n ** BigInt(bytes * 8) - 1n })
    .map((value) => `0x${value.toString(16).padStart(bytes * 2, '0')}` as const)
const amount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const count = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
const proof = fc.record({
  chainId: count,
  registry: hex(20),
  epoch: count,
  account: hex(20),
  books: fc.array(
    fc.record({
      vault: hex(20),
      token: hex(20),
      earned: amount,
      index: amount,
      path: fc.array(fc.record({ hash: hex(32), sum: amount }), { maxLength: 40 }),
    }),
    { maxLength: 5 },
  ),
})

describe('an exported proof', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(proof, (value) => {
        expect(parseExportedProof(formatExportedProof(value))).toEqual(value)
      }),
    )
  })

  const [good] = fc.sample(
    proof.filter(({ books }) => (books[0]?.path.length ?? 0) > 0),
    { numRuns: 1, seed: 1 },
  )
  type Json = Record<string, unknown> & { books: Record<string, unknown>[] }
  const changed = (change: (json: Json) => void): string => {
    const json = JSON.parse(formatExportedProof(good as NonNullable<typeof good>)) as Json
    change(json)
    return JSON.stringify(json)
  }
  const line = (change: (line: Record<string, unknown>) => void) => (json: Json) =>
    change(json.books[0] as Record<string, unknown>)

  it.each<[string, (json: Json) => void]>([
    ['kind is not', (json) => Object.assign(json, { kind: 'another' })],
    ['chainId is not a count', (json) => Object.assign(json, { chainId: '56' })],
    ['registry is not an address', (json) => Object.assign(json, { registry: '0x12' })],
    ['epoch is not a count', (json) => Object.assign(json, { epoch: 0 })],
    ['account is not an address', (json) => Object.assign(json, { account: `0x${'A'.repeat(40)}` })],
    ['books is not a list', (json) => Object.assign(json, { books: {} })],
    ['books[0] is not an object', (json) => Object.assign(json, { books: [1] })],
    ['earned is not a whole number', line((book) => Object.assign(book, { earned: '01' }))],
    [
      'earned is not a number of at most',
      line((book) => Object.assign(book, { earned: String(2n ** 256n) })),
    ],
    ['index is not a whole number', line((book) => Object.assign(book, { index: -1 }))],
    ['path is not a list of at most 40', line((book) => Object.assign(book, { path: Array(41).fill({}) }))],
    ['path[0] is not an object', line((book) => Object.assign(book, { path: [null] }))],
    ['hash is not a hash', line((book) => Object.assign(book, { path: [{ hash: '0x', sum: '1' }] }))],
  ])('is refused where %s', (reason, change) => {
    expect(() => parseExportedProof(changed(change))).toThrow(ExportedProofError)
    expect(() => parseExportedProof(changed(change))).toThrow(reason)
  })

  it('is JSON', () => {
    expect(() => parseExportedProof('roots')).toThrow('it is not JSON')
  })
})
