/** Descriptors of calls and messages, as read by a wallet of the tests. */
import { bindEmailTypedData, resetPasswordTypedData } from '@dr/protocol/account-typed-data'
import { byToken, TOKENS, type Token } from '@dr/protocol/tokens'
import vectors from '@dr/protocol/vectors/typed-data.json' with { type: 'json' }
import { voucherCall } from '@dr/protocol/voucher-call'
import { KIND_OF_TYPE, VOUCHER_KINDS, type VoucherType, voucherSpec } from '@dr/protocol/vouchers'
import { type Call, showCall, showMessage, type WalletKnowledge } from '@dr/test-kit/clear-signing'
import {
  type Abi,
  type Address,
  encodeFunctionData,
  getAddress,
  type Hex,
  keccak256,
  stringToHex,
  toFunctionSelector,
} from 'viem'
import { describe, expect, it } from 'vitest'
import * as abis from '../../abi/index.ts'
import { describeDeployment } from './descriptors.ts'
import { amount, formatJson, hidden } from './format.ts'
import { findBreaches } from './public-schema.ts'

const at = (digits: string): Address => `0x${digits.repeat(20)}`
const USER = at('77')
const CHAIN = 97
const contracts = {
  DigitalRights: at('d1'),
  Exchange: at('e1'),
  DigitDraw: at('dd'),
  RootRegistry: at('ee'),
  withdrawalVaults: [at('a0'), at('a1'), at('a2')] as const,
  ...byToken(TOKENS, (token) => at(`b${TOKENS.indexOf(token)}`)),
}
const knowledge = (chainId: number): WalletKnowledge => ({
  files: [...describeDeployment({ chainId, contracts }).values()] as never,
  tokens: Object.fromEntries(TOKENS.map((token) => [contracts[token], { ticker: token, decimals: 18 }])),
})
const wallet = knowledge(CHAIN)
const shown = (call: Omit<Call, 'chainId'>) => {
  const { intent, fields } = showCall({ ...call, chainId: CHAIN }, wallet)
  return { intent, fields: fields.map(({ label, text }) => [label, text]) }
}
const units = (whole: number): bigint => BigInt(whole) * 10n ** 18n
const encoded = (abi: Abi, functionName: string, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi, functionName, args })

const ADDRESS_OF = {
  DigitalRights: contracts.DigitalRights,
  Exchange: contracts.Exchange,
  WithdrawalVault: at('a2'),
}
const ABI_OF = {
  DigitalRights: abis.digitalRightsAbi,
  Exchange: abis.exchangeAbi,
  WithdrawalVault: abis.withdrawalVaultAbi,
} as const

/** The voucher of a vector, with the product's tokens where it swaps. */
const vectorCall = (name: string) => {
  const vector = vectors.vectors.find((each) => each.name === name)
  if (!vector) throw new Error(`no vector ${name}`)
  const primaryType = vector.primaryType as VoucherType
  const tokens = { inputTokenAddress: contracts.USDT, outputTokenAddress: contracts.USDR }
  const message = { ...vector.message, ...(primaryType === 'SwapToken' && tokens) } as Record<string, string>
  const { functionName, args } = voucherCall({
    typedData: { primaryType, message },
    signature: '0x00',
  } as never)
  const { contract } = voucherSpec(KIND_OF_TYPE[primaryType])
  return {
    primaryType,
    message,
    to: ADDRESS_OF[contract],
    data: encoded(ABI_OF[contract], functionName, args),
  }
}

describe('a voucher’s call', () => {
  it.each(vectors.vectors.map(({ name }) => name))('%s: each amount, token and deadline is shown', (name) => {
    const { primaryType, message, ...call } = vectorCall(name)
    const { outgoing, reaches } = voucherSpec(KIND_OF_TYPE[primaryType])
    const { fields } = showCall({ ...call, chainId: CHAIN }, wallet)
    const symbolAt = (address: string | undefined): Token | undefined =>
      TOKENS.find((token) => contracts[token] === address)
    const moved = [...outgoing, ...reaches].flatMap(({ token, amount: whole, less }) =>
      [whole, ...(less === undefined ? [] : [less])].map((path) => ({
        path,
        ticker: typeof token === 'string' ? token : symbolAt(message[token.field]),
        value: BigInt(message[path] ?? 0),
      })),
    )
    expect(
      fields.flatMap(({ path, amount: given }) =>
        given && path !== 'DRGVPrice' ? [{ path, ...given }] : [],
      ),
    ).toEqual(expect.arrayContaining(moved))
    expect(fields.filter(({ path, amount: given }) => given && path !== 'DRGVPrice')).toHaveLength(
      moved.length,
    )
    expect(fields.find(({ path }) => path === 'deadline')?.text).toBe(
      new Date(Number(message.deadline) * 1_000).toISOString(),
    )
  })

  it('every kind of the registry has a vector', () => {
    const kinds = vectors.vectors.map(({ primaryType }) => KIND_OF_TYPE[primaryType as VoucherType])
    expect(new Set(kinds)).toEqual(new Set(VOUCHER_KINDS))
  })

  it('buying machines in full', () => {
    const { to, data } = vectorCall('buy two machines')
    expect(shown({ to, data })).toEqual({
      intent: 'Buy machines',
      fields: [
        ['Machines', '2'],
        ['To the treasury', '160 USDT'],
        ['Burned', '400 DRGV'],
        ['Price of 1 DRGV', '0.1 USDT'],
        ['Valid until', '2027-01-15T08:00:00.000Z'],
      ],
    })
  })

  it('a withdrawal says from which account', () => {
    const { data } = vectorCall('withdraw 1,000 DR')
    const from = contracts.withdrawalVaults.map((to) => shown({ to, data }).fields[0])
    expect(from).toEqual([
      ['From', 'Miner account'],
      ['From', 'Deflation account'],
      ['From', 'Node account'],
    ])
  })
})

describe('a call without a voucher', () => {
  const { DigitalRights, DigitDraw, USDT, USDR, DR } = contracts
  it.each<[string, { to: Address; abi: Abi; call: string; args: unknown[] }, unknown]>([
    [
      'electricity',
      { to: DigitalRights, abi: abis.digitalRightsAbi, call: 'renew', args: [[7n, 8n], 2n] },
      ['Activate or renew', 'Periods of 30 days: 2', 'Machine: 7', 'Machine: 8'],
    ],
    [
      'a deposit',
      { to: DigitalRights, abi: abis.digitalRightsAbi, call: 'deposit', args: [USDT, units(500), 3n, 1n] },
      ['Subscribe to a package', 'To the node vault: 500 USDT', 'Package and income: 3'],
    ],
    [
      'wrapping',
      { to: USDR, abi: abis.usdrAbi, call: 'depositFor', args: [USER, units(5)] },
      ['Wrap USDT to USDR', 'From your wallet: 5 USDT', `To: ${USER}`],
    ],
    [
      'unwrapping',
      { to: USDR, abi: abis.usdrAbi, call: 'withdrawTo', args: [USER, units(5)] },
      ['Unwrap USDR to USDT', 'From your wallet: 5 USDR', `To: ${USER}`],
    ],
    [
      'an entry of the draw',
      { to: DigitDraw, abi: abis.digitDrawAbi, call: 'enter', args: [4n, 9, units(10)] },
      ['Enter the draw', 'Burned permanently: 10 DR', 'Round: 4', 'Digit: 9'],
    ],
    [
      'a claim of the draw',
      { to: DigitDraw, abi: abis.digitDrawAbi, call: 'claim', args: [4n, USER] },
      ['Claim from the draw', 'Round: 4', `To: ${USER}`],
    ],
    [
      'an approval of as much as the app asks for by default',
      { to: DR, abi: abis.drAbi, call: 'approve', args: [DigitDraw, 9n * 10n ** 28n] },
      ['Approve', `Approved contract: ${getAddress(DigitDraw)}`, 'Approval amount: Unlimited DR'],
    ],
    [
      'a revoked approval of the test network’s USDT',
      { to: USDT, abi: abis.testUsdtAbi, call: 'approve', args: [DigitDraw, 0n] },
      ['Approve', `Approved contract: ${getAddress(DigitDraw)}`, 'Approval amount: 0 USDT'],
    ],
  ])('%s', (_, { to, abi, call, args }, expected) => {
    const { intent, fields } = shown({ to, data: encoded(abi, call, args) })
    expect([intent, ...fields.map(([label, text]) => `${label}: ${text}`)]).toEqual(expected)
  })

  it('a permit and what it is for, in one transaction', () => {
    const permit = encoded(abis.digitalRightsAbi, 'selfPermit', [
      ...[DR, units(100), 1_800_000_000n, 27, keccak256('0x01'), keccak256('0x02')],
    ])
    const pod = vectorCall('buy POD power for the first time')
    const data = encoded(abis.digitalRightsAbi, 'multicall', [[permit, pod.data]])
    const { fields } = showCall({ chainId: CHAIN, to: DigitalRights, data }, wallet)
    expect(fields.map(({ call }) => call?.intent)).toEqual(['Approve', 'Buy POD power'])
    expect(fields[0]?.call?.fields[0]?.amount).toEqual({ ticker: 'DR', value: units(100) })
  })

  it('a deposit of another kind, another contract or another chain is refused', () => {
    const deposit = (kind: bigint) => encoded(abis.digitalRightsAbi, 'deposit', [USDT, units(500), 3n, kind])
    expect(() => shown({ to: DigitalRights, data: deposit(2n) })).toThrow('orderKind')
    expect(() => shown({ to: DigitDraw, data: deposit(1n) })).toThrow('no descriptor')
    expect(() => showCall({ chainId: 56, to: DigitalRights, data: deposit(1n) }, wallet)).toThrow(
      'no descriptor',
    )
  })

  it('USDT of the main chain is Tether’s to describe', () => {
    const data = encoded(abis.testUsdtAbi, 'approve', [DigitDraw, 0n])
    expect(() => showCall({ chainId: 56, to: USDT, data }, knowledge(56))).toThrow('no descriptor')
    expect(showCall({ chainId: 56, to: DR, data }, knowledge(56)).intent).toBe('Approve')
  })
})

describe('a typed message', () => {
  const domain = { chainId: CHAIN, contract: contracts.DigitalRights }
  const order = { orderId: '01890000-0000-7000-8000-000000000001', deadline: 1_800_000_000 }
  const said = (typed: Parameters<typeof showMessage>[0]) => {
    const { intent, fields } = showMessage(typed, wallet)
    return [intent, ...fields.map(({ label, text }) => `${label}: ${text}`)]
  }
  const end = 'Valid until: 2027-01-15T08:00:00.000Z'
  it('an e-mail address, and a password to reset', () => {
    const email = bindEmailTypedData(domain, order, { account: USER, email: 'a@example.org' })
    expect(said(email)).toEqual(['Add or replace email', 'Email: a@example.org', end])
    expect(() => said({ ...email, domain: { ...email.domain, name: 'Another' } })).toThrow('no descriptor')
    const reset = resetPasswordTypedData(domain, order, { account: USER })
    expect(said(reset)).toEqual(['Reset payment password', end])
  })
  it('a permit, as ERC-2612 has it', () => {
    const [type = ''] = Object.keys(describeDeployment(null).get('eip712-Permit.json')?.display.formats ?? {})
    // The standard's PERMIT_TYPEHASH.
    expect(keccak256(stringToHex(type))).toBe(
      '0x6e71edae12b1b97f4d1f60370fef10105fa2faae0126114a169c64845d6126c9',
    )
  })
})

describe('the files', () => {
  it('each format is of a call that its contract has', () => {
    const selectors = new Set(
      Object.values(abis).flatMap((abi) =>
        (abi as Abi).flatMap((entry) => (entry.type === 'function' ? [toFunctionSelector(entry)] : [])),
      ),
    )
    const keys = [...describeDeployment(null)].flatMap(([file, { display }]) =>
      file.startsWith('calldata-') ? Object.keys(display.formats) : [],
    )
    expect(keys.length).toBeGreaterThan(20)
    expect(keys.filter((key) => !selectors.has(toFunctionSelector(`function ${key}`)))).toEqual([])
  })

  it('a parameter that is neither shown nor hidden is an error, and so is one too many', () => {
    const inputs = [
      { name: 'value', type: 'uint256' },
      { name: 'to', type: 'address' },
    ]
    const value = amount('Amount', 'DR')
    expect(() => formatJson('send', inputs, { intent: 'Send', fields: { value } })).toThrow('send: to')
    const fields = { value, to: hidden('why'), extra: value }
    expect(() => formatJson('send', inputs, { intent: 'Send', fields })).toThrow('send: extra')
  })

  it('no address is left out of a deployment', () => {
    expect(JSON.stringify([...describeDeployment({ chainId: CHAIN, contracts }).values()])).not.toMatch(
      /null|"deployments":\[\]/,
    )
  })

  it('another schema than the published one is refused', () => {
    expect(findBreaches(Buffer.from('{}'), describeDeployment(null))[0]).toContain(
      'the schema is another one',
    )
  })
})
