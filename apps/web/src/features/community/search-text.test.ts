import { community } from '@dr/protocol/calls/community'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSearch } from './search-text.ts'

const ADDRESS = '0x71c7656ec7ab88b098defb751b7401b5f6d8976f'
const hex = (length: { minLength: number; maxLength: number }) =>
  fc.string({ ...length, unit: fc.constantFrom(...'0123456789abcdefABCDEF') })

describe('readSearch', () => {
  it('searches for nothing while only 0x is typed', () => {
    for (const text of ['', '  ', '0x', ' 0X ']) expect(readSearch(text)).toEqual({ kind: 'nothing' })
  })

  it('reads a whole address in any case', () => {
    const whole = { kind: 'whole', search: ADDRESS }
    expect(readSearch(ADDRESS)).toEqual(whole)
    expect(readSearch(` ${ADDRESS.toUpperCase()} `)).toEqual(whole)
    expect(readSearch(ADDRESS.slice(2))).toEqual(whole)
  })

  it('reads the start of one', () => {
    expect(readSearch('0x71C7')).toEqual({ kind: 'start', search: '0x71c7' })
    expect(readSearch('71c7')).toEqual({ kind: 'start', search: '0x71c7' })
  })

  it('refuses what is no address', () => {
    for (const text of ['0xg1', 'hello', '71c7 656e', `${ADDRESS}0`, '0x71…976f'])
      expect(readSearch(text)).toEqual({ kind: 'invalid' })
  })

  it('what it asks for is what the call takes', () => {
    fc.assert(
      fc.property(hex({ minLength: 1, maxLength: 40 }), fc.boolean(), (digits, prefixed) => {
        const read = readSearch(prefixed ? `0x${digits}` : digits)
        expect(read).toEqual({
          kind: digits.length === 40 ? 'whole' : 'start',
          search: `0x${digits.toLowerCase()}`,
        })
        if (!('search' in read)) throw new Error('no search')
        expect(community.request?.safeParse({ search: read.search }).success).toBe(true)
      }),
    )
  })

  it('never passes on what the call refuses', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const read = readSearch(text)
        if ('search' in read) expect(community.request?.safeParse({ search: read.search }).success).toBe(true)
      }),
    )
  })
})
