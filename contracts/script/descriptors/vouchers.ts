/**
 * Display of each kind of voucher. Amounts and their tokens are in the registry; this file has their texts,
 * as in the app's receipt, and the descriptions of the other fields.
 */
import { type VOUCHERS, type VoucherKind, voucherSpec } from '@dr/protocol/vouchers'
import { address, amount, each, type FieldText, type FormatText, hidden, raw, until } from './format.ts'

type FieldName<K extends VoucherKind> = (typeof VOUCHERS)[K]['fields'][number]['name']
/** The call's parameters, without account and nonce, which the contract derives. */
type Argument<K extends VoucherKind> = Exclude<FieldName<K>, 'account' | 'nonce'> | 'signature'
/** A text alone is the label of an amount in the registry. Each has the same end. */
interface VoucherText<K extends VoucherKind> {
  readonly intent: string
  readonly fields: { readonly [F in Exclude<Argument<K>, 'deadline' | 'signature'>]: string | FieldText }
}

const drgvPrice = amount('Price of 1 DRGV', 'USDT')
const order = hidden('the number of the order, which only the server knows')
const inAmount = hidden('the token is named with its amount')
const podPower = {
  intent: 'Buy POD power',
  fields: {
    drAmount: 'Burned',
    USDRAmount: 'To the treasury',
    referrer: address('Inviter', 'eoa'),
  },
}

/** A kind of the registry without its texts does not compile. */
const TEXTS: { readonly [K in VoucherKind]: VoucherText<K> } = {
  'buy-machine': {
    intent: 'Buy machines',
    fields: {
      machineCount: raw('Machines'),
      usdtAmount: 'To the treasury',
      DRGVAmount: 'Burned',
      DRGVPrice: drgvPrice,
    },
  },
  'activate-machine': {
    intent: 'Activate or renew',
    fields: {
      DRGVAmount: 'Burned',
      Period: raw('Periods of 30 days'),
      DRGVPrice: drgvPrice,
      machineIDs: each('Machine'),
    },
  },
  'buy-pod-power': podPower,
  'buy-pod-power-again': podPower,
  'swap-token': {
    intent: 'Swap',
    fields: {
      inputAmount: 'To the exchange contract',
      outputAmount: 'To your wallet',
      inputTokenAddress: inAmount,
      outputTokenAddress: inAmount,
      orderId: order,
    },
  },
  'withdraw-dr': {
    intent: 'Withdraw',
    fields: { amount: 'Deducted', burnAmount: 'Of which burned', orderId: order },
  },
  'withdraw-usdt': {
    intent: 'Withdraw',
    fields: { amount: 'To your wallet', burnAmount: 'Burned from your wallet (max)', orderId: order },
  },
}

/** The token of a field's base units; null if the field is not an amount that the call moves. */
const tokenOf = (kind: VoucherKind, name: string) => {
  const { outgoing, reaches } = voucherSpec(kind)
  const moved = [...outgoing, ...reaches].find((each) => each.amount === name || each.less === name)
  return moved?.token ?? null
}

const fieldText = (kind: VoucherKind, name: string, text: string | FieldText): FieldText => {
  const token = tokenOf(kind, name)
  if (typeof text === 'string' && token !== null) return amount(text, token)
  if (typeof text !== 'string' && token === null) return text
  throw new TypeError(`${kind}: ${name} is ${token === null ? 'no amount' : 'an amount'} of the registry`)
}

/** The format of the kind's call. */
export const voucherFormat = <K extends VoucherKind>(
  kind: K,
): FormatText & { readonly fields: { readonly [A in Argument<K>]: FieldText } } => {
  const { intent, fields } = TEXTS[kind]
  const texts = Object.entries<string | FieldText>(fields).map(
    ([name, text]) => [name, fieldText(kind, name, text)] as const,
  )
  const end = { deadline: until, signature: hidden('the permission itself, which the contract checks') }
  return { intent, fields: { ...Object.fromEntries(texts), ...end } as never }
}
