import { exchangeAbi } from '@dr/contracts/abi/exchange'
import { mulDivDown, WAD } from '@dr/protocol/amounts'
import { orderIdToUint } from '@dr/protocol/order-id'
import type { Token } from '@dr/protocol/tokens'
import { readContract } from 'viem/actions'
import { callApi } from '../../../api/client.ts'
import { expectEqual } from '../../../chain/vouchers/mismatches.ts'
import { tokenAt } from '../../../chain/vouchers/voucher-tokens.ts'
import { inRow, outRow, unitText } from '../../../ui/lists/receipt-rows.tsx'
import { formatBps } from '../../../ui/text/format.ts'
import { unfairPrice } from './fair-terms.ts'
import { nonZeroAmounts, oneCall } from './goal.ts'
import type { Kind } from './kind.ts'

export interface SwapIntent {
  readonly kind: 'swapToken'
  readonly input: Token
  readonly output: Token
  readonly inputAmount: bigint
}

export const swapToken: Kind<'swap', 'swap-token', SwapIntent, SwapIntent> = {
  name: 'swap',
  intent: 'swapToken',
  request: ({ input: inputToken, output: outputToken, inputAmount }) =>
    callApi('swapTokenSignature', {
      request: { inputToken, outputToken, inputAmount: String(inputAmount) },
    }),
  expected: () => 'swap-token',
  requestOf: (intent) => intent,
  goal: (intent, { contracts }) =>
    oneCall(
      intent,
      { to: contracts.Exchange, outgoing: nonZeroAmounts({ [intent.input]: intent.inputAmount }) },
      [],
    ),

  check: ({ request, config, voucher }, message) => {
    const order = expectEqual('header', orderIdToUint(voucher.orderId), message.orderId)
    if (request === null) return order
    const actual = [
      tokenAt(config, message.inputTokenAddress),
      tokenAt(config, message.outputTokenAddress),
      message.inputAmount,
    ]
    return [...order, ...expectEqual('request', [request.input, request.output, request.inputAmount], actual)]
  },
  unfairTerms: async ({ client, contract }, message) => {
    const [fair] = await readContract(client, {
      address: contract,
      abi: exchangeAbi,
      functionName: 'quote',
      args: [message.inputAmount, message.inputTokenAddress, message.outputTokenAddress],
    })
    return unfairPrice('OutputOutOfRange', message.outputAmount, fair)
  },
  measures: ({ outputAmount }) => ({ output: outputAmount }),
  /** The fee is part of the output: the whole input is paid. */
  receipt: ({ t, plan, voucher, message }) => {
    const input = plan.spends[0]?.token ?? ''
    const output = plan.incoming[0]?.token ?? ''
    const rate = mulDivDown(message.outputAmount, WAD, message.inputAmount)
    return {
      leaving: [outRow(t('tx.row.toExchange'), message.inputAmount, input)],
      coming: [
        inRow(t('tx.row.toWallet'), message.outputAmount, output),
        { label: t('tx.row.rate', { token: input }), value: unitText(rate, output) },
        ...(voucher.swap === undefined
          ? []
          : [
              {
                label: t('tx.row.swapFee', { percent: formatBps(voucher.swap.feeBps) }),
                value: unitText(BigInt(voucher.swap.fee), 'USDT'),
              },
            ]),
      ],
      note: t('tx.risk.swap'),
    }
  },
}
