import type { Voucher } from '@dr/protocol/calls/voucher'
import { PRICED_TOKENS, startingWith } from '@dr/protocol/tokens'
import { getAddress } from 'viem'
import { readVoucherMessage } from '../../../chain/vouchers/voucher-message.ts'
import { formatPriceUsdt } from '../../../i18n/rate-text.ts'
import type { Translate } from '../../../i18n/translate.ts'
import type { ReceiptRow } from '../../../ui/lists/receipt.tsx'
import { at } from '../../../ui/lists/receipt-rows.tsx'
import { Address } from '../../../ui/text/address.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import type { ReceiptParts } from '../kinds/kind.ts'
import { receiptOf } from '../kinds/kinds.ts'
import { isDirect } from '../plan/direct-call.ts'
import type { Plan } from '../plan/plan.ts'
import { directReceipt } from './direct-receipt.tsx'

/** Outgoing and incoming rows and the note of a plan. */
export const receiptParts = (t: Translate, plan: Plan): ReceiptParts => {
  const { voucher, intent } = plan
  if (voucher === null)
    return intent !== null && isDirect(intent) ? directReceipt(t, intent) : { leaving: [], coming: [] }
  return receiptOf({ t, plan, voucher, message: readVoucherMessage(voucher.typedData) })
}

/** Rows with the prices and where they were read. */
export const priceRows = (t: Translate, voucher: Voucher): readonly ReceiptRow[] =>
  startingWith(PRICED_TOKENS, 'DRGV').flatMap((token): ReceiptRow[] => {
    const price = voucher.prices[token]
    if (price === undefined) return []
    return [
      { label: t('tx.row.price', { token }), value: formatPriceUsdt(BigInt(price.price)) },
      {
        label: t('tx.row.sourceOf', { token }),
        value: (
          <>
            <span>{t('common.block', { number: formatCount(price.blockNumber) })}</span>
            <span className="block text-12 text-t2">{at(price.blockTime)}</span>
          </>
        ),
      },
    ]
  })

/** Every signed field of the typed data. */
export const signedRows = (voucher: Voucher): readonly ReceiptRow[] => {
  const { domain, primaryType, message } = voucher.typedData
  const fields = Object.entries(message).map(([label, value]): ReceiptRow => {
    const text = Array.isArray(value) ? value.join(', ') : value
    return { label, value: <span className="break-all">{text}</span> }
  })
  return [
    { label: 'primaryType', value: primaryType },
    ...fields,
    { label: 'domain', value: `${domain.name} ${domain.version}` },
    { label: 'chainId', value: String(domain.chainId) },
    { label: 'verifyingContract', value: <Address address={getAddress(domain.verifyingContract)} /> },
    { label: 'digest', value: <Address address={voucher.digest} /> },
  ]
}
