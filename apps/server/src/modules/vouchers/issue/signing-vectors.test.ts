import vectors from '@dr/protocol/vectors/typed-data.json' with { type: 'json' }
import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { type LowerHex, lowerHex } from '../../../platform/hex.ts'
import { createFileSigner } from '../signing/file-signer.ts'
import { digestOf, type UnsignedVoucher, type VoucherMessage } from './digest.ts'
import { nextOrderId, uuidV7 } from './order-id.rules.ts'
import { serializeTypedData } from './typed-data.ts'

/** Anvil's third account, as in the vectors' file. */
const VECTORS_KEY: Hex = '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a'

describe('signing vouchers', () => {
  test.each(vectors.vectors)('$name: digest and signature are the contract’s', async (vector) => {
    const fieldOf = (value: string | readonly string[]) => {
      if (typeof value !== 'string') return value.map(BigInt)
      return value.startsWith('0x') ? lowerHex(value as Hex) : BigInt(value)
    }
    const message: VoucherMessage = Object.fromEntries(
      Object.entries(vector.message).map(([name, value]) => [name, fieldOf(value)]),
    )
    const voucher: UnsignedVoucher = {
      primaryType: vector.primaryType as UnsignedVoucher['primaryType'],
      chainId: vector.domain.chainId,
      contract: lowerHex(vector.domain.verifyingContract as Hex),
      message,
    }
    expect(digestOf(voucher)).toBe(vector.digest)
    const signer = createFileSigner([VECTORS_KEY])
    const [address] = await signer.addresses()
    expect(address).toBe(vectors.signer.toLowerCase())
    const digest = digestOf(voucher)
    expect(await signer.sign([{ voucher, digest, address: address as LowerHex }])).toEqual([
      { status: 'fulfilled', value: vector.signature },
    ])
    const lower = (value: string | readonly string[]) =>
      typeof value === 'string' ? value.toLowerCase() : value
    expect(serializeTypedData(voucher).message).toEqual(
      Object.fromEntries(Object.entries(vector.message).map(([name, value]) => [name, lower(value)])),
    )
  })
})

describe('order ids', () => {
  const zeros = new Uint8Array(10)
  test('are UUIDv7', () => {
    expect(uuidV7(0x017f22e279b0, new Uint8Array(10).fill(0xff))).toBe('017f22e2-79b0-7fff-bfff-ffffffffffff')
    expect(uuidV7(0x017f22e279b0, zeros)).toBe('017f22e2-79b0-7000-8000-000000000000')
  })
  test('ascend, whatever the clock says', () => {
    const last = uuidV7(2_000, zeros)
    expect(nextOrderId(last, uuidV7(1_999, zeros))).toBe('00000000-07d0-7000-8000-000000000001')
    expect(nextOrderId(last, last) > last).toBe(true)
    expect(nextOrderId(last, uuidV7(2_001, zeros))).toBe(uuidV7(2_001, zeros))
    expect(nextOrderId(undefined, last)).toBe(last)
  })
})
