import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import type { PublicClient } from 'viem'
import { isAddressEqual } from 'viem'
import { AppError } from '../../platform/app-error.ts'
import type { KindSpec } from './kinds.ts'

type Hex = `0x${string}`

/** What a quote rests on: everything read at one block, the newest. */
export interface QuoteBase {
  readonly block: { readonly number: bigint /** Unix seconds. */; readonly timestamp: bigint }
  /** The account's next nonce on the contract. */
  readonly nonce: bigint
}

/**
 * Reads the account's nonce at `block`, and that the contract takes our vouchers now: nothing is signed that must revert.
 * Throws the kind's own refusal when the contract is paused or knows another signer, NO_PRICE when it can't be asked.
 */
export const openQuote = async (
  client: PublicClient,
  input: {
    readonly spec: KindSpec
    readonly contract: Hex
    readonly account: Hex
    readonly signer: Hex
    readonly block: QuoteBase['block']
  },
): Promise<QuoteBase> => {
  const { spec, contract, account, signer, block } = input
  // Every contract that takes vouchers has these views (IVouchers); one ABI serves for all.
  const at = { address: contract, abi: digitalRightsAbi, blockNumber: block.number } as const
  const [nonce, paused, contractSigner] = await Promise.all([
    client.readContract({ ...at, functionName: 'nonces', args: [account] }),
    client.readContract({ ...at, functionName: 'paused' }),
    client.readContract({ ...at, functionName: 'signer' }),
  ]).catch((cause: unknown) => {
    throw new AppError('NO_PRICE', { details: { reason: 'chain-unavailable' }, cause })
  })
  if (paused) throw new AppError(spec.stopped, { details: { reason: 'paused' } })
  if (!isAddressEqual(contractSigner, signer)) {
    throw new AppError(spec.stopped, { details: { reason: 'signer-revoked' } })
  }
  return { block, nonce }
}
