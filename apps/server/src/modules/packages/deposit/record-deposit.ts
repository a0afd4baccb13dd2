import type { ErrorName } from '@dr/protocol/errors'
import type { ChainEvent } from '../../../platform/chain/chain-events.ts'
import { type PayoutTokenContracts, requirePayoutToken } from '../../../platform/chain/contract-addresses.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import type { UserId } from '../../../platform/ids.ts'
import { maxBigInt, minBigInt } from '../../../platform/integers.ts'
import { addDeposit, postJournal } from '../../ledger/index.ts'
import { findUserByAddress } from '../../users/index.ts'
import { available, move } from '../accounts.ts'
import { lockBudget } from '../budget/budget.ts'
import { beginPosition } from '../position/begin-position.ts'
import type { StakeBegun } from '../position/stake.ts'
import type { DepositOutcome } from '../tables.ts'
import { findTerms } from '../terms/read-packages.ts'
import { type DrPrices, type PackageToken, stakeValue } from '../terms/terms.rules.ts'
import { isClaimedBack } from './claims-ahead.ts'
import { bookDeposit, readChainPackageId } from './deposit.rules.ts'

export interface Deposited {
  readonly account: LowerHex
  readonly token: LowerHex
  readonly amount: bigint
  readonly packageId: bigint
  /** Averages of DR at its block, 18 decimals; 0 if the oracle had none. */
  readonly price: bigint
  readonly price24h: bigint
}

interface Outcome {
  readonly outcome: DepositOutcome
  readonly reason?: ErrorName
  readonly positionId?: bigint
}

const pricesOf = ({ price, price24h }: Deposited): DrPrices | null =>
  price === 0n || price24h === 0n
    ? null
    : { lower: minBigInt(price, price24h), higher: maxBigInt(price, price24h) }

const keepDeposit = async (
  tx: Tx,
  event: ChainEvent<Deposited>,
  { token, userId, result }: { token: PackageToken; userId: UserId | null; result: Outcome },
): Promise<void> => {
  const { account, amount, packageId } = event.args
  await tx.query({
    name: 'package_deposit_insert',
    text: `INSERT INTO package_deposit (key, user_id, address, token, amount, chain_package_id, at, block_number, tx_hash,
        outcome, reason, position_id)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    values: [
      event.key,
      userId,
      account,
      token,
      amount,
      packageId,
      event.blockTimestamp,
      event.blockNumber,
      event.txHash,
      result.outcome,
      result.reason ?? null,
      result.positionId ?? null,
    ],
  })
}

/**
 * Posts a deposit from an address without a user; it is attributed when they register
 * (`attribute-deposits.ts`).
 */
const leaveUnattributed = async (
  tx: Tx,
  token: PackageToken,
  { key, at, txHash, args }: ChainEvent<Deposited>,
): Promise<Outcome> => {
  await postJournal(tx, {
    key,
    at,
    reason: 'package.unattributed',
    source: { kind: 'chain', txHash, from: args.account },
    postings: [move(token, { from: 'chain', to: 'unattributed', amount: args.amount })],
  })
  return { outcome: 'unattributed' }
}

const giveBack = async (
  tx: Tx,
  { token, userId, reason }: { token: PackageToken; userId: UserId; reason: ErrorName },
  { key, at, txHash, args: { amount } }: ChainEvent<Deposited>,
): Promise<Outcome> => {
  await postJournal(tx, {
    key,
    at,
    reason: 'package.credit',
    source: { kind: 'chain', txHash, refused: reason },
    postings: [move(token, { from: 'chain', to: available(userId), amount })],
  })
  return { outcome: 'returned', reason }
}

const book = async (
  tx: Tx,
  { token, userId, stakeBegun }: { token: PackageToken; userId: UserId; stakeBegun: StakeBegun },
  event: ChainEvent<Deposited>,
): Promise<Outcome> => {
  const { amount } = event.args
  const { packageId, incomeToken } = readChainPackageId(event.args.packageId)
  const { key, at, txHash, blockTimestamp } = event
  const prices = pricesOf(event.args)
  const terms = await findTerms(tx, { packageId, at: blockTimestamp })
  const budget = await lockBudget(tx, { packageId: terms?.packageId ?? 0, token: incomeToken })
  const booking = bookDeposit(
    terms,
    { token, amount, incomeToken, at: blockTimestamp },
    { budget: budget.open, prices },
  )
  const isTaken = await isClaimedBack(tx, { userId, token, event })
  if (booking.kind === 'returned' || !terms || isTaken) {
    const refused = terms ? 'LEDGER_BALANCE_TOO_LOW' : 'PACKAGE_NOT_FOUND'
    const reason = booking.kind === 'returned' ? booking.reason : refused
    return giveBack(tx, { token, userId, reason }, event)
  }
  const principal = {
    key,
    reason: 'package.deposit',
    source: { kind: 'chain', txHash },
    from: 'chain',
  } as const
  const position = {
    userId,
    packageId: terms.packageId,
    token,
    incomeToken,
    income: booking.income,
    principal: amount,
    termDays: terms.termDays,
    startsAt: blockTimestamp,
    value: stakeValue(token, amount, prices),
    origin: 'deposit' as const,
    reference: key,
  }
  const means = { budget, at, principal, stakeBegun }
  return { outcome: 'position', positionId: await beginPosition(tx, position, means) }
}

/**
 * Records a final deposit (docs/product.md 4, 8), by its event alone and in the chain's order: as a position
 * with committed income if it fits an open package and the account has not claimed it back by the end of the
 * range of blocks; otherwise it is returned to the available node balance, with the reason. Either way the amount can be withdrawn without burn.
 */
export const recordDeposit = async (
  tx: Tx,
  { contracts, stakeBegun }: { readonly contracts: PayoutTokenContracts; readonly stakeBegun: StakeBegun },
  event: ChainEvent<Deposited>,
): Promise<void> => {
  const token = requirePayoutToken(contracts, event.args.token)
  const user = await findUserByAddress(tx, event.args.account)
  const { account, amount } = event.args
  await addDeposit(tx, { account, vault: 2, token }, { amount, isStranger: !user })
  const result = user
    ? await book(tx, { token, userId: user.id, stakeBegun }, event)
    : await leaveUnattributed(tx, token, event)
  await keepDeposit(tx, event, { token, userId: user?.id ?? null, result })
}
