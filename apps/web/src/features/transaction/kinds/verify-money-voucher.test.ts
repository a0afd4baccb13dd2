import type { Voucher } from '@dr/protocol/calls/voucher'
import { describe, expect, it } from 'vitest'
import { config, contract } from '../../../api/test-config.ts'
import type { VoucherRequest } from './kinds.ts'
import { account, made, mismatchesOf, order, resigned } from './test-voucher.ts'

describe('withdrawals of the deflation and the node account', () => {
  const nodeVault = config.contracts.withdrawalVaults[2]
  const usdt = (contractOf: string): Voucher =>
    made(
      {
        kind: 'withdraw-usdt',
        contract: contractOf,
        outgoing: [
          { token: 'USDT', amount: '1000', from: 'node-account', to: 'wallet' },
          { token: 'DR', amount: '100', atLeast: '90', from: 'wallet', to: 'burned' },
        ],
        incoming: [{ kind: 'token', token: 'USDT', amount: '1000', to: 'wallet' }],
      },
      'WithdrawUSDT',
      { amount: '1000', burnAmount: '100', ...order },
    )
  const ask: VoucherRequest = { kind: 'withdraw', vault: 2, token: 'USDT', amount: 1_000n }

  it('USDT holds; what it burns of the wallet is said', async () => {
    const { voucher: signed, signer: own } = await resigned(usdt(nodeVault))
    expect(await mismatchesOf(signed, ask, account, own)).toEqual([])
    expect(
      await mismatchesOf({ ...signed, outgoing: signed.outgoing.slice(0, 1) }, ask, account, own),
    ).toEqual(['receipt'])
  })
  it('USDT of another account, of another amount, of the other token', async () => {
    const { voucher: signed, signer: own } = await resigned(usdt(nodeVault))
    expect(await mismatchesOf(signed, { ...ask, vault: 1 }, account, own)).toEqual(['contract'])
    expect(await mismatchesOf(signed, { ...ask, amount: 999n }, account, own)).toEqual(['request'])
    expect(await mismatchesOf(signed, { ...ask, token: 'DR' }, account, own)).toEqual(['request'])
  })
  it('DR that was deposited leaves the node vault without burn; of the rest the burn is exact', async () => {
    const dr = async (contractOf: string, burnAmount: string, burnFree: string) => {
      const draft = made(
        {
          kind: 'withdraw-dr',
          contract: contractOf,
          outgoing: [{ token: 'DR', amount: '1000', from: 'node-account', to: 'wallet' }],
          incoming: [{ kind: 'token', token: 'DR', amount: `${1_000 - Number(burnAmount)}`, to: 'wallet' }],
        },
        'WithdrawDR',
        { amount: '1000', burnAmount, ...order },
      )
      const { voucher: signed, signer: own } = await resigned({ ...draft, withdrawal: { burnFree } })
      const vault = config.contracts.withdrawalVaults.indexOf(contractOf) as 1 | 2
      return mismatchesOf(signed, { ...ask, vault, token: 'DR' }, account, own)
    }
    expect(await dr(nodeVault, '0', '1000')).toEqual([])
    expect(await dr(nodeVault, '10', '800')).toEqual([])
    expect(await dr(nodeVault, '50', '0')).toEqual([])
    expect(await dr(nodeVault, '50', '800')).toEqual(['amounts']) // burns what was deposited
    expect(await dr(nodeVault, '0', '1001')).toEqual(['receipt']) // more than all of it
    expect(await dr(config.contracts.withdrawalVaults[1], '0', '1000')).toEqual(['receipt', 'amounts'])
  })
  it('USDT that was deposited burns nothing', async () => {
    const { voucher: signed, signer: own } = await resigned({
      ...usdt(nodeVault),
      withdrawal: { burnFree: '1000' },
    })
    expect(await mismatchesOf(signed, ask, account, own)).toEqual(['amounts'])
  })
})

describe('swaps', () => {
  const { contracts } = config
  const swap = (outputTokenAddress: string): Voucher =>
    made(
      {
        kind: 'swap-token',
        contract: contracts.Exchange,
        outgoing: [{ token: 'USDT', amount: '100', from: 'wallet', to: 'exchange' }],
        incoming: [{ kind: 'token', token: 'DR', amount: '199', to: 'wallet' }],
      },
      'SwapToken',
      {
        inputAmount: '100',
        outputAmount: '199',
        inputTokenAddress: contracts.USDT,
        outputTokenAddress,
        ...order,
      },
    )
  const ask: VoucherRequest = { kind: 'swapToken', input: 'USDT', output: 'DR', inputAmount: 100n }

  it('holds for the pair and amount that were asked for', async () => {
    const { voucher: signed, signer: own } = await resigned(swap(contracts.DR))
    expect(await mismatchesOf(signed, ask, account, own)).toEqual([])
    expect(await mismatchesOf(signed, { ...ask, inputAmount: 99n }, account, own)).toEqual(['request'])
  })
  it('another token comes out than was asked for', async () => {
    const { voucher: signed, signer: own } = await resigned(swap(contracts.DRGV))
    expect(await mismatchesOf(signed, ask, account, own)).toEqual(['request', 'receipt'])
  })
  it('a token that is none of ours makes it unreadable', async () => {
    const { voucher: signed, signer: own } = await resigned(swap(`0x${'66'.repeat(20)}`))
    expect(await mismatchesOf(signed, ask, account, own)).toEqual(['unreadable'])
  })
})

describe('POD power', () => {
  const inviter = `0x${'1e'.repeat(20)}` as const
  const pod = made(
    {
      kind: 'buy-pod-power',
      contract,
      outgoing: [
        { token: 'DR', amount: '100', from: 'wallet', to: 'burned' },
        { token: 'USDR', amount: '50', from: 'wallet', to: 'treasury' },
      ],
      incoming: [{ kind: 'pod-power', power: '200', pledgedFrom: 1_800_000_000 }],
    },
    'BuyPODpower',
    { drAmount: '100', USDRAmount: '50', referrer: inviter },
  )
  const ask: VoucherRequest = { kind: 'buyPODpower', drAmount: 100n, referrer: inviter }

  it('holds with the bound inviter as referrer, and with no other', async () => {
    const { voucher: signed, signer: own } = await resigned(pod)
    expect(await mismatchesOf(signed, ask, account, own)).toEqual([])
    expect(await mismatchesOf(signed, { ...ask, referrer: account }, account, own)).toEqual(['request'])
  })
})
