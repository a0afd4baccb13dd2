import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { type VoucherKind, voucherSpec } from '@dr/protocol/vouchers'
import type { PublicClient } from 'viem'
import { allInOrder } from '../../platform/all-in-order.ts'
import { AppError } from '../../platform/app-error.ts'
import type { ChainNow } from '../../platform/chain/chain-clock.ts'
import { addressOfWord, selectorOf, viewsOf } from '../../platform/chain/chain-views.ts'
import { keepByBlock } from '../../platform/chain/keep-by-block.ts'
import type { LowerHex } from '../../platform/hex.ts'
import type { SettingsReader } from '../parameters/index.ts'
import { stoppedError } from './kinds.ts'
import { chainUnavailable } from './require-wallet-can-pay.ts'
import { signingRefusal } from './signing/voucher-signer.ts'

/** What a quote depends on, all read at one block, the newest. */
export interface QuoteBase {
  readonly block: { readonly number: bigint /** Unix seconds. */; readonly timestamp: bigint }
  /** The account's next nonce on the contract. */
  readonly nonce: bigint
  /** The signer that the contract accepts, lower case: one of the keys available here. */
  readonly signer: LowerHex
}

/** Whether a contract accepts vouchers at a block, and its signer. */
interface ContractState {
  readonly paused: boolean
  readonly signer: LowerHex
}
export type ReadContractState = (block: QuoteBase['block'], contract: LowerHex) => Promise<ContractState>

/** Every contract that takes vouchers has these views (IVouchers); one ABI serves for all. */
const PAUSED = selectorOf(digitalRightsAbi, 'paused')
const SIGNER = selectorOf(digitalRightsAbi, 'signer')
const NONCES = selectorOf(digitalRightsAbi, 'nonces')

/** Asked once a block for all quotes. */
export const createContractStates = (client: PublicClient): ReadContractState =>
  keepByBlock(async (block: QuoteBase['block'], contract: LowerHex) => {
    const view = { address: contract, blockNumber: block.number }
    const ask = viewsOf(client)
    const [[paused], [signer]] = await Promise.all([
      ask({ ...view, selector: PAUSED }),
      ask({ ...view, selector: SIGNER }),
    ])
    return { paused: paused !== 0n, signer: addressOfWord(signer) }
  })

/**
 * The newest block the endpoints know and the ledger's may be this far apart, in seconds; BNB Smart Chain's
 * are some two.
 */
export const LEDGER_LAG_MAX_SECONDS = 120n
/**
 * The ledger's block is final, so the newest one is never older, but for what the reading of both takes: an
 * endpoint that names an older one shows a past in which nonces and balances were others.
 */
const CHAIN_LAG_MAX_SECONDS = 5n

export interface LedgerLag {
  readonly readClock: () => Promise<Pick<ChainNow, 'timestamp'>>
  readonly maxSeconds: bigint
}

/**
 * Nothing is signed upon a ledger that does not follow the chain, or upon an endpoint that is behind the
 * ledger: NO_PRICE with the reason.
 */
const requireLedgerFollows = async (
  { readClock, maxSeconds: lagMax }: LedgerLag,
  block: QuoteBase['block'],
): Promise<void> => {
  const { timestamp } = await readClock()
  const lag = block.timestamp - timestamp
  if (lag > lagMax) throw new AppError('NO_PRICE', { details: { reason: 'ledger-behind', seconds: lag } })
  if (-lag > CHAIN_LAG_MAX_SECONDS)
    throw new AppError('NO_PRICE', { details: { reason: 'chain-behind', seconds: -lag } })
}

/**
 * Reads the account's nonce at `block`, and that the contract takes our vouchers now: nothing is signed that
 * must revert. Throws the kind's own refusal when operators have stopped it, the contract is paused or knows
 * another signer, or the signer does not answer; NO_PRICE when the chain can't be asked, or ledger and chain
 * are too far apart.
 */
export const openQuote = async (
  {
    client,
    stateOf,
    settings,
    ledgerLag,
  }: {
    readonly client: PublicClient
    readonly stateOf: ReadContractState
    readonly settings: SettingsReader
    /** None: not compared; a local chain can travel in time. */
    readonly ledgerLag: LedgerLag | undefined
  },
  input: {
    readonly kind: VoucherKind
    readonly contract: LowerHex
    readonly account: LowerHex
    /** Addresses of the keys that can sign, lower case. */
    readonly signers: () => Promise<readonly LowerHex[]>
    readonly block: QuoteBase['block']
  },
): Promise<QuoteBase> => {
  const { kind, contract, account, signers, block } = input
  const stopped = stoppedError(kind)
  const chain = Promise.all([
    viewsOf(client)({ address: contract, selector: NONCES, argument: account, blockNumber: block.number }),
    stateOf(block, contract),
  ]).catch(chainUnavailable)
  const [, [[nonce], state], addresses] = await allInOrder([
    settings.requireRunning(voucherSpec(kind).stoppable, stopped),
    chain,
    signers().catch((error: unknown) => {
      throw signingRefusal(kind, error)
    }),
    ledgerLag ? requireLedgerFollows(ledgerLag, block) : Promise.resolve(),
  ])
  if (state.paused) throw new AppError(stopped, { details: { reason: 'paused' } })
  if (!addresses.includes(state.signer)) {
    throw new AppError(stopped, { details: { reason: 'signer-revoked' } })
  }
  return { block, nonce, signer: state.signer }
}
