import { priceOracleAbi } from '@dr/contracts/abi/price-oracle'
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import { formatAmount } from '@dr/protocol/amounts'
import { BPS, PRICE_TOLERANCE_BPS } from '@dr/protocol/constants'
import { orderIdToUint } from '@dr/protocol/order-id'
import { splitBurnFree } from '@dr/protocol/rules/unreturned'
import { burnShare, minUsdtBurn, usdtVoucherBurn } from '@dr/protocol/rules/withdrawal-burn'
import type { VaultIndex } from '@dr/protocol/token-table'
import type { VoucherMessage } from '@dr/protocol/vouchers'
import type { Address } from 'viem'
import { readContract } from 'viem/actions'
import { callApi } from '../../../api/client.ts'
import type { Config } from '../../../api/config.ts'
import { findRevert } from '../../../chain/calls/decode-failure.ts'
import type { ChainClient } from '../../../chain/reads/public-client.ts'
import { withHeadroom } from '../../../chain/shortage/shortage.rules.ts'
import { expectEqual } from '../../../chain/vouchers/mismatches.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { Amount } from '../../../ui/amounts/amount.tsx'
import { NotedAmount } from '../../../ui/amounts/noted-amount.tsx'
import type { ReceiptRow } from '../../../ui/lists/receipt.tsx'
import { inRow, outRow } from '../../../ui/lists/receipt-rows.tsx'
import { formatDate } from '../../../ui/text/format.ts'
import { nonZeroAmounts, oneCall } from './goal.ts'
import type { Kind, TermsInput, UnfairTerms } from './kind.ts'
import { netRows, worthRows } from './worth-row.tsx'

export interface WithdrawalIntent {
  readonly kind: 'withdraw'
  readonly vault: VaultIndex
  readonly token: 'DR' | 'USDT'
  readonly amount: bigint
  /** DR burned out of the wallet, as the form estimates it; the voucher has the exact amount. */
  readonly walletBurn: bigint
  readonly paymentPassword?: string
}

type WithdrawalRequest = Pick<WithdrawalIntent, 'kind' | 'vault' | 'token' | 'amount'>
export type WithdrawalMessage = VoucherMessage<'withdraw-dr' | 'withdraw-usdt'>

export const isWithdrawal = (message: VoucherMessage): message is WithdrawalMessage =>
  message.kind === 'withdraw-dr' || message.kind === 'withdraw-usdt'

export const tokenOfWithdrawal = ({ kind }: Pick<WithdrawalMessage, 'kind'>): 'DR' | 'USDT' =>
  kind === 'withdraw-dr' ? 'DR' : 'USDT'

/** Amount that reaches the wallet: DR less its burn; USDT in full, since its burn is DR out of the wallet. */
export const receivedBy = ({
  kind,
  amount,
  burnAmount,
}: Pick<WithdrawalMessage, 'kind' | 'amount' | 'burnAmount'>): bigint =>
  kind === 'withdraw-dr' ? amount - burnAmount : amount

const hms = (seconds: number | bigint): string => formatDate(Number(seconds) * 1_000, 'HMS')

/** Time until which the amount is held for the voucher, and the account it then returns to. */
export const holdText = (
  t: Translate,
  { vault, message }: { readonly vault: VaultIndex; readonly message: WithdrawalMessage },
): string =>
  t('tx.hold', {
    token: tokenOfWithdrawal(message),
    until: hms(message.deadline),
    account: t(`assets.account.${vault}`),
  })

/** Time until which an earlier voucher holds the amount. */
export const heldText = (t: Translate, until: number): string => t('tx.wait.held', { until: hms(until) })

const lowestPrice = async (client: ChainClient, { contracts }: Config): Promise<bigint | null> => {
  const read = async (functionName: 'lowerPrice' | 'price'): Promise<bigint | null> => {
    try {
      return await readContract(client, {
        address: contracts.PriceOracle as Address,
        abi: priceOracleAbi,
        functionName,
        args: [contracts.DR as Address],
      })
    } catch (error) {
      if (findRevert(error) === null) throw error
      return null
    }
  }
  return (await read('lowerPrice')) ?? (await read('price'))
}

/**
 * Maximum burn: DR worth the vault's share of earned income at the lowest average price, plus 5 % for price
 * moves. The contract accepts the voucher's burn, so this device checks it.
 */
const unfairBurn = async (
  { client, config, contract, burnFree }: TermsInput,
  { amount, burnAmount: quoted }: WithdrawalMessage,
): Promise<UnfairTerms | null> => {
  const [burnBps, price] = await Promise.all([
    readContract(client, { address: contract, abi: withdrawalVaultAbi, functionName: 'burnBps' }),
    lowestPrice(client, config),
  ])
  // No price on chain must not prevent a withdrawal. The receipt shows the maximum burn.
  if (price === null) return null
  const fair = usdtVoucherBurn({ burnable: amount - burnFree, burnBps, drPrice: price })
  return quoted * BPS <= fair * (BPS + PRICE_TOLERANCE_BPS) ? null : { kind: 'burn', quoted, fair }
}

const burnRows = (t: Translate, message: WithdrawalMessage): readonly ReceiptRow[] => {
  if (message.kind === 'withdraw-dr') {
    const value = <Amount value={message.burnAmount} token="DR" size="sm" tone="out" />
    return [{ label: t('tx.row.burnShare'), value }]
  }
  if (message.burnAmount === 0n) return []
  const min = formatAmount(minUsdtBurn(message.burnAmount))
  const note = t('tx.row.burnAtLeast', { amount: min })
  return [
    {
      label: t('tx.row.burnFromWallet'),
      value: <NotedAmount value={-message.burnAmount} token="DR" tone="out" note={note} />,
    },
  ]
}

export const withdrawal: Kind<
  'withdraw',
  'withdraw-dr' | 'withdraw-usdt',
  WithdrawalIntent,
  WithdrawalRequest
> = {
  name: 'withdraw',
  intent: 'withdraw',
  request: ({ vault, token, amount, paymentPassword }) =>
    callApi('createWithdrawal', {
      request: {
        account: vault,
        token,
        amount: String(amount),
        ...(paymentPassword === undefined ? {} : { paymentPassword }),
      },
    }),
  expected: ({ token }) => (token === 'DR' ? 'withdraw-dr' : 'withdraw-usdt'),
  requestOf: (intent) => intent,
  goal: (intent, { contracts, required }) =>
    oneCall(
      intent,
      {
        to: contracts.withdrawalVaults[intent.vault],
        outgoing: nonZeroAmounts({ DR: withHeadroom(required.DR ?? 0n) }),
      },
      [{ kind: 'token', token: intent.token, amount: intent.amount }],
    ),

  /**
   * Only earned income burns: for DR exactly its share. The amount without burn (deposits not yet returned)
   * is part of the amount, and only the node account has one. The burn for USDT depends on the price, and
   * is checked against the chain when the plan is made (`unfairBurn`).
   */
  check: ({ request, config, voucher }, message) => {
    const token = tokenOfWithdrawal(message)
    const fromNode = config.contracts.withdrawalVaults[2] === voucher.contract
    const actual = BigInt(voucher.withdrawal?.burnFree ?? 0)
    const { burnFree, burnable } = splitBurnFree({
      amount: message.amount,
      unreturned: fromNode ? actual : 0n,
    })
    const burnBps = BigInt(config.parameters.withdrawalBurnBps)
    return [
      ...(request === null
        ? []
        : expectEqual('request', [request.token, request.amount], [token, message.amount])),
      ...expectEqual('receipt', burnFree, actual),
      ...(token === 'USDT' && burnable > 0n
        ? []
        : expectEqual('amounts', burnShare({ burnable, burnBps }), message.burnAmount)),
      ...expectEqual('header', orderIdToUint(voucher.orderId), message.orderId),
    ]
  },
  unfairTerms: (input, message) => (message.kind === 'withdraw-usdt' ? unfairBurn(input, message) : null),
  measures: ({ amount, burnAmount }) => ({ amount, burn: burnAmount }),
  /**
   * DR burns a share of itself; USDT arrives in full, and burns DR out of the wallet. Deposits burn
   * nothing.
   */
  receipt: ({ t, plan, voucher, message }) => {
    const account = t(`assets.account.${plan.vault ?? 0}`)
    const token = tokenOfWithdrawal(message)
    const burnFree = BigInt(voucher.withdrawal?.burnFree ?? 0)
    const free: readonly ReceiptRow[] =
      burnFree === 0n
        ? []
        : [
            {
              label: t('assets.part.burnFree'),
              value: <Amount value={burnFree} token={token} size="sm" tone="in" />,
            },
          ]
    const hold = holdText(t, { vault: plan.vault ?? 0, message })
    return {
      leaving: [
        outRow(t('tx.row.fromAccount', { account }), message.amount, token),
        ...free,
        ...burnRows(t, message),
      ],
      coming: [
        inRow(t('tx.row.toWallet'), receivedBy(message), token),
        ...worthRows(t, { token, amount: receivedBy(message) }),
        ...(token === 'USDT' ? netRows(t, { received: message.amount, burned: message.burnAmount }) : []),
      ],
      note: plan.vault === 2 ? `${t('withdrawal.freeWhy')} ${hold}` : hold,
    }
  },
}
