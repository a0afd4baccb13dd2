import type { OperatorProduct } from '@dr/protocol/calls/operator-offers'
import { MACHINE_TERMS } from '@dr/protocol/constants'
import { powerDivisor } from '@dr/protocol/rules/mining-rate'
import { useState } from 'react'
import type { Address } from 'viem'
import type { MessageKey } from '../../i18n/keys.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { formatPower, formatShare } from '../../ui/text/format.ts'
import { readPositive, readWhole, typed } from './read-fields.ts'
import { useOperation } from './use-operation.ts'

const WHOLE = ['tier', 'power', 'drgvShareBps', 'perUserLimit', 'lifeDays'] as const
type Fields = Record<'productId' | 'name' | 'price' | 'stock' | (typeof WHOLE)[number], string>

const LABELS: Readonly<Record<keyof Fields, MessageKey>> = {
  productId: 'operator.product.id',
  name: 'operator.product.name',
  tier: 'operator.product.tier',
  power: 'operator.product.power',
  price: 'operator.product.price',
  drgvShareBps: 'operator.product.drgvShare',
  perUserLimit: 'operator.product.perUser',
  lifeDays: 'operator.product.life',
  stock: 'operator.product.stock',
}

const fieldsOf = (product: OperatorProduct | null): Fields => ({
  productId: product?.productId ?? '',
  name: product?.name ?? '',
  tier: String(product?.tier ?? 1),
  power: String(product?.power ?? ''),
  price: product ? typed(product.price) : '',
  drgvShareBps: String((product ?? MACHINE_TERMS).drgvShareBps),
  perUserLimit: product ? String(product.perUserLimit) : '',
  lifeDays: String((product ?? MACHINE_TERMS).lifeDays),
  stock: '',
})

/** Request of the call; null: a field is missing or invalid. */
const readProduct = (fields: Fields, isNew: boolean) => {
  const price = readPositive(fields.price)
  const stock = readWhole(fields.stock)
  const [tier, power, drgvShareBps, perUserLimit, lifeDays] = WHOLE.map((name) => readWhole(fields[name]))
  if (price === null || tier == null || power == null || drgvShareBps == null) return null
  if (perUserLimit == null || lifeDays == null || (isNew && stock === null)) return null
  if (fields.productId.trim() === '' || fields.name.trim() === '') return null
  const product = { productId: fields.productId.trim(), name: fields.name.trim(), price }
  const terms = { ...product, tier, power, drgvShareBps, perUserLimit, lifeDays }
  return isNew && stock !== null ? { ...terms, stock } : terms
}

type ProductFormProps = {
  readonly address: Address
  /** Null: a new one. */
  readonly product: OperatorProduct | null
  /** Power of all other machines that are or were on sale, in T. */
  readonly otherPower: number
  readonly onClose: () => void
}

/**
 * Network power if all machines of the changed stock produce and each T then earns less than today;
 * otherwise null.
 */
const dilutedPower = (fields: Fields, product: OperatorProduct | null, otherPower: number): bigint | null => {
  const [power, stock] = [readWhole(fields.power), readWhole(fields.stock)]
  if (power == null || stock == null || stock <= 0) return null
  const before = product ? product.stock + product.reserved + product.sold : 0
  const all = BigInt(otherPower) + BigInt(power) * BigInt(before + stock)
  return all > powerDivisor(0n) ? all : null
}

/** Terms of a product for future sales, its stock, and whether it is on sale. */
export const ProductForm = ({ address, product, otherPower, onClose }: ProductFormProps) => {
  const t = useT()
  const { run, busy } = useOperation(address, onClose)
  const [fields, setFields] = useState(() => fieldsOf(product))
  const request = readProduct(fields, product === null)
  const diluted = dilutedPower(fields, product, otherPower)
  const [reason, setReason] = useState('')
  const why = reason.trim() === '' ? {} : { reason: reason.trim() }
  const change = readWhole(fields.stock)
  const field = (name: keyof Fields) => (
    <TextField
      key={name}
      label={t(product && name === 'stock' ? 'operator.product.stockChange' : LABELS[name])}
      value={fields[name]}
      disabled={product !== null && name === 'productId'}
      inputMode={name === 'productId' || name === 'name' || name === 'stock' ? 'text' : 'decimal'}
      onChange={(value) => setFields({ ...fields, [name]: value })}
    />
  )
  return (
    <Sheet
      name="product-form"
      open
      onOpenChange={onClose}
      title={product?.name ?? t('operator.new')}
      footer={
        <Button
          variant="primary"
          disabled={request === null}
          busy={busy}
          onClick={() => request && run({ name: 'operatorSaveProduct', request: { ...request, ...why } })}
        >
          {t('operator.save')}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <div className="grid grid-cols-2 gap-3">
          {(['productId', 'name', ...WHOLE, 'price'] as const).map(field)}
          {product ? null : field('stock')}
        </div>
        {diluted === null ? null : (
          <p className="text-14 text-out" role="status">
            {t('operator.product.dilution', {
              power: formatPower(diluted),
              share: formatShare(powerDivisor(0n), diluted),
            })}
          </p>
        )}
        <TextArea label={t('operator.reason')} value={reason} onChange={setReason} />
        {product ? (
          <div className="flex flex-col gap-3 border-t border-line pt-3">
            <div className="flex items-end gap-3">
              {field('stock')}
              <Button
                disabled={change === null || change === 0}
                busy={busy}
                onClick={() =>
                  change !== null &&
                  run({ name: 'operatorChangeStock', request: { productId: product.productId, change } })
                }
              >
                {t('operator.product.stockSave')}
              </Button>
            </div>
            <Button
              variant={product.offered ? 'danger' : 'accent'}
              busy={busy}
              onClick={() =>
                run({
                  name: 'operatorOfferProduct',
                  request: { productId: product.productId, offered: !product.offered },
                })
              }
            >
              {t(product.offered ? 'operator.product.withdraw' : 'operator.offer')}
            </Button>
          </div>
        ) : null}
      </div>
    </Sheet>
  )
}
