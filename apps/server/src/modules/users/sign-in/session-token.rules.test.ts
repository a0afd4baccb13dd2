import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOurToken, makeToken, TOKEN_RANDOM_BYTES } from './session-token.rules.ts'

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const secret = bytes(32)
const random = bytes(TOKEN_RANDOM_BYTES)

test('a token is one of ours under the key it was made with, and under no other', () => {
  fc.assert(
    fc.property(secret, secret, random, (key, other, fresh) => {
      const token = makeToken(key, fresh)
      expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
      expect(isOurToken(key, token)).toBe(true)
      expect(isOurToken(other, token)).toBe(Buffer.compare(key, other) === 0)
    }),
  )
})

test('with one changed bit it is none of ours', () => {
  fc.assert(
    fc.property(secret, random, fc.nat({ max: 255 }), (key, fresh, bit) => {
      const changed = Buffer.from(makeToken(key, fresh), 'base64url')
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      expect(isOurToken(key, changed.toString('base64url'))).toBe(false)
    }),
  )
})

test('what is no token is refused, not thrown at', () => {
  const key = new Uint8Array(32)
  for (const text of ['', 'A', 'A'.repeat(42), 'A'.repeat(44), '!'.repeat(43)])
    expect(isOurToken(key, text)).toBe(false)
})
