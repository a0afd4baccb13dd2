import { formatAmount } from '@dr/protocol/amounts'
import type { Voucher } from '@dr/protocol/calls/voucher'
import type { VoucherMessage } from '../../chain/voucher-message.ts'
import type { Translate } from '../../i18n/translate.ts'
import { Address } from '../../ui/address.tsx'
import { Amount } from '../../ui/amount.tsx'
import { formatDate, formatPower } from '../../ui/format.ts'
import type { ReceiptRow } from '../../ui/receipt.tsx'

const at = (seconds: number | bigint): string => formatDate(Number(seconds) * 1_000, 'YMDHMS')

/** What leaves: always the signed amounts, never the server's words for them. */
export function leavingRows(t: Translate, message: VoucherMessage): readonly ReceiptRow[] {
  const row = (label: string, value: bigint, token: string): ReceiptRow => ({
    label,
    value: <Amount value={-value} token={token} size="sm" tone="out" />,
  })
  switch (message.primaryType) {
    case 'BuyMachine':
      return [
        row(t('tx.row.toTreasury'), message.usdtAmount, 'USDT'),
        row(t('tx.row.burned'), message.DRGVAmount, 'DRGV'),
      ]
    case 'ActivateMachine':
      return [row(t('tx.row.burned'), message.DRGVAmount, 'DRGV')]
    case 'WithdrawDR':
      return [
        row(t('tx.row.fromMiner'), message.amount, 'DR'),
        {
          label: t('tx.row.burnShare'),
          value: <Amount value={message.burnAmount} token="DR" size="sm" tone="out" />,
        },
      ]
  }
}

/** What comes. */
export function comingRows(t: Translate, message: VoucherMessage, voucher: Voucher): readonly ReceiptRow[] {
  switch (message.primaryType) {
    case 'BuyMachine':
      return voucher.incoming.flatMap((coming): ReceiptRow[] =>
        coming.kind !== 'machines'
          ? []
          : [
              { label: t('tx.row.machines'), value: `${message.machineCount} × ${coming.name}`, tone: 'in' },
              { label: t('tx.row.power'), value: formatPower(BigInt(coming.power)) },
              { label: t('tx.row.life'), value: t('common.days', { count: coming.lifeDays }) },
            ],
      )
    case 'ActivateMachine':
      return electricityRows(t, message, voucher)
    case 'WithdrawDR':
      return [
        {
          label: t('tx.row.toWallet'),
          value: <Amount value={message.amount - message.burnAmount} token="DR" size="sm" signed tone="in" />,
        },
      ]
  }
}

function electricityRows(
  t: Translate,
  message: VoucherMessage & { primaryType: 'ActivateMachine' },
  voucher: Voucher,
): readonly ReceiptRow[] {
  const machines = voucher.incoming.flatMap((coming) =>
    coming.kind === 'electricity' ? coming.machines : [],
  )
  const ends = [...new Set(machines.map(({ paidUntil }) => paidUntil))].sort((a, b) => a - b)
  const [first] = ends
  const last = ends.at(-1)
  const span =
    first === undefined || last === undefined ? '' : first === last ? at(first) : `${at(first)} – ${at(last)}`
  return [
    {
      label: t('tx.row.machines'),
      value: t('tx.machineCount', { count: message.machineIDs.length }),
      tone: 'in',
    },
    { label: t('tx.row.electricity'), value: t('tx.periods', { count: Number(message.Period) }) },
    { label: t('tx.row.paidUntil'), value: span },
    ...(machines.some(({ cutByLife }) => cutByLife)
      ? [{ label: t('tx.row.cut'), value: t('tx.cutByLife') }]
      : []),
  ]
}

/** The price and where it was read. */
export function priceRows(t: Translate, voucher: Voucher): readonly ReceiptRow[] {
  return (['DRGV', 'DR'] as const).flatMap((token): ReceiptRow[] => {
    const price = voucher.prices[token]
    if (price === undefined) return []
    return [
      { label: t('tx.row.price', { token }), value: `${formatAmount(BigInt(price.price))} USDT` },
      {
        label: t('tx.row.source'),
        value: (
          <>
            {t('common.block', { number: String(price.blockNumber) })}
            <span className="block text-12 text-t2">{at(price.blockTime)}</span>
          </>
        ),
      },
    ]
  })
}

/** Every field of the typed data, as it is signed. */
export function signedRows(voucher: Voucher): readonly ReceiptRow[] {
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
    { label: 'verifyingContract', value: <Address address={domain.verifyingContract} /> },
    { label: 'digest', value: <Address address={voucher.digest} /> },
  ]
}
