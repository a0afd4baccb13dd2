import type { Voucher } from '@dr/protocol/calls/voucher'
import { contractOfType, KIND_OF_TYPE, VOUCHER_TYPES, type VoucherType } from '@dr/protocol/vouchers'
import { type Address, type Hex, hashTypedData, type TypedData } from 'viem'
import type { Config } from '../../../api/config.ts'
import { expectEqual, type Mismatch } from '../../../chain/vouchers/mismatches.ts'
import { recoverSigner } from '../../../chain/vouchers/recover-signer.ts'
import { readVoucherMessage, type VoucherMessage } from '../../../chain/vouchers/voucher-message.ts'
import { checkReceipt } from './check-receipt.ts'
import { checkRequest, type VoucherRequest } from './kinds.ts'

interface Input {
  readonly voucher: Voucher
  readonly request: VoucherRequest | null
  /** Lower case, as the connection has it. */
  readonly account: Address
  readonly config: Config
  /** `signer()` of the contract, read from the chain; lower case. */
  readonly signer: Address
}

/** Configured contracts that a voucher of this type may name, whatever the server says. */
const contractOf = ({ config, voucher, request }: Input): readonly string[] => {
  const { DigitalRights, Exchange, withdrawalVaults } = config.contracts
  const { primaryType } = voucher.typedData
  const taker = contractOfType(primaryType)
  if (taker === 'Exchange') return [Exchange]
  if (taker === 'DigitalRights') return [DigitalRights]
  return request?.kind === 'withdraw' ? [withdrawalVaults[request.vault] ?? ''] : withdrawalVaults
}

const checkDomain = (input: Input): Mismatch[] => {
  const { voucher, config } = input
  const { domain, primaryType, types } = voucher.typedData
  const contracts = contractOf(input)
  const contract = contracts.find((address) => address === voucher.contract) ?? contracts[0] ?? ''
  return [
    ...expectEqual('types', { [primaryType]: VOUCHER_TYPES[primaryType] }, withoutDomainType(types)),
    ...expectEqual('domain', domainOf(primaryType, config.chain.chainId), {
      name: domain.name,
      version: domain.version,
      chainId: domain.chainId,
    }),
    ...expectEqual('contract', [contract, contract], [voucher.contract, domain.verifyingContract]),
    ...expectEqual('header', KIND_OF_TYPE[primaryType], voucher.kind),
  ]
}

const domainOf = (primaryType: VoucherType, chainId: number) => ({
  name: contractOfType(primaryType),
  version: '1',
  chainId,
})

/** Wallets require `EIP712Domain` among the types; it does not change the digest. */
const withoutDomainType = (types: Voucher['typedData']['types']) =>
  Object.fromEntries(Object.entries(types).filter(([name]) => name !== 'EIP712Domain'))

/** Computes the digest from the displayed fields, with the app's own types and domain. */
export const voucherDigest = (voucher: Voucher, message: VoucherMessage): Hex => {
  const { primaryType, domain } = voucher.typedData
  const { kind: _, ...fields } = message
  const types: TypedData = VOUCHER_TYPES
  return hashTypedData({
    domain: { ...domain, verifyingContract: domain.verifyingContract as Address },
    primaryType,
    types,
    message: fields,
  })
}

const checkSignature = async ({ voucher, signer }: Input, message: VoucherMessage): Promise<Mismatch[]> => {
  const digest = voucherDigest(voucher, message)
  const recovered = (await recoverSigner(digest, voucher.signature as Hex)) ?? 'unreadable'
  return [...expectEqual('digest', digest, voucher.digest), ...expectEqual('signer', signer, recovered)]
}

/**
 * Checks everything about a voucher that this device can check alone, before the wallet is asked: the app's
 * own types and domain, the digest of the displayed fields, the contract's signer on chain, the configured
 * contract, and the requested amounts. Returns the mismatches; empty if all hold.
 */
export const verifyVoucher = async (input: Input): Promise<readonly Mismatch[]> => {
  const { voucher, account } = input
  let message: VoucherMessage
  let contents: readonly Mismatch[]
  try {
    message = readVoucherMessage(voucher.typedData)
    contents = [...checkRequest(input, message), ...checkReceipt(input, message)]
  } catch (error) {
    return [
      { name: 'unreadable', expected: '', actual: error instanceof Error ? error.message : String(error) },
    ]
  }
  return [
    ...checkDomain(input),
    ...expectEqual('account', account, message.account),
    ...expectEqual(
      'header',
      [voucher.nonce, voucher.deadline],
      [String(message.nonce), Number(message.deadline)],
    ),
    ...contents,
    ...(await checkSignature(input, message)),
  ]
}
