import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { ZERO_ADDRESS } from '@dr/protocol/constants'
import { podPowerCost } from '@dr/protocol/rules/pod-power-cost'
import type { Address } from 'viem'
import { readContract } from 'viem/actions'
import { callApi } from '../../../api/client.ts'
import { getSession } from '../../../api/session/session.ts'
import { podPowerTakes } from '../../../chain/shortage/purchase.rules.ts'
import { expectEqual } from '../../../chain/vouchers/mismatches.ts'
import type { ReceiptRow } from '../../../ui/lists/receipt.tsx'
import { at, inRow, outRow } from '../../../ui/lists/receipt-rows.tsx'
import { unfairPrice } from './fair-terms.ts'
import { oneCall } from './goal.ts'
import type { Kind } from './kind.ts'
import { podReturnRow } from './pod-return.tsx'

/** Purchase of POD power; the quote says how much USDR it takes. */
export interface PodPowerIntent {
  readonly kind: 'buyPODpower'
  readonly drAmount: bigint
}

interface PodPowerRequest extends PodPowerIntent {
  /** The bound inviter; the zero address where there is none. */
  readonly referrer: Address
}

/** Referrer for the contract (docs/product.md 7): the bound inviter; none for a genesis account. */
const boundInviter = (): Address => {
  const session = getSession()
  const inviter = session.status === 'signed-in' ? session.profile.inviter : null
  return (inviter ?? ZERO_ADDRESS) as Address
}

export const buyPodPower: Kind<
  'pod',
  'buy-pod-power' | 'buy-pod-power-again',
  PodPowerIntent,
  PodPowerRequest
> = {
  name: 'pod',
  intent: 'buyPODpower',
  request: ({ drAmount }) => callApi('podPowerSignature', { request: { drAmount: String(drAmount) } }),
  expected: () => 'buy-pod-power',
  requestOf: (intent) => ({ ...intent, referrer: boundInviter() }),
  goal: async (intent, { contracts, wallet }) => {
    const { usdrShareBps, powerBps, prices } = await callApi('podPowerConfig')
    if (prices === null) return null
    const terms = {
      usdrShareBps: BigInt(usdrShareBps),
      powerBps: BigInt(powerBps),
      drPrice: BigInt(prices.lower),
    }
    const { usdrAmount, power } = podPowerCost(intent.drAmount, terms)
    const { DR, USDR } = podPowerTakes({ drAmount: intent.drAmount, usdrAmount }, wallet)
    // In the order of the voucher's own fields, which is that of its approvals.
    const outgoing = [
      { token: 'DR', amount: DR },
      { token: 'USDR', amount: USDR },
    ] as const
    return oneCall(intent, { to: contracts.DigitalRights, outgoing }, [{ kind: 'pod', power }])
  },

  check: ({ request }, { drAmount, referrer }) =>
    request === null
      ? []
      : expectEqual('request', [request.drAmount, request.referrer], [drAmount, referrer]),
  unfairTerms: async ({ client, contract }, { drAmount, USDRAmount }) =>
    unfairPrice(
      'USDRAmountOutOfRange',
      USDRAmount,
      await readContract(client, {
        address: contract,
        abi: digitalRightsAbi,
        functionName: 'usdrFor',
        args: [drAmount],
      }),
    ),
  measures: ({ drAmount, USDRAmount }) => ({ burn: drAmount, USDR: USDRAmount }),
  receipt: ({ t, voucher, message }) => {
    const pod = voucher.incoming.flatMap((coming) => (coming.kind === 'pod-power' ? [coming] : []))
    const done = pod.flatMap(({ power, pledgedFrom }): ReceiptRow[] => [
      inRow(t('tx.row.podPower'), BigInt(power), 'POD'),
      { label: t('tx.row.pledgedFrom'), value: at(pledgedFrom) },
    ])
    return {
      leaving: [
        outRow(t('tx.row.burned'), message.drAmount, 'DR'),
        outRow(t('tx.row.toTreasury'), message.USDRAmount, 'USDR'),
      ],
      coming: [...done, ...pod.map(({ power }) => podReturnRow(t, BigInt(power)))],
      done,
      note: t('tx.pod.note'),
    }
  },
}
