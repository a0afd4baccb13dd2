import { hashTypedData } from 'viem'
import { expect, test } from 'vitest'
import { bindEmailTypedData, resetPasswordTypedData } from './account-typed-data.ts'

const ALICE = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const BOB = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'
const domain = { chainId: 31_337, contract: '0x00000000000000000000000000000000000d1617' } as const
const order = { orderId: '0198c0de-0000-7000-8000-000000000001', deadline: 1_800_000_000 }
const binding = { account: ALICE, email: 'alice@example.org' } as const

test('digests are pinned: a change would invalidate what wallets have signed', () => {
  expect(hashTypedData(bindEmailTypedData(domain, order, binding))).toMatchInlineSnapshot(
    `"0x58a0fbf1780bcfab601ffdd80ba94dd5f33672f0f4b112b4e68e35b07e2157b5"`,
  )
  expect(hashTypedData(resetPasswordTypedData(domain, order, { account: ALICE }))).toMatchInlineSnapshot(
    `"0xde029c74b046714e0096483615c5feae0775f148f28bf583e3a98a0e121f1141"`,
  )
})

test('every field is in the digest', () => {
  const digestOf = (change: object, on = domain, by = order) =>
    hashTypedData(bindEmailTypedData(on, by, { ...binding, ...change }))
  const digests = [
    digestOf({}),
    digestOf({ account: BOB }),
    digestOf({ email: 'bob@example.org' }),
    digestOf({}, domain, { ...order, deadline: 1_800_000_001 }),
    digestOf({}, domain, { ...order, orderId: '0198c0de-0000-7000-8000-000000000002' }),
    hashTypedData(bindEmailTypedData({ ...domain, chainId: 56 }, order, binding)),
    hashTypedData(bindEmailTypedData({ ...domain, contract: BOB }, order, binding)),
  ]
  expect(new Set(digests).size).toBe(digests.length)
})
