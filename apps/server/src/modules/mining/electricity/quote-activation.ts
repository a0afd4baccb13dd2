import { MACHINE_BATCH_MAX } from '@dr/protocol/constants'
import { electricityFee } from '@dr/protocol/rules/machine-cost'
import { LIFE_MARGIN_SECONDS, payElectricity, periodsLeft } from '@dr/protocol/rules/paid-until'
import { AppError } from '../../../platform/app-error.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import type { UserId } from '../../../platform/ids.ts'
import { priceAnswer } from '../../prices/index.ts'
import { type Order, requireWalletCanPay } from '../../vouchers/index.ts'
import type { MiningDeps } from '../deps.ts'
import { pricedLike } from '../purchase/quote-buy-machine.ts'
import { machinesByIds, type OwnedMachine, payableMachines, type Which } from './activation-candidates.ts'
import { pendingMachineIds } from './pending-payments.ts'
import { readPaidUntil } from './read-chain.ts'

export interface ActivationRequest {
  readonly userId: UserId
  readonly account: LowerHex
  /** Ids, if `which` is not given. */
  readonly machineIds?: readonly bigint[] | undefined
  /** The first hundred of a kind, if `machineIds` is not given. */
  readonly which?: Which | undefined
  readonly periods: number
}

const numbersOf = (machine: OwnedMachine, at: bigint) => ({
  at: Number(at),
  paidUntil: machine.chainPaidUntil === null ? null : Number(machine.chainPaidUntil),
  lifeEnd: Number(machine.lifeEnd),
})

/** Refuses a payment whose last period would begin after the machine's life, whenever the voucher is used. */
const requireLifeLeft = (machine: OwnedMachine, at: bigint, periods: number): void => {
  const left = periodsLeft(numbersOf(machine, at + BigInt(LIFE_MARGIN_SECONDS)))
  if (periods <= left) return
  throw new AppError('BAD_PARAMETER', {
    details: { path: 'Period', reason: 'life', machineId: machine.id.toString(), periodsLeft: left },
  })
}

/**
 * The requested machines: all the user's own (20002), without repetition and without pending payments
 * (20003).
 */
const machinesAskedFor = async (
  deps: MiningDeps,
  request: ActivationRequest & { machineIds: readonly bigint[] },
  block: { number: bigint; timestamp: bigint },
): Promise<OwnedMachine[]> => {
  const ids = request.machineIds
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined) {
    throw new AppError('MACHINE_ALREADY_ACTIVATED', {
      details: { reason: 'twice', machineId: twice.toString() },
    })
  }
  const machines = await machinesByIds(deps.database.read, ids)
  const own = new Map(machines.filter(({ userId }) => userId === request.userId).map((one) => [one.id, one]))
  const foreign = ids.find((id) => !own.has(id))
  if (foreign !== undefined) {
    throw new AppError('MACHINE_NOT_OWNED', { details: { machineId: foreign.toString() } })
  }
  const paid = await readPaidUntil(deps.client, {
    digitalRights: deps.contracts.DigitalRights,
    machineIds: machines.map(({ id }) => id),
    blockNumber: block.number,
  })
  const pending = machines.find(({ chainPaidUntil }, index) => (paid[index] ?? 0n) !== (chainPaidUntil ?? 0n))
  if (pending) {
    throw new AppError('MACHINE_ALREADY_ACTIVATED', {
      details: { reason: 'payment-not-final', machineId: pending.id.toString() },
    })
  }
  for (const machine of machines) requireLifeLeft(machine, block.timestamp, request.periods)
  return machines
}

/**
 * Machines whose paid time on chain is ahead of the database: a payment for them, with a voucher or without,
 * is not final yet.
 */
const paidAhead = async (
  { client, contracts }: MiningDeps,
  machines: readonly OwnedMachine[],
  blockNumber: bigint,
): Promise<bigint[]> => {
  const paid = await readPaidUntil(client, {
    digitalRights: contracts.DigitalRights,
    blockNumber,
    machineIds: machines.map(({ id }) => id),
  })
  return machines
    .filter(({ chainPaidUntil }, index) => (paid[index] ?? 0n) > (chainPaidUntil ?? 0n))
    .map(({ id }) => id)
}

/** The first hundred of a kind, none of them with a payment that is not final. */
const allMachines = async (
  deps: MiningDeps,
  request: ActivationRequest & { which: Which },
  block: { number: bigint; timestamp: bigint },
): Promise<{ machines: OwnedMachine[]; total: number }> => {
  const { database, client, vouchers, contracts } = deps
  const { userId, account, which, periods } = request
  const pendingDeps = { client, vouchers, digitalRights: contracts.DigitalRights }
  const except = await pendingMachineIds(pendingDeps, database.read, { account })
  for (;;) {
    const found = await payableMachines(database.read, {
      userId,
      which,
      at: block.timestamp,
      periods,
      except,
      limit: MACHINE_BATCH_MAX,
    })
    const ahead = await paidAhead(deps, found.machines, block.number)
    if (found.total > 0 && ahead.length === 0) return found
    except.push(...ahead)
    if (found.total === 0) break
  }
  if (except.length > 0) {
    throw new AppError('MACHINE_ALREADY_ACTIVATED', { details: { reason: 'payment-not-final' } })
  }
  throw new AppError('BAD_PARAMETER', { details: { path: 'all', reason: 'none' } })
}

const electricityLines = (machines: readonly OwnedMachine[], at: bigint, periods: number) => ({
  kind: 'electricity' as const,
  machines: machines.map((machine) => ({
    machineId: machine.id.toString(),
    ...payElectricity({ ...numbersOf(machine, at), periods }),
  })),
  periods,
})

/**
 * Quotes electricity: activates or renews machines for `periods` of 30 days. Above 100 machines this voucher
 * is for the first 100, and `remaining` is the number of the others.
 */
export const quoteActivation = async (deps: MiningDeps, request: ActivationRequest): Promise<Order> => {
  const { client, contracts, prices, vouchers } = deps
  const { userId, account, periods, machineIds, which } = request
  const block = await prices.newestBlock()
  const [base, price] = await Promise.all([
    vouchers.openQuote('activate-machine', { account, block }),
    prices.quotePrice('DRGV', block),
  ])
  const { machines, total } = machineIds
    ? { machines: await machinesAskedFor(deps, { ...request, machineIds }, block), total: machineIds.length }
    : await allMachines(deps, { ...request, which: which ?? 'all' }, block)
  const fee = electricityFee({ machines: machines.length, periods })
  const needs = [{ token: 'DRGV' as const, address: contracts.DRGV, amount: fee as bigint }]
  await requireWalletCanPay(client, { account, blockNumber: block.number, needs })
  const ids = machines.map(({ id }) => id)

  const { order } = await vouchers.issueAlone({
    kind: 'activate-machine',
    userId,
    account,
    base,
    fields: () => ({ machineIDs: ids, DRGVAmount: fee, DRGVPrice: price.price, Period: BigInt(periods) }),
    requestKey: `${ids.join(',')}:${periods}`,
    isReusable: (order) => pricedLike(order, price),
    prices: { DRGV: priceAnswer(price) },
    outgoing: [{ token: 'DRGV', amount: fee.toString(), from: 'wallet', to: 'burned' }],
    incoming: [electricityLines(machines, block.timestamp, periods)],
    remaining: Math.ceil((total - machines.length) / MACHINE_BATCH_MAX),
    details: { periods },
  })
  return order
}
