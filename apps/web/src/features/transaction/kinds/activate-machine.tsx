import { MACHINE_BATCH_MAX } from '@dr/protocol/constants'
import { electricityFee } from '@dr/protocol/rules/machine-cost'
import type { VoucherMessage } from '@dr/protocol/vouchers'
import { callApi } from '../../../api/client.ts'
import { expectEqual, type Mismatch } from '../../../chain/vouchers/mismatches.ts'
import { at, outRow } from '../../../ui/lists/receipt-rows.tsx'
import { unfairDrgvPrice } from './fair-terms.ts'
import { nonZeroAmounts, oneCall } from './goal.ts'
import type { Kind } from './kind.ts'

export type ActivationIntent =
  | { readonly kind: 'activateMachine'; readonly machineIDs: readonly string[]; readonly Period: number }
  | {
      readonly kind: 'activateMachine'
      readonly all: 'not-activated' | 'paused' | 'all'
      /** Number of machines as the form read it: an order may be for fewer. */
      readonly machineCount: number
      readonly Period: number
    }

interface ActivationRequest {
  readonly kind: 'activateMachine'
  /** Null: all machines of a state, which the server lists. */
  readonly machineIDs: readonly string[] | null
  readonly Period: number
}

const checkMachines = (
  { machineIDs, Period }: ActivationRequest,
  message: VoucherMessage<'activate-machine'>,
): Mismatch[] => {
  const period = expectEqual('request', Period, Number(message.Period))
  if (machineIDs === null) return period
  // A large order is split: its machines are then a part of the request, without repetitions, as the
  // contract demands.
  const wanted = new Set(machineIDs)
  const strangers = message.machineIDs.map(String).filter((id) => !wanted.has(id))
  const count = Math.min(wanted.size, MACHINE_BATCH_MAX)
  return [
    ...period,
    ...expectEqual('request', [], strangers),
    ...expectEqual('request', count, new Set(message.machineIDs).size),
  ]
}

export const activateMachine: Kind<'activate', 'activate-machine', ActivationIntent, ActivationRequest> = {
  name: 'activate',
  intent: 'activateMachine',
  request: (intent) =>
    callApi('activateSignature', {
      request:
        'all' in intent
          ? { all: intent.all, Period: intent.Period }
          : { machineIDs: [...intent.machineIDs].slice(0, MACHINE_BATCH_MAX), Period: intent.Period },
    }),
  expected: () => 'activate-machine',
  requestOf: (intent) => ({
    kind: intent.kind,
    machineIDs: 'all' in intent ? null : intent.machineIDs,
    Period: intent.Period,
  }),
  goal: (intent, { contracts, required }) => {
    const { Period } = intent
    const to = contracts.DigitalRights
    if ('all' in intent)
      return oneCall(intent, { to, outgoing: nonZeroAmounts({ DRGV: required.DRGV ?? 0n }) }, [])
    const count = Math.min(intent.machineIDs.length, MACHINE_BATCH_MAX)
    const outgoing = nonZeroAmounts({ DRGV: electricityFee({ machines: count, periods: Period }) })
    return oneCall(intent, { to, outgoing }, [{ kind: 'machines-powered', count, Period }])
  },

  check: ({ request, voucher }, message) => {
    const listed = voucher.incoming.flatMap((row) =>
      row.kind === 'electricity' ? row.machines.map(({ machineId }) => machineId) : [],
    )
    const fee = electricityFee({ machines: message.machineIDs.length, periods: Number(message.Period) })
    return [
      ...expectEqual('price', message.DRGVPrice, voucher.prices.DRGV?.price ?? null),
      ...expectEqual('amounts', fee, message.DRGVAmount),
      ...expectEqual('receipt', message.machineIDs.map(String), listed),
      ...(request === null ? [] : checkMachines(request, message)),
    ]
  },
  unfairTerms: (input, { DRGVPrice }) => unfairDrgvPrice(input, { quoted: DRGVPrice, average: 'price' }),
  measures: ({ DRGVAmount, machineIDs, Period }) => ({
    DRGV: DRGVAmount,
    machines: BigInt(machineIDs.length),
    periods: Period,
  }),
  receipt: ({ t, voucher, message }) => {
    const machines = voucher.incoming.flatMap((coming) =>
      coming.kind === 'electricity' ? coming.machines : [],
    )
    const ends = [...new Set(machines.map(({ paidUntil }) => paidUntil))].sort((a, b) => a - b)
    const [first] = ends
    const last = ends.at(-1)
    const span =
      first === undefined || last === undefined
        ? ''
        : first === last
          ? at(first)
          : `${at(first)} – ${at(last)}`
    const count = message.machineIDs.length
    return {
      leaving: [outRow(t('tx.row.burned'), message.DRGVAmount, 'DRGV')],
      coming: [
        { label: t('tx.row.machines'), value: t('tx.machineCount', { count }), tone: 'in' },
        { label: t('tx.row.electricity'), value: t('tx.periods', { count: Number(message.Period) }) },
        { label: t('tx.row.paidUntil'), value: span },
        ...(machines.some(({ cutByLife }) => cutByLife)
          ? [{ label: t('tx.row.cut'), value: t('tx.cutByLife') }]
          : []),
      ],
    }
  },
}
