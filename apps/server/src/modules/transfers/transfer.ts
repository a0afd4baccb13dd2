import { transferTypedData } from '@dr/protocol/account-typed-data'
import { TRANSFER_WAIT_SECONDS } from '@dr/protocol/constants'
import type { Hex } from 'viem'
import { type ChainNow, chainNow } from '../../platform/chain/chain-clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { hold, type Provenance, posting, postJournal } from '../ledger/index.ts'
import type { TransfersDeps } from './deps.ts'
import { requireBalance, requireReceiver, signedTerms, type TransferRequest } from './prepare-transfer.ts'
import type { TransferTerms } from './transfer.rules.ts'

export interface Transferred {
  readonly orderId: string
  readonly journalId: bigint
  readonly at: Date
  /** Unix seconds, by the chain's clock. */
  readonly availableAt: bigint
}

interface Parties {
  readonly from: UserId
  readonly to: UserId
}

/**
 * Posts the transfer in one journal, and holds the amount in the receiver's account until it is available.
 */
const post = async (
  tx: Tx,
  { orderId, parties, terms }: { orderId: string; parties: Parties; terms: TransferTerms },
  { source, now }: { readonly source: Provenance; readonly now: ChainNow },
): Promise<bigint> => {
  const { vault, token, amount } = terms
  const of = (userId: UserId) => ({ kind: 'user-available', userId }) as const
  const { journalId } = await postJournal(tx, {
    key: `order:${orderId}:transfer`,
    reason: 'transfer.internal',
    at: now.at,
    source,
    postings: [posting({ vault, token, from: of(parties.from), to: of(parties.to), amount })],
  })
  const held = { orderId, userId: parties.to, vault, token, amount }
  await hold(tx, { ...held, reason: 'transfer.hold', at: now.at, source })
  return journalId
}

const move = async (
  deps: TransfersDeps,
  tx: Tx,
  request: TransferRequest,
  { orderId, to }: { readonly orderId: string; readonly to: UserId },
): Promise<Transferred> => {
  const { userId, address, terms } = request
  const { vault, token, amount } = terms
  await deps.security.signing.use(tx, orderId)
  const now = await chainNow(tx)
  await requireBalance(tx, request)
  const source = { kind: 'transfer', orderId, from: address, to: terms.to }
  const journalId = await post(tx, { orderId, parties: { from: userId, to }, terms }, { source, now })
  const availableAt = now.timestamp + BigInt(TRANSFER_WAIT_SECONDS)
  await tx.query({
    name: 'transfer_insert',
    text: `INSERT INTO internal_transfer (id, from_user, to_user, vault, token, amount, journal_id, at, available_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [orderId, userId, to, vault, token, amount, journalId, now.at, availableAt],
  })
  return { orderId, journalId, at: now.at, availableAt }
}

/**
 * Transfers money to another user. Requires the wallet's signature of exactly this transfer (10007, usable
 * once), and the right payment password (1014, 1013, 30003). The signature is verified first, so that
 * passwords cannot be tried without the wallet. Throws 1015 if the balance is too low; 10002 for a receiver
 * that is not allowed.
 */
export const transfer = async (
  deps: TransfersDeps,
  request: TransferRequest & {
    readonly ip: string
    readonly signature: Hex
    readonly paymentPassword: string
  },
): Promise<Transferred> => {
  const { database, security, domain, settle } = deps
  const { userId, address, terms, signature, ip, paymentPassword } = request
  const { receiverId } = await requireReceiver(database.read, request)
  await security.requirePasswordSet(userId)
  const { orderId } = await security.signing.find({
    userId,
    kind: 'transfer',
    terms: signedTerms(terms),
    address,
    signature,
    typedData: (order) => {
      const { to, vault, token, amount } = terms
      return transferTypedData(domain, order, { from: address, to, account: vault, token, amount })
    },
  })
  await security.checkPassword({ userId, ip, password: paymentPassword })
  await settle({ userId, address, vault: terms.vault })
  return database.transaction((tx) => move(deps, tx, request, { orderId, to: receiverId }))
}
