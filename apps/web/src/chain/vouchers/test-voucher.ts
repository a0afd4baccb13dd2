import type { Voucher } from '@dr/protocol/calls/voucher'
import { byToken, PRICED_TOKENS, TOKENS } from '@dr/protocol/tokens'
import vectors from '@dr/protocol/vectors/typed-data.json'
import { contractOfType, VOUCHER_TYPES } from '@dr/protocol/vouchers'
import type { Address } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Config } from '../../api/config.ts'
import type { VoucherRequest } from '../kinds/kinds.ts'
import { verifyVoucher, voucherDigest } from './verify-voucher.ts'
import { readVoucherMessage } from './voucher-message.ts'

const lower = (text: string): Address => text.toLowerCase() as Address

/** The first machines' purchase of the vectors that pin TypeScript to the contracts. */
const found = vectors.vectors.find(({ name }) => name === 'buy two machines')
if (!found) throw new Error('the vector is gone')
export const vector = found
export const account = lower(vector.message.account)
export const contract = lower(vector.domain.verifyingContract)
const signer = lower(vectors.signer)
export const orderId = '01890000-0000-7000-8000-000000000001'

export const config: Config = {
  appVersion: '1.0.6',
  chain: {
    chainId: vector.domain.chainId,
    name: 'Local',
    rpcUrls: ['http://localhost:8545'],
    explorerUrl: null,
    nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
  },
  contracts: {
    DigitalRights: contract,
    Exchange: `0x${'0e'.repeat(20)}`,
    DigitDraw: `0x${'0d'.repeat(20)}`,
    withdrawalVaults: [`0x${'0a'.repeat(20)}`, `0x${'1a'.repeat(20)}`, `0x${'2a'.repeat(20)}`],
    Funding: `0x${'b1'.repeat(20)}`,
    ResultRegistry: `0x${'b2'.repeat(20)}`,
    Emission: `0x${'b3'.repeat(20)}`,
    PriceOracle: `0x${'b4'.repeat(20)}`,
    timelock: `0x${'b5'.repeat(20)}`,
    treasury: `0x${'b6'.repeat(20)}`,
    ...byToken(TOKENS, (token) => `0x${`a${TOKENS.indexOf(token) + 1}`.repeat(20)}`),
    pairs: byToken(PRICED_TOKENS, (token) => `0x${`c${TOKENS.indexOf(token) + 1}`.repeat(20)}`),
  },
  startBlock: 1,
  features: { faucet: false, game: false, email: false },
  walletConnectProjectId: null,
  walletConnectRelayUrl: null,
  genesisInviteCode: null,
  parameters: {
    withdrawalBurnBps: 500,
    withdrawalMinimum: { DR: '0', USDT: '0' },
    withdrawalDailyLimitUsd: '0',
    podPowerMinimumDr: '0',
    electricityFee: '0',
    electricityPeriodDays: 30,
    collectIntervalSeconds: 3_600,
    voucherLifetimeSeconds: 600,
    swapVoucherLifetimeSeconds: 60,
  },
  locales: [],
}

export const voucher: Voucher = {
  orderId,
  kind: 'buy-machine',
  status: 'open',
  contract,
  typedData: {
    domain: { ...vector.domain, version: '1', verifyingContract: contract },
    primaryType: 'BuyMachine',
    types: { BuyMachine: [...VOUCHER_TYPES.BuyMachine] },
    message: { ...vector.message, account } as Voucher['typedData']['message'],
  },
  signature: vector.signature as Address,
  digest: vector.digest,
  nonce: '0',
  deadline: 1_800_000_000,
  issuedAtBlock: 1,
  prices: {
    DRGV: { price: '100000000000000000', blockNumber: 1, blockTime: 1, source: `0x${'0b'.repeat(20)}` },
  },
  outgoing: [
    { token: 'USDT', amount: '160000000000000000000', from: 'wallet', to: 'treasury' },
    { token: 'DRGV', amount: '400000000000000000000', from: 'wallet', to: 'burned' },
  ],
  incoming: [{ kind: 'machines', productId: 'm1', name: 'M1', count: 2, power: 20, lifeDays: 720 }],
  remaining: 0,
}
export const request: VoucherRequest = {
  kind: 'buyMachine',
  productId: 'm1',
  machineCount: 2,
  product: { price: 100n * 10n ** 18n, drgvShareBps: 2_000 },
}

export const mismatchesOf = async (
  signed: Voucher,
  ask: VoucherRequest | null = request,
  from = account,
  chainSigner = signer,
) =>
  (await verifyVoucher({ voucher: signed, request: ask, account: from, config, signer: chainSigner })).map(
    ({ name }) => name,
  )

export const withMessage = (change: Record<string, string>): Voucher => ({
  ...voucher,
  typedData: { ...voucher.typedData, message: { ...voucher.typedData.message, ...change } as never },
})

/** A voucher a thief of the server signs well: digest and signature hold, and the contract would take it. */
export const resigned = async (signed: Voucher): Promise<{ voucher: Voucher; signer: Address }> => {
  const thief = privateKeyToAccount(`0x${'77'.repeat(32)}`)
  const digest = voucherDigest(signed, readVoucherMessage(signed.typedData))
  const signature = await thief.sign({ hash: digest })
  return { voucher: { ...signed, digest, signature }, signer: lower(thief.address) }
}

/** A voucher of another kind than machines, with a valid signature of the signer of `resigned`. */
export const made = (
  change: Pick<Voucher, 'kind' | 'contract' | 'outgoing' | 'incoming'>,
  primaryType: Exclude<keyof typeof VOUCHER_TYPES, 'BuyMachine' | 'ActivateMachine'>,
  fields: Readonly<Record<string, string>>,
): Voucher => ({
  ...voucher,
  ...change,
  prices: {},
  typedData: {
    domain: {
      ...voucher.typedData.domain,
      name: contractOfType(primaryType),
      verifyingContract: change.contract,
    },
    primaryType,
    types: { [primaryType]: [...VOUCHER_TYPES[primaryType]] },
    message: { account, ...fields, nonce: '0', deadline: '1800000000' },
  },
})
export const order = { orderId: BigInt(`0x${orderId.replaceAll('-', '')}`).toString() }
