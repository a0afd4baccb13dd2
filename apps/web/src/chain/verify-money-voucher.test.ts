import type { Voucher } from '@dr/protocol/calls/voucher'
import { describe, expect, it } from 'vitest'
import type { Asked } from './check-request.ts'
import { account, config, contract, liesOf, made, order, resigned } from './test-voucher.ts'

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
  const ask: Asked = { kind: 'withdraw', account: 2, token: 'USDT', amount: 1_000n }

  it('USDT holds; what it burns of the wallet is said', async () => {
    const { voucher: signed, signer: own } = await resigned(usdt(nodeVault))
    expect(await liesOf(signed, ask, account, own)).toEqual([])
    expect(await liesOf({ ...signed, outgoing: signed.outgoing.slice(0, 1) }, ask, account, own)).toEqual([
      'told',
    ])
  })
  it('USDT of another account, of another amount, of the other token', async () => {
    const { voucher: signed, signer: own } = await resigned(usdt(nodeVault))
    expect(await liesOf(signed, { ...ask, account: 1 }, account, own)).toEqual(['contract'])
    expect(await liesOf(signed, { ...ask, amount: 999n }, account, own)).toEqual(['request'])
    expect(await liesOf(signed, { ...ask, token: 'DR' }, account, own)).toEqual(['request'])
  })
  it('DR of a returned deposit leaves the node vault with less burn, or none', async () => {
    const dr = made(
      {
        kind: 'withdraw-dr',
        contract: nodeVault,
        outgoing: [{ token: 'DR', amount: '1000', from: 'node-account', to: 'wallet' }],
        incoming: [{ kind: 'token', token: 'DR', amount: '1000', to: 'wallet' }],
      },
      'WithdrawDR',
      { amount: '1000', burnAmount: '0', ...order },
    )
    const { voucher: signed, signer: own } = await resigned(dr)
    expect(await liesOf(signed, { ...ask, token: 'DR' }, account, own)).toEqual([])
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
  const ask: Asked = { kind: 'swapToken', input: 'USDT', output: 'DR', inputAmount: 100n }

  it('holds for the pair and amount that were asked for', async () => {
    const { voucher: signed, signer: own } = await resigned(swap(contracts.DR))
    expect(await liesOf(signed, ask, account, own)).toEqual([])
    expect(await liesOf(signed, { ...ask, inputAmount: 99n }, account, own)).toEqual(['request'])
  })
  it('another token comes out than was asked for', async () => {
    const { voucher: signed, signer: own } = await resigned(swap(contracts.DRGV))
    expect(await liesOf(signed, ask, account, own)).toEqual(['request', 'told'])
  })
  it('a token that is none of ours makes it unreadable', async () => {
    const { voucher: signed, signer: own } = await resigned(swap(`0x${'66'.repeat(20)}`))
    expect(await liesOf(signed, ask, account, own)).toEqual(['unreadable'])
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
  const ask: Asked = { kind: 'buyPODpower', drAmount: 100n, referrer: inviter }

  it('holds with the bound inviter as referrer, and with no other', async () => {
    const { voucher: signed, signer: own } = await resigned(pod)
    expect(await liesOf(signed, ask, account, own)).toEqual([])
    expect(await liesOf(signed, { ...ask, referrer: account }, account, own)).toEqual(['request'])
  })
})
