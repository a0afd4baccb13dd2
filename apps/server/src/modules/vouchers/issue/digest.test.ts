import { contractOfType, VOUCHER_TYPES, type VoucherType } from '@dr/protocol/vouchers'
import fc from 'fast-check'
import { type Hex, hashTypedData, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { lowerHex } from '../../../platform/hex.ts'
import { loadNative, signByViem, signNatively } from '../signing/sign-digest.ts'
import { digestOf, type UnsignedVoucher, type VoucherField } from './digest.ts'

const KEY: Hex = '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a'
const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((value) => lowerHex(toHex(value)))
const uint256 = fc.bigInt(0n, 2n ** 256n - 1n)
const FIELDS: Record<string, fc.Arbitrary<VoucherField>> = {
  address: hex(20),
  uint256,
  'uint256[]': fc.array(uint256, { maxLength: 5 }),
}

const voucherOf = (primaryType: VoucherType): fc.Arbitrary<UnsignedVoucher> =>
  fc.record({
    primaryType: fc.constant(primaryType),
    chainId: fc.nat(),
    contract: hex(20),
    message: fc.record(
      Object.fromEntries(
        VOUCHER_TYPES[primaryType].map(({ name, type }) => [
          name,
          FIELDS[type] as fc.Arbitrary<VoucherField>,
        ]),
      ),
    ),
  })

const byViem = ({ primaryType, chainId, contract, message }: UnsignedVoucher): Hex =>
  hashTypedData({
    domain: {
      name: contractOfType(primaryType),
      version: '1',
      chainId,
      verifyingContract: contract,
    },
    types: { [primaryType]: VOUCHER_TYPES[primaryType] },
    primaryType,
    message,
  })

describe('digestOf', () => {
  test.each(Object.keys(VOUCHER_TYPES) as VoucherType[])('of %s is what viem gives', (type) => {
    fc.assert(
      fc.property(voucherOf(type), (voucher) => {
        expect(digestOf(voucher)).toBe(byViem(voucher))
      }),
      { numRuns: 50 },
    )
  })

  test('refuses what is no such field', () => {
    const voucher: UnsignedVoucher = {
      primaryType: 'BuyPODpower',
      chainId: 1,
      contract: '0x00000000000000000000000000000000000000aa',
      message: {
        account: '0x00000000000000000000000000000000000000aa',
        drAmount: 1n,
        USDRAmount: 1n,
        referrer: '0x00000000000000000000000000000000000000aa',
        nonce: 0n,
        deadline: 1n,
      },
    }
    const withField = (name: string, value: unknown) => ({
      ...voucher,
      message: { ...voucher.message, [name]: value } as UnsignedVoucher['message'],
    })
    expect(() => digestOf(voucher)).not.toThrow()
    expect(() => digestOf(withField('nonce', -1n))).toThrow(RangeError)
    expect(() => digestOf(withField('nonce', 2n ** 256n))).toThrow(RangeError)
    expect(() => digestOf(withField('referrer', '0x12'))).toThrow(TypeError)
    expect(() => digestOf(withField('referrer', `0x${'AA'.repeat(20)}`))).toThrow(/lower case/)
    expect(() => digestOf(withField('deadline', undefined))).toThrow(TypeError)
  })
})

describe('a signed digest', () => {
  const digests = fc.sample(hex(32), { numRuns: 20, seed: 1 }) as Hex[]

  test('is the same by the binding, by viem, and by viem alone', async () => {
    const native = await loadNative()
    // Without the package's binding the product signs by viem, and this compares viem with itself.
    const sign = native ? signNatively(native, KEY) : signByViem(KEY)
    const account = privateKeyToAccount(KEY)
    for (const digest of digests) {
      const expected = await account.sign({ hash: digest })
      expect(await sign(digest)).toBe(expected)
      expect(await signByViem(KEY)(digest)).toBe(expected)
    }
  })

  test.runIf(process.platform === 'linux' && process.arch === 'x64')(
    'comes from the binding where the package has one',
    async () => {
      expect(await loadNative()).toBeDefined()
    },
  )

  test('that is not the signer’s own is not handed out', async () => {
    const native = await loadNative()
    if (!native) return
    const other = { ...native, ecdsaRecover: () => new Uint8Array(33) }
    expect(await signNatively(other, KEY)(digests[0] as Hex)).toBeUndefined()
  })
})
