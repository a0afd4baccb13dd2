import { randomBytes } from 'node:crypto'
import { addressSchema } from '@dr/protocol/schemas'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LowerHex, lowerHex } from '../../../platform/hex.ts'
import { makeNonce, readNonce } from './nonces.rules.ts'

const secret = randomBytes(32)
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const address = bytes(20).map((raw) => lowerHex(`0x${Buffer.from(raw).toString('hex')}`))
const time = fc.integer({ min: 1_700_000_000_000, max: 2_000_000_000_000 })

const made = fc.record({ address, random: bytes(12), expiresAt: time })

test('valid for its address, in any case, until its time', () => {
  fc.assert(
    fc.property(made, fc.integer({ min: 0, max: 10_000_000 }), (input, early) => {
      const nonce = makeNonce({ secret, ...input })
      expect(nonce).toMatch(/^[a-zA-Z0-9]{8,}$/) // EIP-4361
      const sent = addressSchema.parse(`0x${input.address.slice(2).toUpperCase()}`) as LowerHex
      const now = input.expiresAt - 1 - early
      expect(readNonce({ secret, address: sent, nonce, now })).toEqual({
        ok: true,
        expiresAt: input.expiresAt,
      })
      expect(readNonce({ secret, address: sent, nonce, now: input.expiresAt + early })).toEqual({
        ok: false,
        reason: 'expired',
      })
    }),
  )
})

test('for another address, under another key, or with any bit changed, it is not ours', () => {
  fc.assert(
    fc.property(made, address, fc.nat({ max: 34 * 8 - 1 }), (input, other, bit) => {
      const nonce = makeNonce({ secret, ...input })
      const read = (change: Partial<Parameters<typeof readNonce>[0]>) =>
        readNonce({ secret, address: input.address, nonce, now: 0, ...change })
      if (other !== input.address) expect(read({ address: other })).toEqual({ ok: false, reason: 'not-ours' })
      expect(read({ secret: randomBytes(32) })).toEqual({ ok: false, reason: 'not-ours' })
      const flipped = Buffer.from(nonce, 'hex')
      flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7))
      // One of these bits moves the expiry into the future.
      expect(read({ nonce: flipped.toString('hex') })).toEqual({ ok: false, reason: 'not-ours' })
    }),
  )
})

test('whatever else is sent for a nonce is not ours', () => {
  fc.assert(
    fc.property(fc.string(), address, (nonce, of) => {
      expect(readNonce({ secret, address: of, nonce, now: 0 })).toEqual({ ok: false, reason: 'not-ours' })
    }),
  )
})
