import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import { encodeAbiParameters, encodeEventTopics, type Hex, type Log } from 'viem'
import { expect, it } from 'vitest'
import { burnOf } from './withdrawal-burn.ts'

const vault = `0x${'ab'.repeat(20)}` as const
const digest = `0x${'11'.repeat(32)}` as const

const log = (of: { address: Hex; orderId: bigint; burned: bigint; name?: 'WithdrawnUSDT' | 'WithdrawnDR' }) =>
  ({
    address: of.address,
    topics: encodeEventTopics({
      abi: withdrawalVaultAbi,
      eventName: of.name ?? 'WithdrawnUSDT',
      args: { account: `0x${'cd'.repeat(20)}`, orderId: of.orderId },
    }),
    data: encodeAbiParameters(
      [{ type: 'uint256' }, { type: 'uint256' }, { type: 'uint256' }, { type: 'bytes32' }],
      [7n, 1_000n, of.burned, digest],
    ),
  }) as unknown as Log

it('is what the vault’s own event says of the order, whatever else the transaction did', () => {
  const logs = [
    log({ address: `0x${'ee'.repeat(20)}`, orderId: 5n, burned: 1n }),
    log({ address: vault, orderId: 4n, burned: 2n }),
    log({ address: vault, orderId: 5n, burned: 3n, name: 'WithdrawnDR' }),
    log({ address: vault, orderId: 5n, burned: 91n }),
  ]
  expect(burnOf(logs, { vault, orderId: 5n })).toBe(91n)
})

it('is not known from a transaction without that event', () => {
  expect(burnOf([], { vault, orderId: 5n })).toBeNull()
  expect(burnOf([log({ address: vault, orderId: 4n, burned: 2n })], { vault, orderId: 5n })).toBeNull()
})
