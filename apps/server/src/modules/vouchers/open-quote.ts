import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import type { PublicClient } from 'viem'
import { isAddressEqual } from 'viem'
import { AppError } from '../../platform/app-error.ts'
import type { Reader } from '../../platform/database/database.ts'
import { keepByBlock } from '../../platform/keep-by-block.ts'
import { requireRunning } from '../parameters/index.ts'
import type { KindSpec } from './kinds.ts'

type Hex = `0x${string}`

/** What a quote rests on: everything read at one block, the newest. */
export interface QuoteBase {
  readonly block: { readonly number: bigint /** Unix seconds. */; readonly timestamp: bigint }
  /** The account's next nonce on the contract. */
  readonly nonce: bigint
}

/** Whether a contract takes vouchers at a block, and whose. */
export interface ContractState {
  readonly paused: boolean
  readonly signer: Hex
}
export type ReadContractState = (contract: Hex, block: QuoteBase['block']) => Promise<ContractState>

/** Every contract that takes vouchers has these views (IVouchers); one ABI serves for all. */
const viewOf = (contract: Hex, block: QuoteBase['block']) =>
  ({ address: contract, abi: digitalRightsAbi, blockNumber: block.number }) as const

/** Asked once a block for all quotes. */
export const createContractStates = (client: PublicClient): ReadContractState =>
  keepByBlock(async (contract: Hex, block: QuoteBase['block']) => {
    const view = viewOf(contract, block)
    const [paused, signer] = await Promise.all([
      client.readContract({ ...view, functionName: 'paused' }),
      client.readContract({ ...view, functionName: 'signer' }),
    ])
    return { paused, signer }
  })

/**
 * Reads the account's nonce at `block`, and that the contract takes our vouchers now: nothing is signed that must revert.
 * Throws the kind's own refusal when operators have stopped it, the contract is paused or knows another signer, NO_PRICE when it can't be asked.
 */
export const openQuote = async (
  {
    client,
    stateOf,
    reader,
  }: {
    readonly client: PublicClient
    readonly stateOf: ReadContractState
    readonly reader: Reader
  },
  input: {
    readonly spec: KindSpec
    readonly contract: Hex
    readonly account: Hex
    readonly signer: Hex
    readonly block: QuoteBase['block']
  },
): Promise<QuoteBase> => {
  const { spec, contract, account, signer, block } = input
  await requireRunning(reader, spec.stoppable, spec.stopped)
  const [nonce, state] = await Promise.all([
    client.readContract({ ...viewOf(contract, block), functionName: 'nonces', args: [account] }),
    stateOf(contract, block),
  ]).catch((cause: unknown) => {
    throw new AppError('NO_PRICE', { details: { reason: 'chain-unavailable' }, cause })
  })
  if (state.paused) throw new AppError(spec.stopped, { details: { reason: 'paused' } })
  if (!isAddressEqual(state.signer, signer)) {
    throw new AppError(spec.stopped, { details: { reason: 'signer-revoked' } })
  }
  return { block, nonce }
}
