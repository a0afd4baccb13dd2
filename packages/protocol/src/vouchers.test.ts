import { readFileSync } from 'node:fs'
import { type Address, type Hex, hashTypedData, recoverTypedDataAddress, type TypedData } from 'viem'
import { describe, expect, test } from 'vitest'
import { digestSchema } from './voucher-schemas.ts'
import { contractOfType, VOUCHER_TYPES, type VoucherType } from './vouchers.ts'

interface Vector {
  readonly name: string
  readonly domain: { name: string; version: string; chainId: number; verifyingContract: Address }
  readonly primaryType: VoucherType
  /** Result of EIP-712's encodeType. */
  readonly type: string
  readonly message: Record<string, string | string[]>
  readonly digest: Hex
  readonly signature: Hex
}
const { signer, vectors } = JSON.parse(
  readFileSync(new URL('../vectors/typed-data.json', import.meta.url), 'utf8'),
) as { signer: Hex; vectors: Vector[] }

const types: TypedData = VOUCHER_TYPES
const typed = ({ domain, primaryType, message }: Vector) => ({ domain, types, primaryType, message })

describe('voucher typed data', () => {
  test.each([
    ['BuyMachine', 'usdtAmount DRGVAmount DRGVPrice machineCount deadline'],
    ['ActivateMachine', 'machineIDs DRGVAmount DRGVPrice Period deadline'],
    ['BuyPODpower', 'drAmount USDRAmount referrer deadline'],
    ['BuyPODpowerAgain', 'drAmount USDRAmount referrer deadline'],
    ['SwapToken', 'inputAmount outputAmount inputTokenAddress outputTokenAddress orderId deadline'],
    ['WithdrawDR', 'amount burnAmount orderId deadline'],
    ['WithdrawUSDT', 'amount burnAmount orderId deadline'],
  ] as const)('%s carries the fields that the requirement names, in its order', (type, fields) => {
    const own = VOUCHER_TYPES[type]
      .map(({ name }) => name)
      .filter((name) => name !== 'account' && name !== 'nonce')
    expect(own.join(' ')).toBe(fields)
  })

  test('there is a vector for every voucher', () => {
    const covered = new Set(vectors.map(({ primaryType }) => primaryType))
    expect([...covered].toSorted()).toEqual(Object.keys(VOUCHER_TYPES).toSorted())
  })

  test.each(vectors.map((vector) => [vector.name, vector] as const))(
    '%s: type, domain, digest and signature as in the contract',
    async (_, vector) => {
      const fields = VOUCHER_TYPES[vector.primaryType].map(({ name, type }) => `${type} ${name}`).join(',')
      expect(vector.type).toBe(`${vector.primaryType}(${fields})`)
      expect(vector.domain.name).toBe(contractOfType(vector.primaryType))
      const digest = hashTypedData(typed(vector))
      expect(digest).toBe(vector.digest)
      expect(digestSchema.parse(digest)).toBe(digest)
      const recovered = await recoverTypedDataAddress({ ...typed(vector), signature: vector.signature })
      expect(recovered.toLowerCase()).toBe(signer.toLowerCase())
    },
  )

  test.each(vectors.map((vector) => [vector.name, vector] as const))(
    '%s: any field changed, and the digest is another',
    (_, vector) => {
      for (const [field, value] of Object.entries(vector.message)) {
        const other = Array.isArray(value)
          ? [...value, '1']
          : value.startsWith('0x')
            ? '0x000000000000000000000000000000000000dEaD'
            : String(BigInt(value) + 1n)
        const changed = { ...vector, message: { ...vector.message, [field]: other } }
        expect([field, hashTypedData(typed(changed)) === vector.digest]).toEqual([field, false])
      }
    },
  )
})
