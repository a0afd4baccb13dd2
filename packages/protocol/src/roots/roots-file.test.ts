import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  BOOKS,
  createRootsParser,
  createRootsWriter,
  type RootsHead,
  type RootsLine,
  readRootsFileName,
  rootsFileName,
} from './roots-file.ts'
import { arbitraryHead, arbitraryLines, textOf } from './test-roots.ts'

const parse = (pieces: readonly Uint8Array[]): { head: RootsHead | undefined; lines: RootsLine[] } => {
  let head: RootsHead | undefined
  const lines: RootsLine[] = []
  const parser = createRootsParser({
    head: (read) => {
      head = read
    },
    line: (line) => lines.push(line),
  })
  for (const piece of pieces) parser.push(piece)
  parser.end()
  return { head, lines }
}
const bytesOf = (text: string) => new TextEncoder().encode(text)
const parseText = (text: string) => parse([bytesOf(text)])

const [head] = fc.sample(arbitraryHead, { numRuns: 1, seed: 7 }) as [RootsHead]
const account = (digit: string): `0x${string}` => `0x${digit.repeat(40)}`
const headText = textOf(head, [])

describe('the file of roots', () => {
  test('books are in the order of vaults, USDT before DR', () => {
    expect(BOOKS.map(({ vault, token }) => `${vault} ${token}`)).toEqual([
      '0 DR',
      '1 USDT',
      '1 DR',
      '2 USDT',
      '2 DR',
    ])
  })

  test('what was written is read again, in pieces of any size', () => {
    fc.assert(
      fc.property(
        arbitraryHead,
        arbitraryLines(20),
        fc.integer({ min: 1, max: 999 }),
        (first, lines, size) => {
          const bytes = bytesOf(textOf(first, lines))
          const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
            bytes.subarray(at * size, (at + 1) * size),
          )
          expect(parse(pieces)).toEqual({ head: first, lines })
        },
      ),
    )
  })

  test('another text is refused, or has another content', () => {
    const mutation = fc.record({
      at: fc.nat(),
      remove: fc.integer({ min: 0, max: 2 }),
      insert: fc.uint8Array({ maxLength: 2 }),
      common: fc.constantFrom('', '0', '1', 'a', 'A', ' ', '\n', '\r', '-', '.', '0x'),
    })
    fc.assert(
      fc.property(
        arbitraryHead,
        arbitraryLines(6),
        mutation,
        (first, lines, { at, remove, insert, common }) => {
          const bytes = bytesOf(textOf(first, lines))
          const start = at % (bytes.length + 1)
          const inserted = common === '' ? insert : bytesOf(common)
          const mutated = new Uint8Array([
            ...bytes.subarray(0, start),
            ...inserted,
            ...bytes.subarray(start + remove),
          ])
          fc.pre(String(mutated) !== String(bytes))
          let read: ReturnType<typeof parse>
          try {
            read = parse([mutated])
          } catch (error) {
            expect((error as Error).name).toBe('RootsFileError')
            return
          }
          expect(read).not.toEqual({ head: first, lines })
        },
      ),
      { numRuns: 500 },
    )
  })

  test.each([
    ['no text', '', 'line 1: it is missing'],
    ['a head without its end', headText.slice(0, -1), 'line 1: it does not end'],
    ['no JSON', 'roots\n', 'line 1: it is not JSON'],
    ['another JSON', '{"epoch":1}\n', 'line 1: it does not describe roots'],
    ['a space in the head', headText.replace(':', ': '), 'line 1: it is written in another form'],
    ['one more field', headText.replace('}\n', ',"a":1}\n'), 'line 1: it is written in another form'],
    ['a line of four numbers', `${headText}${account('1')} 1 2 3 4\n`, 'line 2: it has not 5 numbers'],
    ['a line of zeros', `${headText}${account('1')} 0 0 0 0 0\n`, 'line 2: all numbers are zero'],
    ['a leading zero', `${headText}${account('1')} 01 0 0 0 0\n`, 'line 2: it is not an address'],
    ['a sign', `${headText}${account('1')} -1 0 0 0 0\n`, 'line 2: it is not an address'],
    ['upper case', `${headText}${account('A')} 1 0 0 0 0\n`, 'line 2: it is not an address'],
    ['a carriage return', `${headText}${account('1')} 1 0 0 0 0\r\n`, 'line 2: it is not an address'],
    ['an empty line', `${headText}\n`, 'line 2: it is not an address'],
    ['2^256', `${headText}${account('1')} ${2n ** 256n} 0 0 0 0\n`, 'line 2: a number is too large'],
    [
      'the same address twice',
      `${headText}${`${account('1')} 1 0 0 0 0\n`.repeat(2)}`,
      'line 3: addresses are not ascending',
    ],
    ['a last line without its end', `${headText}${account('1')} 1 0 0 0 0`, 'line 2: it does not end'],
    ['an endless line', 'a'.repeat(20_000), 'line 1: it is too long'],
  ])('%s is refused', (_, text, reason) => {
    expect(() => parseText(text)).toThrow(reason)
  })

  test('the writer refuses what the parser would', () => {
    const writer = createRootsWriter()
    expect(() => writer.head({ ...head, epoch: 0 })).toThrow('line 1: it does not describe roots')
    expect(() => writer.line({ account: '0x1', earned: [1n, 0n, 0n, 0n, 0n] })).toThrow('line 2')
    for (const earned of [
      [1n, 0n, 0n, 0n],
      [0n, 0n, 0n, 0n, 0n],
      [2n, -1n, 0n, 0n, 0n],
      [2n ** 256n, 0n, 0n, 0n, 0n],
    ])
      expect(() => createRootsWriter().line({ account: account('1'), earned }), String(earned)).toThrow(
        'line 2',
      )
    const second = createRootsWriter()
    second.line({ account: account('2'), earned: [1n, 0n, 0n, 0n, 0n] })
    expect(() => second.line({ account: account('1'), earned: [1n, 0n, 0n, 0n, 0n] })).toThrow('line 3')
  })

  test('a name has one spelling', () => {
    expect(readRootsFileName(rootsFileName(41))).toBe(41)
    for (const name of ['roots-0.txt', 'roots-041.txt', 'roots-1.txt.gz', '../roots-1.txt']) {
      expect(readRootsFileName(name)).toBeNull()
    }
  })
})
