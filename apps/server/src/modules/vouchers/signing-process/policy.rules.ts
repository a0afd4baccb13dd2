/**
 * Rules of the signing process, which decides by the typed data only: it reads no chain and no database (ADR
 * 0050).
 */
import { TOKEN_DECIMALS } from '@dr/protocol/amounts'
import { SWAP_TOKENS, TOKENS } from '@dr/protocol/tokens'
import { KIND_OF_TYPE, VOUCHER_KINDS, type VoucherKind, voucherSpec } from '@dr/protocol/vouchers'
import { parseUnits } from 'viem/utils'
import * as z from 'zod'
import type { ContractAddresses } from '../../../platform/chain/contract-addresses.ts'
import type { UnsignedVoucher } from '../issue/digest.ts'

/**
 * Tolerance of a voucher's deadline beyond its kind's lifetime, in seconds: the chain's newest block and this
 * host's clock differ, and two equal vouchers get deadlines a second apart.
 */
const DEADLINE_SLACK_SECONDS = 60n

/** Reasons for not signing a voucher. `malformed`: not typed data of a voucher. */
export const REFUSAL_REASONS = [
  'malformed',
  'kind',
  'message',
  'chain',
  'contract',
  'deadline',
  'cap',
  'rate',
  'key',
] as const
export type RefusalReason = (typeof REFUSAL_REASONS)[number]

export interface Refusal {
  readonly refused: RefusalReason
  readonly detail: string
}
export const refusal = (refused: RefusalReason, detail: string): Refusal => ({ refused, detail })

/** Unit in which a kind is counted: machines, or base units of a token. */
type Unit = string

/** Units of a kind's caps. Payouts are counted including the burned part. */
const unitsOf = (kind: VoucherKind): readonly Unit[] => {
  if (kind === 'buy-machine' || kind === 'activate-machine') return ['machines']
  if (kind === 'buy-pod-power' || kind === 'buy-pod-power-again') return ['DR']
  return voucherSpec(kind).reaches.flatMap(({ token }) => (typeof token === 'string' ? [token] : SWAP_TOKENS))
}

const quantity = z.string().regex(/^\d{1,12}(\.\d{1,18})?$/, 'a number as text: whole tokens, or machines')

const capsOf = (kind: VoucherKind) =>
  z.strictObject(Object.fromEntries(unitsOf(kind).map((unit) => [unit, quantity])))

/** SIGNER_POLICY_FILE: every kind with exactly its units. */
export const policySchema = z.strictObject({
  signaturesPerSecond: z.number().int().min(1).max(10_000),
  capsPerDay: z.strictObject(Object.fromEntries(VOUCHER_KINDS.map((kind) => [kind, capsOf(kind)]))),
})

const capName = (kind: VoucherKind, unit: Unit): string => `${kind} ${unit}`

/** Caps by `capName`, in machines or base units. */
export const capsOfPolicy = ({ capsPerDay }: z.output<typeof policySchema>): ReadonlyMap<string, bigint> =>
  new Map(
    VOUCHER_KINDS.flatMap((kind) =>
      Object.entries(capsPerDay[kind] ?? {}).map(([unit, text]): [string, bigint] => [
        capName(kind, unit),
        parseUnits(text, unit === 'machines' ? 0 : TOKEN_DECIMALS),
      ]),
    ),
  )

export interface Domain {
  readonly chainId: number
  readonly contracts: ContractAddresses
  /** False: deadlines are not compared with the clock, for the local chain, whose time may jump. */
  readonly deadlines: boolean
}

const contractsFor = (kind: VoucherKind, contracts: ContractAddresses): readonly string[] => {
  const { contract } = voucherSpec(kind)
  return contract === 'WithdrawalVault' ? contracts.withdrawalVaults : [contracts[contract]]
}

/** Checks chain, contract and deadline of a voucher; `now` in Unix seconds, of this host. */
export const checkDomain = (
  { chainId, contracts, deadlines }: Domain,
  voucher: UnsignedVoucher,
  now: bigint,
): Refusal | undefined => {
  const kind = KIND_OF_TYPE[voucher.primaryType]
  if (voucher.chainId !== chainId) return refusal('chain', `chain ${voucher.chainId} is not ${chainId}`)
  if (!contractsFor(kind, contracts).includes(voucher.contract)) {
    return refusal('contract', `${voucher.contract} takes no ${kind} by the deployment's record`)
  }
  if (!deadlines) return undefined
  const deadline = voucher.message.deadline as bigint
  if (deadline <= now) return refusal('deadline', `the deadline ${deadline} is over`)
  const latest = now + BigInt(voucherSpec(kind).lifetimeSeconds) + DEADLINE_SLACK_SECONDS
  return deadline > latest
    ? refusal('deadline', `the deadline ${deadline} is later than ${latest}`)
    : undefined
}

/** A voucher's amount and its unit. */
export interface Counted {
  readonly unit: Unit
  readonly amount: bigint
}

const numberOf = (voucher: UnsignedVoucher, field: string) => voucher.message[field] as bigint

/** The token of an address in a voucher, by the deployment's record. */
const tokenAt = (contracts: ContractAddresses, address: unknown) =>
  TOKENS.find((token) => contracts[token] === address)

/** Amount and unit of a voucher; a refusal for a token that is not the exchange's. */
export const countedOf = ({ contracts }: Domain, voucher: UnsignedVoucher): Counted | Refusal => {
  const kind = KIND_OF_TYPE[voucher.primaryType]
  if (kind === 'buy-machine') return { unit: 'machines', amount: numberOf(voucher, 'machineCount') }
  if (kind === 'activate-machine') {
    return { unit: 'machines', amount: BigInt((voucher.message.machineIDs as readonly bigint[]).length) }
  }
  const [moved] = voucherSpec(kind).reaches
  if (!moved) return { unit: 'DR', amount: numberOf(voucher, 'drAmount') }
  const { token, amount } = moved
  const unit = typeof token === 'string' ? token : tokenAt(contracts, voucher.message[token.field])
  if (unit === undefined || !unitsOf(kind).includes(unit)) {
    return refusal('contract', `a ${kind} pays out a token that is none of the exchange's`)
  }
  return { unit, amount: numberOf(voucher, amount) }
}
