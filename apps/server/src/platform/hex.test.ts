import { testWallet } from '@dr/test-kit'
import type { Address } from 'viem'
import { expect, expectTypeOf, test } from 'vitest'
import { type LowerHex, lowerHex } from './hex.ts'

test('an address with its checksum is no LowerHex until it is lowered', () => {
  expectTypeOf<LowerHex>().toExtend<Address>()
  expectTypeOf<Address>().not.toExtend<LowerHex>()
  expectTypeOf<'0xAb'>().not.toExtend<LowerHex>()
  expectTypeOf<'0xab'>().toExtend<LowerHex>()
  const { address } = testWallet('checksum')
  expect(address).toMatch(/[A-F]/)
  expect(lowerHex(address)).toMatch(/^0x[0-9a-f]{40}$/)
})
