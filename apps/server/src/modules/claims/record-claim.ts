/** The indexer's part of a claim: what left the vault, and what a transfer's receiver got, is booked at once. */
import type { VaultIndex } from '@dr/protocol/token-table'
import type { PayoutToken } from '@dr/protocol/tokens'
import type { ChainEvent } from '../../platform/chain/chain-events.ts'
import { requirePayoutToken } from '../../platform/chain/contract-addresses.ts'
import type { Tx } from '../../platform/database/database.ts'
import { FatalError } from '../../platform/errors.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { type AccountOf, addToAccountBook, type Provenance, posting, postJournal } from '../ledger/index.ts'
import { findUserByAddress } from '../users/index.ts'
import { incomePostings } from '../weeks/index.ts'
import type { ClaimsDeps } from './deps.ts'
import { insertClaim } from './store.ts'

/** `Claimed` of a vault. `withheld`: DR burned, or USDT that stayed in the vault for its pool. */
export interface Claimed {
  readonly account: LowerHex
  readonly token: LowerHex
  readonly epoch: bigint
  readonly nonce: bigint
  readonly amount: bigint
  readonly withheld: bigint
}

/** `WithdrawnDR` and `WithdrawnUSDT` of a vault. */
export interface PaidByVoucher extends Pick<Claimed, 'account' | 'nonce' | 'amount'> {
  readonly burnAmount: bigint
}

/** `TransferredWithin` of a vault. */
export interface TransferredWithin {
  readonly from: LowerHex
  readonly to: LowerHex
  readonly token: LowerHex
  readonly epoch: bigint
  readonly nonce: bigint
  readonly amount: bigint
}

type RecordDeps = Pick<ClaimsDeps, 'contracts' | 'dividends' | 'nodes'>

const sourceOf = ({ txHash, logIndex }: ChainEvent) => ({ kind: 'chain', txHash, logIndex })

const post = (
  tx: Tx,
  event: ChainEvent,
  input: {
    readonly key?: string
    readonly reason: 'claim.paid' | 'claim.burned' | 'claim.received' | 'claim.unattributed'
    readonly vault: VaultIndex
    readonly token: PayoutToken
    readonly to: AccountOf
    readonly amount: bigint
    readonly source?: Provenance
  },
) => {
  const { key = event.key, reason, source = sourceOf(event), ...move } = input
  const postings = [posting({ ...move, from: { kind: 'claims-open' } })]
  return postJournal(tx, { key, reason, at: event.at, source, postings })
}

/** Books the USDT that a claim left in the vault as income of the vault's pool. */
const keepForPool = async (
  tx: Tx,
  { dividends, nodes }: RecordDeps,
  { event, vault, amount }: { event: ChainEvent<Claimed>; vault: VaultIndex; amount: bigint },
): Promise<void> => {
  const reference = 'claim'
  const part = { ...event, kind: 'operator', token: 'USDT', amount, reference } as const
  const journal = {
    key: `${event.key}:kept`,
    reason: 'claim.kept',
    at: event.at,
    source: sourceOf(event),
  } as const
  if (vault === 0) throw new FatalError('the miner vault pays no USDT')
  if (vault === 1) return dividends.receiveKept(tx, { ...part, journal })
  const postings = incomePostings({ vault, account: 'node-pool' }, { token: 'USDT', amount })
  const posted = await postJournal(tx, { ...journal, postings })
  await nodes.receiveIncome(tx, { ...part, posted })
}

/** An amount that a vault paid to an account, gross. */
interface Payment extends Pick<Claimed, 'account' | 'epoch' | 'nonce' | 'amount' | 'withheld'> {
  readonly vault: VaultIndex
  readonly token: PayoutToken
}

/** Books what left the vault, and leaves the account's part to the job (`book-claims.ts`). */
const recordPayment = async (tx: Tx, event: ChainEvent, payment: Payment): Promise<void> => {
  const { account, vault, token, amount, withheld } = payment
  const out = { vault, token, to: { kind: 'chain' } } as const
  const burned = token === 'DR' ? withheld : 0n
  await post(tx, event, { ...out, reason: 'claim.paid', amount: amount - burned })
  if (burned > 0n)
    await post(tx, event, { ...out, key: `${event.key}:burned`, reason: 'claim.burned', amount: burned })
  await addToAccountBook(tx, { account, vault, token }, { pending: amount })
  await insertClaim(tx, { kind: 'claim', receiver: null, ...payment }, event)
}

/**
 * Records a claim: `claims-open` → chain, so that the books equal the vault at once; DR's burned part is a
 * journal of its own, and USDT that was withheld comes back from the chain into the vault's pool. The account
 * itself is charged by the job (`book-claims.ts`).
 */
export const recordClaimed = async (
  tx: Tx,
  deps: RecordDeps,
  { vault, event }: { readonly vault: VaultIndex; readonly event: ChainEvent<Claimed> },
): Promise<void> => {
  const token = requirePayoutToken(deps.contracts, event.args.token)
  const { withheld } = event.args
  if (token === 'USDT' && withheld > 0n) await keepForPool(tx, deps, { event, vault, amount: withheld })
  await recordPayment(tx, event, { ...event.args, vault, token })
}

/**
 * Records a payment by a voucher that no order is of: a stolen signer's, or one whose order a restore has lost.
 * It is charged like the account's own claim, which it equals: the vault paid, and counts it as paid. A USDT
 * payment burns DR out of the wallet, and none of itself.
 */
export const recordPaymentWithoutOrder = async (
  tx: Tx,
  { contracts }: Pick<ClaimsDeps, 'contracts'>,
  { token, event }: { readonly token: PayoutToken; readonly event: ChainEvent<PaidByVoucher> },
): Promise<void> => {
  const { account, nonce, amount, burnAmount } = event.args
  const vault = contracts.withdrawalVaults.indexOf(event.address)
  if (vault < 0) throw new FatalError(`${event.address} is no vault`)
  const loss = [`loss:${event.txHash}:${vault}:${token}`]
  const { rows } = await tx.query({ text: 'SELECT FROM journal WHERE key = $1', values: loss })
  if (rows.length > 0) throw new FatalError('what left the vault is posted as a loss already')
  const withheld = token === 'DR' ? burnAmount : 0n
  const payment = { account, nonce, epoch: 0n, amount, withheld, token, vault: vault as VaultIndex }
  await recordPayment(tx, event, payment)
}

/**
 * Records a transfer within a vault: `claims-open` → the receiver, who has it at once; one who is no user has
 * it as unattributed. The sender is charged by the job.
 */
export const recordTransferredWithin = async (
  tx: Tx,
  { contracts }: RecordDeps,
  { vault, event }: { readonly vault: VaultIndex; readonly event: ChainEvent<TransferredWithin> },
): Promise<void> => {
  const { from: account, to: receiver, epoch, nonce, amount } = event.args
  const token = requirePayoutToken(contracts, event.args.token)
  const user = await findUserByAddress(tx, receiver)
  const book = { account: receiver, vault, token }
  await addToAccountBook(tx, book, { credited: amount, unattributed: user ? 0n : amount })
  await post(tx, event, {
    vault,
    token,
    amount,
    source: { ...sourceOf(event), kind: 'transfer', from: account, to: receiver },
    ...(user
      ? { reason: 'claim.received', to: { kind: 'user-available', userId: user.id } }
      : { reason: 'claim.unattributed', to: { kind: 'unattributed' } }),
  })
  await addToAccountBook(tx, { account, vault, token }, { pending: amount })
  const claim = { account, receiver, vault, token, epoch, nonce, amount, withheld: 0n }
  await insertClaim(tx, { kind: 'transfer', ...claim }, event)
}
