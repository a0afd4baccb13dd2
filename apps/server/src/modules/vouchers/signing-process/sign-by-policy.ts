/** The signing process: checks vouchers against its policy, records them, and signs them. */

import { KIND_OF_TYPE } from '@dr/protocol/vouchers'
import type { Logger } from 'pino'
import type { Hex } from 'viem'
import type { Settled } from '../../../platform/batcher.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import { digestOf, type UnsignedVoucher } from '../issue/digest.ts'
import type { VoucherSigner } from '../signing/voucher-signer.ts'
import { createDaySums } from './day-sums.rules.ts'
import type { JournalEntry, SignedJournal } from './journal.ts'
import { parseTypedData } from './parse-typed-data.ts'
import { checkDomain, countedOf, type Domain, type Refusal, refusal } from './policy.rules.ts'
import type { SignedOrderLine } from './signed-orders.ts'

interface SignRequest {
  /** Address of the key to sign with, lower case. */
  readonly address: LowerHex
  readonly typedData: unknown
  /** The API's record of the order, kept with the voucher; absent from an API that sends none. */
  readonly order?: string | undefined
}
export type SignOutcome = { readonly signature: Hex } | Refusal

/** One cap, with the amount signed within 24 hours and the limit. Base units, or machines. */
interface CapUse {
  readonly cap: string
  readonly used: bigint
  readonly limit: bigint
}

export interface PolicySigner {
  readonly addresses: readonly LowerHex[]
  /**
   * An outcome for each request, in their order. Rejects when they cannot be recorded: then nothing is
   * signed.
   */
  sign(requests: readonly SignRequest[]): Promise<readonly SignOutcome[]>
  caps(): readonly CapUse[]
}

interface Accepted {
  readonly voucher: UnsignedVoucher
  readonly digest: LowerHex
  readonly entry: JournalEntry
  readonly asked: SignRequest
}

/** Lines of the signed vouchers that came with a record of their order. */
const keptOrders = (
  accepted: readonly Accepted[],
  signed: readonly Settled<Hex>[],
): readonly SignedOrderLine[] =>
  accepted.flatMap(({ digest, asked: { typedData, order } }, index) => {
    const outcome = signed[index]
    return order === undefined || outcome?.status !== 'fulfilled'
      ? []
      : [{ digest, signature: outcome.value, typedData, order }]
  })

const isRefusal = (value: object): value is Refusal => 'refused' in value

/** A token bucket of `perSecond` tokens, filled at `perSecond` a second. */
const createRate = (perSecond: number, now: () => number) => {
  let left = perSecond
  let last = now()
  return (): boolean => {
    const at = now()
    left = Math.min(perSecond, left + (Math.max(0, at - last) * perSecond) / 1_000)
    last = at
    if (left < 1) return false
    left--
    return true
  }
}

const entryOf = (
  { primaryType, contract, message: { account, nonce, deadline } }: UnsignedVoucher,
  more: {
    readonly at: bigint
    readonly digest: LowerHex
    readonly signer: LowerHex
    readonly counted: { readonly unit: string; readonly amount: bigint }
  },
): JournalEntry => ({
  at: String(more.at),
  kind: KIND_OF_TYPE[primaryType],
  signer: more.signer,
  contract,
  account: String(account),
  nonce: String(nonce),
  deadline: String(deadline),
  digest: more.digest,
  unit: more.counted.unit,
  amount: String(more.counted.amount),
})

const bookingOf = (entry: JournalEntry) => ({
  cap: `${entry.kind} ${entry.unit}`,
  use: `${entry.contract} ${entry.account} ${entry.nonce}`,
  amount: BigInt(entry.amount),
  at: BigInt(entry.at),
})

export const createPolicySigner = async (input: {
  readonly domain: Domain
  readonly caps: ReadonlyMap<string, bigint>
  readonly signaturesPerSecond: number
  readonly keys: VoucherSigner
  readonly journal: SignedJournal
  /** Milliseconds. */
  readonly now: () => number
  readonly logger: Logger
}): Promise<PolicySigner> => {
  const { domain, caps, keys, journal, now, logger } = input
  const addresses = await keys.addresses()
  const sums = createDaySums()
  for (const entry of journal.entries) sums.book(bookingOf(entry))
  const takeTurn = createRate(input.signaturesPerSecond, now)
  const seconds = () => BigInt(Math.floor(now() / 1_000))

  const check = (asked: SignRequest): Accepted | Refusal => {
    const { address, typedData } = asked
    if (!takeTurn()) return refusal('rate', `more than ${input.signaturesPerSecond} a second`)
    const voucher = parseTypedData(typedData)
    if (isRefusal(voucher)) return voucher
    if (!addresses.includes(address)) return refusal('key', `there is no key of ${address} here`)
    const at = seconds()
    const wrong = checkDomain(domain, voucher, at)
    if (wrong) return wrong
    const counted = countedOf(domain, voucher)
    if (isRefusal(counted)) return counted
    const digest = digestOf(voucher)
    const entry = entryOf(voucher, { at, digest, signer: address, counted })
    const cap = bookingOf(entry).cap
    const [sum, limit = 0n] = [sums.with(bookingOf(entry)), caps.get(cap)]
    if (sum > limit) return refusal('cap', `${cap} a day: ${sum} would be more than ${limit}`)
    return { voucher, digest, entry, asked }
  }

  /** Counts the voucher at once, before the next is checked. */
  const accept = (one: SignRequest): Accepted | Refusal => {
    let checked: Accepted | Refusal
    try {
      checked = check(one)
    } catch (err) {
      // An error while checking one voucher fails neither the others nor the process.
      logger.error({ err }, 'a voucher could not be checked')
      return refusal('malformed', 'it could not be checked')
    }
    if (!isRefusal(checked)) sums.book(bookingOf(checked.entry))
    return checked
  }

  return {
    addresses,
    sign: async (requests) => {
      const checked = requests.map(accept)
      const refused = checked.filter(isRefusal)
      if (refused.length > 0) logger.warn({ refused }, 'vouchers were refused')
      const accepted = checked.filter((one): one is Accepted => !isRefusal(one))
      const entries = accepted.map(({ entry }) => entry)
      const signed = await keys.sign(
        accepted.map(({ voucher, digest, entry }) => ({
          voucher,
          digest,
          address: entry.signer as LowerHex,
        })),
      )
      await journal.append(entries, keptOrders(accepted, signed))
      for (const entry of entries) logger.info(entry, 'a voucher was signed')
      const outcomes = signed.values()
      return checked.map((one) => {
        if (isRefusal(one)) return one
        const outcome = outcomes.next().value
        if (outcome?.status === 'fulfilled') return { signature: outcome.value }
        throw outcome?.reason
      })
    },
    caps: () => [...caps].map(([cap, limit]) => ({ cap, limit, used: sums.of(cap, seconds()) })),
  }
}
