/**
 * POST /pledgeorder/investPledgeOrder: an intent for a deposit, a reinvestment, or the pledge of POD power.
 */

import type { ResponseOf } from '@dr/protocol/call'
import type { investPledgeOrder } from '@dr/protocol/calls/packages'
import { DEPOSIT_ORDER_KIND } from '@dr/protocol/constants'
import { AppError } from '../../../platform/app-error.ts'
import { chainNow } from '../../../platform/chain/chain-clock.ts'
import { readVaultAccount } from '../../../platform/chain/vault-account.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import type { UserId } from '../../../platform/ids.ts'
import { requireBooked } from '../../ledger/index.ts'
import { requireRunning } from '../../parameters/index.ts'
import { type Averages, averageAt, averagesAnswer } from '../../prices/index.ts'
import { requireWalletCanPay } from '../../vouchers/index.ts'
import { readBudget } from '../budget/budget.ts'
import { chainPackageId, quoteDeposit } from '../deposit/deposit.rules.ts'
import type { PackagesDeps } from '../deps.ts'
import { findPackage, type PodPackage } from '../terms/read-packages.ts'
import { needsPrice, type PackageTerms, type PackageToken, refusalOf } from '../terms/terms.rules.ts'
import { maturityOf } from './position.rules.ts'
import { findPosition, positionAnswer } from './positions.ts'
import { type DrPriceAt, reinvest } from './reinvest.ts'

type Answer = ResponseOf<typeof investPledgeOrder>

export interface InvestRequest {
  readonly userId: UserId
  /** The depositing wallet. */
  readonly address: LowerHex
  readonly packageId: number
  /** Base units. */
  readonly amount: bigint
  readonly incomeToken: PackageToken | undefined
  readonly reinvest: boolean | undefined
  /** Idempotency key of a reinvestment. */
  readonly requestId: string | undefined
  readonly action: 'pledge' | 'unpledge' | undefined
}

const notOfThisPackage = (path: string): AppError =>
  new AppError('BAD_PARAMETER', { details: { path, reason: 'not-of-this-package' } })

const pledge = async (
  { podPower }: PackagesDeps,
  pod: PodPackage,
  { userId, amount: units, incomeToken, action = 'pledge', reinvest: again }: InvestRequest,
): Promise<Answer> => {
  if (!pod.offered) throw new AppError('PACKAGE_NOT_FOUND')
  if (incomeToken !== undefined) throw notOfThisPackage('incomeType')
  if (again) throw notOfThisPackage('reinvest')
  const { effectiveFrom, ...power } = await podPower.changePledge({ userId, action, units })
  return {
    kind: 'pledge',
    pledged: power.pledged.toString(),
    leaving: power.leaving.toString(),
    staying: power.staying.toString(),
    joining: power.joining.toString(),
    unpledged: power.unpledged.toString(),
    effectiveAt: Number(effectiveFrom),
  }
}

/** Both averages, if the order needs them; read only if nothing else refuses the order. Throws NO_PRICE. */
const pricesFor = async (
  { prices }: PackagesDeps,
  terms: PackageTerms | undefined,
  order: Parameters<typeof refusalOf>[1],
): Promise<Averages | null> => {
  const { incomeToken } = order
  if (!terms || !incomeToken || refusalOf(terms, order) !== null) return null
  return needsPrice(terms, incomeToken) ? prices.averages('DR', await prices.newestBlock()) : null
}

const intend = async (
  deps: PackagesDeps,
  terms: PackageTerms | undefined,
  { address, amount, incomeToken }: InvestRequest,
): Promise<Answer> => {
  const { database, contracts } = deps
  const { timestamp: at } = await chainNow(database.read)
  const order = { amount, incomeToken, at }
  const prices = await pricesFor(deps, terms, { ...order, reinvest: false })
  const budget =
    terms && incomeToken ? await readBudget(database.read, { ...terms, token: incomeToken }) : undefined
  const income = quoteDeposit(terms, order, { budget: budget?.open ?? 0n, prices })
  if (!terms || !incomeToken) throw new AppError('PACKAGE_NOT_FOUND')
  const { packageId, token, termDays } = terms
  const tokenAddress = token === 'USDT' ? contracts.USDT : contracts.DR
  const block = await deps.prices.newestBlock()
  const needs = [{ token, address: tokenAddress, amount }]
  await requireWalletCanPay(deps.client, { account: address, blockNumber: block.number, needs })
  return {
    kind: 'deposit',
    contract: contracts.DigitalRights,
    token,
    tokenAddress,
    amount: amount.toString(),
    packageId,
    chainPackageId: chainPackageId({ packageId, incomeToken }).toString(),
    orderKind: Number(DEPOSIT_ORDER_KIND) as 1,
    incomeToken,
    income: income.toString(),
    termDays,
    maturesAt: Number(maturityOf({ principal: amount, income, termDays, startsAt: at })),
    prices: prices && averagesAnswer(prices),
  }
}

const drPriceAt: DrPriceAt = (reader, at) => averageAt(reader, { token: 'DR', at })

const reinvestNow = async (
  deps: PackagesDeps,
  terms: PackageTerms | undefined,
  request: InvestRequest,
): Promise<Answer> => {
  const { database, client, contracts, stakeBegun, settle } = deps
  if (!terms) throw new AppError('PACKAGE_NOT_FOUND')
  const { userId, address } = request
  await settle({ userId, address, vault: 2 })
  const { timestamp: at } = await chainNow(database.read)
  const prices = await pricesFor(deps, terms, { ...request, at, reinvest: true })
  const { paid } = await readVaultAccount(client, {
    vault: contracts.withdrawalVaults[2],
    token: contracts[terms.token],
    account: address,
    blockNumber: (await deps.prices.newestBlock()).number,
  })
  const book = { account: address, vault: 2, token: terms.token } as const
  const position = await database.transaction(async (tx) => {
    const id = await reinvest(tx, { terms, prices, drPriceAt, stakeBegun }, request)
    // Under the counters' lock, which the booking of a claim takes too.
    await requireBooked(tx, book, paid)
    return findPosition(tx, id)
  })
  return { kind: 'position', position: positionAnswer(position, at) }
}

/**
 * Returns the deposit to send and how it would be booked now; with `reinvest`, the new position; for the POD
 * package, the pledge. Only the final event decides about the deposit. Throws 1016, 1018, 1039, 1040, 1041,
 * 1043, 1044, 1015, 20004, 20005, 30001 and 30002, each from its real condition; 30002 also reinvests nothing while
 * the ledger has not booked all that the vault paid the account.
 */
export const invest = async (deps: PackagesDeps, request: InvestRequest): Promise<Answer> => {
  const { timestamp: at } = await chainNow(deps.database.read)
  const found = await findPackage(deps.database.read, { packageId: BigInt(request.packageId), at })
  if (found?.token === 'POD') return pledge(deps, found as PodPackage, request)
  if (request.action !== undefined) throw notOfThisPackage('action')
  await requireRunning(deps.database.read, 'packages')
  const terms = found as PackageTerms | undefined
  return request.reinvest ? reinvestNow(deps, terms, request) : intend(deps, terms, request)
}
