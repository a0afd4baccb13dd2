/** Vouchers like the product's, on the contracts of `OFFLINE_DEPLOYMENT`. */

import { VOUCHERS, type VoucherKind, voucherSpec } from '@dr/protocol/vouchers'
import type { Hex } from 'viem'
import {
  digestOf,
  type UnsignedVoucher,
  type VoucherField,
  type VoucherMessage,
} from '../../src/modules/vouchers/issue/digest.ts'
import type { SignRequest } from '../../src/modules/vouchers/signing/voucher-signer.ts'
import { type LowerHex, lowerHex } from '../../src/platform/hex.ts'
import { OFFLINE_DEPLOYMENT } from '../app/offline-deployment.ts'

const { contracts } = OFFLINE_DEPLOYMENT
const ONE = 10n ** 18n

/** The account with this number. */
export const accountOf = (number: number): LowerHex => lowerHex(`0x${number.toString(16).padStart(40, '0')}`)

const FIELDS: Readonly<Record<string, VoucherField>> = {
  account: accountOf(1),
  referrer: accountOf(2),
  inputTokenAddress: lowerHex(contracts.USDT),
  outputTokenAddress: lowerHex(contracts.DR),
  machineIDs: [7n, 8n],
  machineCount: 1n,
  Period: 1n,
  nonce: 0n,
}

const contractOf = (kind: VoucherKind): LowerHex => {
  const { contract } = voucherSpec(kind)
  return lowerHex(
    contract === 'WithdrawalVault' ? (contracts.withdrawalVaults[1] as Hex) : contracts[contract],
  )
}

interface Sample {
  readonly chainId?: number
  readonly now: number
  readonly contract?: LowerHex
  readonly fields?: VoucherMessage
}

/** `now`: Unix seconds, to which the kind's lifetime is added for the deadline. */
export const sampleVoucher = (
  kind: VoucherKind,
  { chainId = 97, now, contract, fields = {} }: Sample,
): UnsignedVoucher => {
  const deadline = BigInt(Math.floor(now) + voucherSpec(kind).lifetimeSeconds)
  const message = voucherSpec(kind).fields.map(({ name }) => [name, FIELDS[name] ?? ONE])
  return {
    primaryType: VOUCHERS[kind].primaryType,
    chainId,
    contract: contract ?? contractOf(kind),
    message: { ...Object.fromEntries(message), deadline, ...fields },
  }
}

export const toSign = (voucher: UnsignedVoucher, address: LowerHex): SignRequest => ({
  voucher,
  address,
  digest: digestOf(voucher),
})
