import type { Voucher } from '@dr/protocol/calls/voucher'
import { NO_PROOF } from '@dr/protocol/roots/proof'
import { TOKENS, type Token } from '@dr/protocol/tokens'
import vectors from '@dr/protocol/vectors/typed-data.json'
import { contractOfType, VOUCHER_TYPES } from '@dr/protocol/vouchers'
import type { Address, Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import { config } from '../../../api/test-config.ts'
import { voucherCall } from '../../../chain/calls/contract-call.ts'
import { pulls } from '../../../chain/reads/read-allowances.ts'
import { readVoucherMessage } from '../../../chain/vouchers/voucher-message.ts'
import { leavesWallet } from '../../../chain/vouchers/voucher-tokens.ts'
import { account, voucher as example } from '../kinds/test-voucher.ts'
import { verifyVoucher } from '../kinds/verify-voucher.ts'
import { type DirectIntent, directCall } from './direct-call.ts'

type VoucherType = keyof typeof VOUCHER_TYPES

const { contracts } = config
/** All addresses in the configuration. */
const configured = Object.values(contracts).flatMap((one) =>
  typeof one === 'string' ? one : Object.values(one),
) as readonly Hex[]
const line = (token: Token, spender: string): string => `${token} for ${spender.toLowerCase()}`

/** The pinned example of a voucher's fields; for a swap one for each input token. */
const messagesOf = (type: VoucherType): readonly Voucher['typedData']['message'][] => {
  const found = vectors.vectors.find(({ primaryType }) => primaryType === type)
  if (found === undefined) throw new Error(`no vector for ${type}`)
  const message = { ...found.message, account } as Voucher['typedData']['message']
  if (type !== 'SwapToken') return [message]
  return TOKENS.map((token) => ({
    ...message,
    inputTokenAddress: contracts[token],
    outputTokenAddress: contracts[token === 'USDT' ? 'DR' : 'USDT'],
  }))
}

const voucherFor = (
  primaryType: VoucherType,
  contract: Address,
  message: Voucher['typedData']['message'],
): Voucher => ({
  ...example,
  // The signer is tested elsewhere, and slow to check.
  signature: '0x12',
  contract,
  typedData: {
    domain: {
      ...example.typedData.domain,
      name: contractOfType(primaryType),
      verifyingContract: contract,
    },
    primaryType,
    types: { [primaryType]: [...VOUCHER_TYPES[primaryType]] },
    message,
  },
})

/** Whether the app accepts the contract: the wallet is then asked to approve it. */
const isTaken = async (voucher: Voucher): Promise<boolean> => {
  const mismatches = await verifyVoucher({ voucher, request: null, account, config, signer: account })
  const names = mismatches.map(({ name }) => name)
  expect(names).not.toContain('unreadable')
  return !names.includes('contract')
}

const approvedByVouchers = async (): Promise<readonly string[]> => {
  const found: string[] = []
  for (const type of Object.keys(VOUCHER_TYPES) as VoucherType[])
    for (const message of messagesOf(type))
      for (const contract of configured) {
        const voucher = voucherFor(type, contract, message)
        if (!(await isTaken(voucher))) continue
        const outgoing = leavesWallet(readVoucherMessage(voucher.typedData), config)
        found.push(...outgoing.map(({ token }) => line(token, voucherCall(voucher).to)))
      }
  return found
}

const amount = 1n
const result = { income: 1n, burn: 0n, net: 1n, burnDr: 0n, worth: 1n }
const shown = { termDays: 30, incomeToken: 'DR', yearlyRate: 1n, burnBps: 500n, result } as const
/** Every kind of call without a voucher; the type requires an entry for a new one. */
const DIRECT: Readonly<Record<DirectIntent['kind'], readonly DirectIntent[]>> = {
  renewMachine: [{ kind: 'renewMachine', machineIDs: ['128'], Period: 1, because: 'silent', paidUntil: 1 }],
  deposit: [
    { kind: 'deposit', token: 'USDT', amount, chainPackageId: 1n, shown },
    { kind: 'deposit', token: 'DR', amount, chainPackageId: 1n, shown },
  ],
  wrapUSDR: [{ kind: 'wrapUSDR', amount }],
  unwrapUSDR: [{ kind: 'unwrapUSDR', amount }],
  revokeApproval: [{ kind: 'revokeApproval', token: 'USDT', spender: account }],
  enterDraw: [{ kind: 'enterDraw', round: 1n, digit: 1, amount, prize: 9n, closesAt: 1 }],
  claimDraw: [{ kind: 'claimDraw', round: 1n, amount }],
  transferWithin: [
    { kind: 'transferWithin', vault: 1, token: 'USDT', to: account, amount, proof: NO_PROOF, isUser: true },
  ],
}

/** Unwrapping: a token's own contract needs no approval (`readSpend`). */
const approvedByBare = (): readonly string[] =>
  Object.values(DIRECT)
    .flat()
    .flatMap((intent) => {
      const { call, outgoing } = directCall(intent, account, config)
      return outgoing
        .filter(({ token }) => contracts[token] !== call.to)
        .map(({ token }) => line(token, call.to))
    })

describe('standing approvals', () => {
  it('are asked of every contract that a call of the app approves, token by token', async () => {
    const approved = new Set([...(await approvedByVouchers()), ...approvedByBare()])
    const listed = new Set(
      pulls(config).flatMap(({ address, tokens }) => tokens.map((token) => line(token, address))),
    )
    expect([...listed].toSorted()).toEqual([...approved].toSorted())
  })
})
