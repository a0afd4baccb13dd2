import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { type VoucherKind, voucherSpec } from '@dr/protocol/vouchers'
import type { PublicClient } from 'viem'
import { allInOrder } from '../../platform/all-in-order.ts'
import { AppError } from '../../platform/app-error.ts'
import type { ChainNow } from '../../platform/chain/chain-clock.ts'
import { chainUnavailable } from '../../platform/chain/chain-unavailable.ts'
import { addressOfWord, selectorOf, viewsOf } from '../../platform/chain/chain-views.ts'
import { keepByBlock } from '../../platform/chain/keep-by-block.ts'
import type { LowerHex } from '../../platform/hex.ts'
import type { SettingsReader } from '../parameters/index.ts'
import { stoppedError } from './kinds.ts'
import { signingRefusal } from './signing/voucher-signer.ts'

/** State that a quote needs, all read at the newest block. */
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

/** All contracts with vouchers have these views (IVouchers); one ABI serves for all. */
const PAUSED = selectorOf(digitalRightsAbi, 'paused')
const SIGNER = selectorOf(digitalRightsAbi, 'signer')
const NONCES = selectorOf(digitalRightsAbi, 'nonces')

/** Cached by block, for all quotes. */
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
 * Maximum difference between the newest block of the endpoints and the ledger's, in seconds; on BNB Smart
 * Chain it is about two.
 */
export const LEDGER_LAG_MAX_SECONDS = 120n
/**
 * The ledger's block is final, so the newest one should not be older, except for the time between both reads:
 * an endpoint that returns an older one is behind, with outdated nonces and balances.
 */
const CHAIN_LAG_MAX_SECONDS = 5n

export interface LedgerLag {
  readonly readClock: () => Promise<Pick<ChainNow, 'timestamp'>>
  readonly maxSeconds: bigint
}

/** Throws NO_PRICE with the reason if the ledger is behind the chain, or an endpoint behind the ledger. */
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
 * Reads the account's nonce at `block`, and checks that the contract accepts our vouchers, so that none is
 * signed that must revert. Throws ACCOUNT_BLOCKED when two operators have blocked the account, whatever the
 * kind; the kind's own refusal when operators have stopped it, the contract is
 * paused or has another signer, or the signer does not answer; NO_PRICE when the chain cannot be asked, or
 * ledger and chain are too far apart.
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
    /** Undefined: not checked, as a local chain's time may jump. */
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
  const [, , [[nonce], state], addresses] = await allInOrder([
    settings.requireNotBlocked(account),
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
