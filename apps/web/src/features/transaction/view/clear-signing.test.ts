/**
 * Compares a wallet's display by the descriptors (contracts/descriptors) with the app's receipt of the same
 * call: title, amounts, tokens, words and deadline.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Voucher } from '@dr/protocol/calls/voucher'
import { TOKENS } from '@dr/protocol/tokens'
import vectors from '@dr/protocol/vectors/typed-data.json'
import { contractOfType, KIND_OF_TYPE, VOUCHER_TYPES, type VoucherType } from '@dr/protocol/vouchers'
import { type Shown, showCall, type WalletKnowledge } from '@dr/test-kit/clear-signing'
import { setupI18n } from '@lingui/core'
import { isValidElement } from 'react'
import type { Address } from 'viem'
import { describe, expect, it } from 'vitest'
import { compileCatalog, readCatalog } from '../../../../build/catalogs.ts'
import { config } from '../../../api/test-config.ts'
import { type ContractCall, voucherCall } from '../../../chain/calls/contract-call.ts'
import { readVoucherMessage } from '../../../chain/vouchers/voucher-message.ts'
import { leavesWallet, reachesWallet } from '../../../chain/vouchers/voucher-tokens.ts'
import { type Translate, withCounts } from '../../../i18n/translate.ts'
import type { ReceiptRow } from '../../../ui/lists/receipt.tsx'
import { account, voucher as example } from '../kinds/test-voucher.ts'
import { type DirectIntent, directCall } from '../plan/direct-call.ts'
import type { Plan } from '../plan/plan.ts'
import { kindOfPlan } from '../plan/plan-kind.ts'
import { receiptParts } from './receipt-rows.tsx'

const folderOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const english = compileCatalog(readCatalog(folderOf('../../../i18n/catalogs/en.json')))
const i18n = setupI18n({ locale: 'en', messages: { en: english as never } })
const t: Translate = (key, values) => i18n._(key, withCounts(values))

const { contracts, chain } = config
const { chainId } = chain
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  'calldata-DigitalRights.json': [contracts.DigitalRights],
  'calldata-Exchange.json': [contracts.Exchange],
  'calldata-DigitDraw.json': [contracts.DigitDraw ?? ''],
  'calldata-USDR.json': [contracts.USDR],
  'calldata-tokens.json': [contracts.USDT, contracts.DR, contracts.DRGV],
  ...Object.fromEntries(
    contracts.withdrawalVaults.map((vault, index) => [`calldata-WithdrawalVault-${index}.json`, [vault]]),
  ),
}
type Templates = WalletKnowledge['files'][number] & { readonly metadata: { readonly constants?: object } }
const DESCRIPTORS = folderOf('../../../../../../contracts/descriptors/')
/** The committed templates, at the addresses of the tests. */
const files = readdirSync(DESCRIPTORS)
  .filter((name) => name.startsWith('calldata-'))
  .map((name) => {
    const template = JSON.parse(readFileSync(DESCRIPTORS + name, 'utf8')) as Templates
    const deployments = ADDRESSES[name]?.map((address) => ({ chainId, address }))
    const constants = Object.fromEntries(TOKENS.map((token) => [token, contracts[token]]))
    return { ...template, context: { contract: { deployments } }, metadata: { constants } }
  })
const tokens = Object.fromEntries(TOKENS.map((token) => [contracts[token], { ticker: token, decimals: 18 }]))
const shown = ({ to, data }: ContractCall): Shown => showCall({ chainId, to, data }, { files, tokens })

/** Amounts of rows, without their direction: `Burned: 12 DRGV`, in base units. */
const amountsOf = (rows: readonly ReceiptRow[]): string[] =>
  rows.flatMap(({ label, value }) => {
    if (!isValidElement<{ value?: bigint; token?: string }>(value)) return []
    const { value: amount, token } = value.props
    if (amount === undefined || !TOKENS.some((known) => known === token)) return []
    return [`${label}: ${amount < 0n ? -amount : amount} ${token}`]
  })
const amountsShown = ({ fields }: Shown): string[] =>
  fields.flatMap(({ label, path, amount }) =>
    amount && path !== 'DRGVPrice' ? [`${label}: ${amount.value} ${amount.ticker}`] : [],
  )
const textAt = ({ fields }: Shown, label: string): string | undefined =>
  fields.find((field) => field.label === label)?.text

const CONTRACT_OF = { DigitalRights: contracts.DigitalRights, Exchange: contracts.Exchange }
const voucherOf = (name: string): Voucher => {
  const vector = vectors.vectors.find((each) => each.name === name)
  if (vector === undefined) throw new Error(`no vector ${name}`)
  const primaryType = vector.primaryType as VoucherType
  const owner = contractOfType(primaryType)
  const contract = owner === 'WithdrawalVault' ? contracts.withdrawalVaults[1] : CONTRACT_OF[owner]
  const swapped = { inputTokenAddress: contracts.USDT, outputTokenAddress: contracts.USDR }
  const message = { ...vector.message, account, ...(primaryType === 'SwapToken' && swapped) }
  return {
    ...example,
    kind: KIND_OF_TYPE[primaryType],
    // Checked by the contract, not by the wallet.
    signature: '0x12',
    contract: contract as Address,
    deadline: Number(vector.message.deadline),
    incoming: [],
    typedData: {
      domain: { ...example.typedData.domain, name: owner, verifyingContract: contract },
      primaryType,
      types: { [primaryType]: [...VOUCHER_TYPES[primaryType]] },
      message: message as Voucher['typedData']['message'],
    },
  }
}

describe('a voucher’s call', () => {
  it.each(vectors.vectors.map(({ name }) => name))('%s', (name) => {
    const voucher = voucherOf(name)
    const message = readVoucherMessage(voucher.typedData)
    const [spends, incoming] = [leavesWallet(message, config), reachesWallet(message, config)]
    const vault = contracts.withdrawalVaults.indexOf(voucher.contract)
    const plan = {
      voucher,
      intent: null,
      vault: vault < 0 ? null : vault,
      spends,
      incoming,
    } as unknown as Plan
    const { leaving, coming } = receiptParts(t, plan)
    const wallet = shown(voucherCall(voucher))
    expect(wallet.intent).toBe(t(`tx.title.${kindOfPlan(plan)}`))
    // A withdrawal's amount has the heading of its part here, and is named by its account in the receipt.
    const account = `${t('tx.row.fromAccount', { account: textAt(wallet, 'From') ?? '' })}: `
    const inReceipt = amountsOf([...leaving, ...coming]).flatMap((row) => [
      row,
      row.replace(account, `${t('tx.leaves.account')}: `),
    ])
    expect(amountsShown(wallet).filter((row) => !inReceipt.includes(row))).toEqual([])
    const values = amountsShown(wallet).map((row) => row.split(': ').at(-1))
    expect(amountsOf(leaving).filter((row) => !values.includes(row.split(': ').at(-1)))).toEqual([])
    expect(textAt(wallet, t('tx.row.until'))).toBe(new Date(voucher.deadline * 1_000).toISOString())
    const price = wallet.fields.find(({ path }) => path === 'DRGVPrice')
    if ('DRGVPrice' in message)
      expect(price).toMatchObject({
        label: t('tx.row.price', { token: 'DRGV' }),
        amount: { ticker: 'USDT', value: message.DRGVPrice },
      })
  })
})

describe('a call without a voucher', () => {
  const units = 10n ** 18n
  const spender = contracts.DigitalRights as Address
  const terms = { termDays: 30, incomeToken: 'DR', yearlyRate: 0n, burnBps: 0n } as const
  const result = { income: 0n, burn: 0n, burnDr: null, net: 0n, worth: null }
  it.each<DirectIntent>([
    { kind: 'renewMachine', machineIDs: ['5', '6'], Period: 2, because: 'silent', paidUntil: 1 },
    {
      kind: 'deposit',
      token: 'DR',
      amount: 500n * units,
      chainPackageId: 3n,
      shown: { ...terms, result },
    },
    { kind: 'wrapUSDR', amount: 7n * units },
    { kind: 'unwrapUSDR', amount: 7n * units },
    { kind: 'enterDraw', round: 4n, digit: 9, amount: 10n * units, prize: 90n * units, closesAt: 1 },
    { kind: 'claimDraw', round: 4n, amount: 90n * units },
    {
      kind: 'transferWithin',
      vault: 1,
      token: 'USDT',
      to: spender,
      amount: 6n * units,
      proof: { epoch: 1n, earned: 9n, index: 0n, path: [{ hash: `0x${'12'.repeat(32)}`, sum: 5n }] },
      isUser: true,
    },
    { kind: 'revokeApproval', token: 'USDT', spender },
  ])('$kind', (intent) => {
    const plan = { voucher: null, intent } as unknown as Plan
    const wallet = shown(directCall(intent, account, config).call)
    // A wallet shows an approval of 0 as an approval.
    const revokes = intent.kind === 'revokeApproval'
    expect(wallet.intent).toBe(revokes ? 'Approve' : t(`tx.title.${kindOfPlan(plan)}`))
    // The contract computes the price of electricity and the prize of a round: the call does not contain
    // them.
    const said = intent.kind === 'renewMachine' || revokes ? [] : amountsOf(receiptParts(t, plan).leaving)
    expect(amountsShown(wallet).filter((row) => !row.startsWith('Approval amount: 0 '))).toEqual(said)
  })
})
