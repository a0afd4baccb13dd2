import type { Voucher } from '@dr/protocol/calls/voucher'
import { VOUCHER_TYPES } from '@dr/protocol/vouchers'
import type { Address } from 'viem'
import { describe, expect, it } from 'vitest'
import { vector } from '../../../api/test-config.ts'
import type { VoucherRequest } from './kinds.ts'
import { account, mismatchesOf, orderId, request, resigned, voucher, withMessage } from './test-voucher.ts'

describe('an honest voucher', () => {
  it('holds, by the digest and signature the contracts are pinned to', async () => {
    expect(await mismatchesOf(voucher)).toEqual([])
  })
  it('holds without a request, when it is found again', async () => {
    expect(await mismatchesOf(voucher, null)).toEqual([])
  })
})

describe('one field changed', () => {
  it.each(Object.keys(vector.message).filter((field) => field !== 'account'))(
    '%s: the digest differs',
    async (field) => {
      const raised = String(BigInt((vector.message as Record<string, string>)[field] ?? '0') + 1n)
      const mismatches = await mismatchesOf(withMessage({ [field]: raised }))
      expect(mismatches).toContain('digest')
      expect(mismatches).toContain('signer')
    },
  )
  it('account', async () => {
    expect(await mismatchesOf(voucher, request, `0x${'99'.repeat(20)}`)).toEqual(['account'])
  })
  it('account in another case than the connection has it', async () => {
    expect(await mismatchesOf(voucher, request, vector.message.account as Address)).toEqual(['account'])
  })
  it('contract', async () => {
    expect(await mismatchesOf({ ...voucher, contract: `0x${'99'.repeat(20)}` })).toContain('contract')
  })
  it('chain', async () => {
    const domain = { ...voucher.typedData.domain, chainId: 1 }
    expect(await mismatchesOf({ ...voucher, typedData: { ...voucher.typedData, domain } })).toContain(
      'domain',
    )
  })
  it('types with a field more', async () => {
    const types = { BuyMachine: [...VOUCHER_TYPES.BuyMachine, { name: 'extra', type: 'uint256' }] }
    expect(await mismatchesOf({ ...voucher, typedData: { ...voucher.typedData, types } })).toEqual(['types'])
  })
  it('a field that is no number is unreadable', async () => {
    expect(await mismatchesOf(withMessage({ usdtAmount: '-5' }))).toEqual(['unreadable'])
  })
})

describe('a wrong voucher with a valid signature of its own key', () => {
  it('is refused for its signer', async () => {
    expect(await mismatchesOf((await resigned(voucher)).voucher)).toEqual(['signer'])
  })
  it('charges more than the product costs', async () => {
    const dear = withMessage({ usdtAmount: '170000000000000000000' })
    const { voucher: signed, signer: thief } = await resigned({
      ...dear,
      outgoing: [
        { ...dear.outgoing[0], amount: '170000000000000000000' } as never,
        ...dear.outgoing.slice(1),
      ],
    })
    expect(await mismatchesOf(signed, request, account, thief)).toEqual(['amounts'])
  })
  it('sells more machines than were asked for', async () => {
    const { voucher: signed, signer: thief } = await resigned(voucher)
    expect(
      await mismatchesOf(signed, { ...request, machineCount: 1 } as VoucherRequest, account, thief),
    ).toEqual(['request', 'amounts'])
  })
  it('says other amounts than it signs', async () => {
    expect(await mismatchesOf({ ...voucher, outgoing: voucher.outgoing.slice(0, 1) })).toEqual(['receipt'])
  })
  it('names another price than it signs', async () => {
    const prices = {
      DRGV: { ...(voucher.prices.DRGV as NonNullable<Voucher['prices']['DRGV']>), price: '1' },
    }
    expect(await mismatchesOf({ ...voucher, prices })).toEqual(['price'])
  })
  it('sells a product that is not listed', async () => {
    const unlisted: VoucherRequest = { kind: 'buyMachine', productId: 'm1', machineCount: 2, product: null }
    expect(await mismatchesOf(voucher, unlisted)).toEqual(['request'])
  })
  it('answers a purchase with a withdrawal', async () => {
    const message = {
      account,
      amount: '100',
      burnAmount: '5',
      orderId: '1',
      nonce: '0',
      deadline: '1800000000',
    }
    const { voucher: signed, signer: thief } = await resigned({
      ...voucher,
      typedData: {
        domain: { ...voucher.typedData.domain, name: 'WithdrawalVault' },
        primaryType: 'WithdrawDR',
        types: { WithdrawDR: [...VOUCHER_TYPES.WithdrawDR] },
        message,
      },
    })
    expect(await mismatchesOf(signed, request, account, thief)).toContain('request')
  })
})

describe('withdrawals and electricity', () => {
  const vault = `0x${'0a'.repeat(20)}` as const
  const withdrawal = (burnAmount: bigint): Voucher => ({
    ...voucher,
    kind: 'withdraw-dr',
    contract: vault,
    typedData: {
      domain: { ...voucher.typedData.domain, name: 'WithdrawalVault', verifyingContract: vault },
      primaryType: 'WithdrawDR',
      types: { WithdrawDR: [...VOUCHER_TYPES.WithdrawDR] },
      message: {
        account,
        amount: '1000',
        burnAmount: String(burnAmount),
        orderId: BigInt(`0x${orderId.replaceAll('-', '')}`).toString(),
        nonce: '0',
        deadline: '1800000000',
      },
    },
    prices: {},
    outgoing: [],
    incoming: [{ kind: 'token', token: 'DR', amount: String(1_000n - burnAmount), to: 'wallet' }],
  })
  const withdraw: VoucherRequest = { kind: 'withdraw', vault: 0, token: 'DR', amount: 1_000n }

  it('a withdrawal that burns 5 % holds', async () => {
    const { voucher: signed, signer: own } = await resigned(withdrawal(50n))
    expect(await mismatchesOf(signed, withdraw, account, own)).toEqual([])
  })
  it('one that burns less is no withdrawal of the miner vault', async () => {
    const { voucher: signed, signer: own } = await resigned(withdrawal(40n))
    expect(await mismatchesOf(signed, withdraw, account, own)).toEqual(['amounts'])
  })
  it('one that burns more is refused', async () => {
    const { voucher: signed, signer: own } = await resigned(withdrawal(60n))
    expect(await mismatchesOf(signed, withdraw, account, own)).toEqual(['amounts'])
  })
  it('electricity for machines that were not asked for is refused', async () => {
    const { voucher: signed, signer: own } = await resigned({
      ...voucher,
      kind: 'activate-machine',
      typedData: {
        ...voucher.typedData,
        primaryType: 'ActivateMachine',
        types: { ActivateMachine: [...VOUCHER_TYPES.ActivateMachine] },
        message: {
          account,
          machineIDs: ['128', '129'],
          DRGVAmount: (12n * 10n ** 18n).toString(),
          DRGVPrice: '100000000000000000',
          Period: '1',
          nonce: '0',
          deadline: '1800000000',
        },
      },
      outgoing: [{ token: 'DRGV', amount: (12n * 10n ** 18n).toString(), from: 'wallet', to: 'burned' }],
      incoming: [
        {
          kind: 'electricity',
          periods: 1,
          machines: ['128', '129'].map((machineId) => ({
            machineId,
            paidFrom: 0,
            paidUntil: 0,
            cutByLife: false,
          })),
        },
      ],
    })
    const pay = (machineIDs: string[]): VoucherRequest => ({ kind: 'activateMachine', machineIDs, Period: 1 })
    expect(await mismatchesOf(signed, pay(['128', '129']), account, own)).toEqual([])
    expect(await mismatchesOf(signed, pay(['128']), account, own)).toEqual(['request', 'request'])
    expect(
      await mismatchesOf(signed, { ...pay(['128', '129']), Period: 2 } as VoucherRequest, account, own),
    ).toEqual(['request'])
  })
})
