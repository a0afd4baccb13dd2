/**
 * Electricity without a voucher when none is available: the contract accepts it from any owner, at any time
 * (ADR 0042).
 */

import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { MACHINE_BATCH_MAX } from '@dr/protocol/constants'
import { ERRORS } from '@dr/protocol/errors'
import { ceilHour, LIFE_MARGIN_SECONDS, PERIOD_SECONDS, periodsLeft } from '@dr/protocol/rules/paid-until'
import type { Address } from 'viem'
import { getBlock, readContract } from 'viem/actions'
import { loadConfig } from '../../../api/config.ts'
import { type KeptMachine, keptMachines } from '../../../api/kept/kept-machines.ts'
import { loadChainClient } from '../../../chain/reads/public-client.ts'
import { type Failure, FlowFailure } from '../flow/failure.ts'
import type { NoVoucher, TransactionIntent } from '../intents.ts'
import type { NamedPowerIntent } from './plan.ts'

export type RenewIntent = Extract<TransactionIntent, { kind: 'renewMachine' }>

const STOPPED_REVERTS: readonly unknown[] = ['VouchersPaused', 'SignerRevoked']

/** Reason why no voucher is available; null: paying directly would not help. */
export const noVoucherReason = (failure: Failure): NoVoucher | null => {
  if (failure.code === 'signer-revoked') return 'stopped'
  if (failure.code === 'revert') return STOPPED_REVERTS.includes(failure.revert.name) ? 'stopped' : null
  if (failure.code !== 'api') return null
  const { error } = failure
  if (error.code === ERRORS.FEATURE_OFF.code) return 'stopped'
  if (error.code === ERRORS.NO_PRICE.code) return 'no-price'
  if (error.code === ERRORS.ACCOUNT_BLOCKED.code) return 'blocked'
  return error.retryable ? 'silent' : null
}

const ascending = (a: string, b: string): number => (BigInt(a) < BigInt(b) ? -1 : 1)

/**
 * Time at which the first machine stops after `periods` more are paid, computed like the contract; Unix
 * seconds.
 */
export const firstEnd = (input: {
  readonly now: number
  readonly paidUntil: readonly number[]
  readonly periods: number
}): number => Math.max(ceilHour(input.now), Math.min(...input.paidUntil)) + input.periods * PERIOD_SECONDS

/** Machines paid for together, each with its current end of payment, Unix seconds. */
interface Payment {
  readonly now: number
  readonly periods: number
  readonly paidUntil: ReadonlyMap<string, number>
}

/** Whether a period would begin after the known end of a machine's life, and bring nothing. */
export const outlives = (
  { now, periods, paidUntil }: Payment,
  known: readonly Pick<KeptMachine, 'machineId' | 'lifeEnd'>[],
): boolean =>
  known.some(({ machineId, lifeEnd }) => {
    const paid = paidUntil.get(machineId)
    if (paid === undefined) return false
    return periodsLeft({ at: now + LIFE_MARGIN_SECONDS, paidUntil: paid, lifeEnd }) < periods
  })

/**
 * Payment of the same electricity without a voucher, with the machines read from the chain. Throws when no
 * node answers, and `life-over` if a period would bring nothing.
 */
export const renewDirectly = async (
  { machineIDs: requested, Period }: NamedPowerIntent,
  because: NoVoucher,
): Promise<RenewIntent> => {
  const [config, client] = await Promise.all([loadConfig(), loadChainClient()])
  const machineIDs = [...requested].sort(ascending)
  const first = machineIDs.slice(0, MACHINE_BATCH_MAX)
  const [known, block, ...paid] = await Promise.all([
    keptMachines(config),
    getBlock(client),
    ...first.map((machineID) =>
      readContract(client, {
        address: config.contracts.DigitalRights as Address,
        abi: digitalRightsAbi,
        functionName: 'paidUntil',
        args: [BigInt(machineID)],
      }),
    ),
  ])
  const now = Number(block.timestamp)
  const paidUntil = new Map(first.map((machineID, index) => [machineID, Number(paid[index])]))
  if (outlives({ now, periods: Period, paidUntil }, known)) throw new FlowFailure({ code: 'life-over' })
  const end = firstEnd({ now, paidUntil: [...paidUntil.values()], periods: Period })
  return { kind: 'renewMachine', machineIDs, Period, because, paidUntil: end }
}
