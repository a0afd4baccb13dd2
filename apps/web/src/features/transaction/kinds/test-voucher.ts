import type { Voucher } from '@dr/protocol/calls/voucher'
import vectors from '@dr/protocol/vectors/typed-data.json'
import { contractOfType, VOUCHER_TYPES } from '@dr/protocol/vouchers'
import type { Address } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { config, contract, vector } from '../../../api/test-config.ts'
import { readVoucherMessage } from '../../../chain/vouchers/voucher-message.ts'
import type { VoucherRequest } from './kinds.ts'
import { verifyVoucher, voucherDigest } from './verify-voucher.ts'

const lower = (text: string): Address => text.toLowerCase() as Address

export const account = lower(vector.message.account)
const signer = lower(vectors.signer)
export const orderId = '01890000-0000-7000-8000-000000000001'

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

/** A voucher signed with a stolen key: digest and signature are valid, and the contract would accept it. */
export const resigned = async (signed: Voucher): Promise<{ voucher: Voucher; signer: Address }> => {
  const thief = privateKeyToAccount(`0x${'77'.repeat(32)}`)
  const digest = voucherDigest(signed, readVoucherMessage(signed.typedData))
  const signature = await thief.sign({ hash: digest })
  return { voucher: { ...signed, digest, signature }, signer: lower(thief.address) }
}

/** A voucher for no machines, with a valid signature of the signer of `resigned`. */
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
