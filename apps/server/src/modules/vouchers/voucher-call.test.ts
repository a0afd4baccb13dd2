import { digitalRightsAbi, exchangeAbi, withdrawalVaultAbi } from '@dr/contracts/abi'
import { voucherCall } from '@dr/protocol/voucher-call'
import { contractOfType, VOUCHER_TYPES, type VoucherType } from '@dr/protocol/vouchers'
import { type Abi, getAbiItem } from 'viem'
import { expect, test } from 'vitest'

const ABI = { DigitalRights: digitalRightsAbi, Exchange: exchangeAbi, WithdrawalVault: withdrawalVaultAbi }

test.each(Object.keys(VOUCHER_TYPES) as VoucherType[])(
  '%s: the contract has this function, with these arguments in this order',
  (primaryType) => {
    const fields = VOUCHER_TYPES[primaryType]
    const message = Object.fromEntries(
      fields.map(({ name, type }, index) => [name, type.endsWith('[]') ? [String(index)] : String(index)]),
    )
    const domain = { name: 'x', version: '1' as const, chainId: 1, verifyingContract: '0x' }
    const { functionName, args } = voucherCall({
      typedData: { domain, primaryType, types: {}, message },
      signature: '0xff',
    })
    const item = getAbiItem({ abi: ABI[contractOfType(primaryType)] as Abi, name: functionName })
    if (item?.type !== 'function') throw new Error(`no function ${functionName}`)
    const passed = fields.filter(({ name }) => name !== 'account' && name !== 'nonce')
    expect(item.inputs.map(({ name }) => name)).toEqual([...passed.map(({ name }) => name), 'signature'])
    expect(item.inputs.map(({ type }) => type)).toEqual([...passed.map(({ type }) => type), 'bytes'])
    expect(args.map(String)).toEqual([
      ...passed.map((field) => String(fields.findIndex(({ name }) => name === field.name))),
      '0xff',
    ])
  },
)

test('a changed field goes out changed; a missing one is refused', () => {
  const typedData = {
    domain: { name: 'x', version: '1' as const, chainId: 1, verifyingContract: '0x' },
    primaryType: 'WithdrawDR' as const,
    types: {},
    message: { account: '0x', amount: '1', burnAmount: '2', orderId: '3', nonce: '4', deadline: '5' },
  }
  expect(voucherCall({ typedData, signature: '0x' }, { amount: 9n }).args).toEqual([9n, 2n, 3n, 5n, '0x'])
  const { amount: _, ...message } = typedData.message
  expect(() => voucherCall({ typedData: { ...typedData, message }, signature: '0x' })).toThrow('amount')
})
