import type { OperatorPackage } from '@dr/protocol/calls/operator-offers'
import { DAY_SECONDS } from '@dr/protocol/constants'
import type { PayoutToken } from '@dr/protocol/tokens'
import { useState } from 'react'
import type { Address } from 'viem'
import type { MessageKey } from '../../i18n/keys.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { readPositive, readRate, readTime, readWhole, typed, typedRate, typedTime } from './read-fields.ts'
import { useOperation } from './use-operation.ts'

const LABELS = {
  packageId: 'operator.package.id',
  termDays: 'operator.package.days',
  minimum: 'operator.package.minimum',
  reinvestMinimum: 'operator.package.reinvestMinimum',
  rateUsdt: 'operator.package.rateUsdt',
  rateDr: 'operator.package.rateDr',
  opens: 'operator.package.opens',
  closes: 'operator.package.closes',
} as const satisfies Record<string, MessageKey>
type Fields = Record<keyof typeof LABELS, string>

const fieldsOf = (offer: OperatorPackage | null): Fields => {
  const terms = offer?.next ?? offer
  return {
    packageId: String(offer?.packageId ?? ''),
    termDays: String(terms?.termDays ?? 30),
    minimum: terms ? typed(terms.minimum) : '',
    reinvestMinimum: terms ? typed(terms.reinvestMinimum) : '',
    rateUsdt: typedRate(terms?.dailyRates.USDT ?? null),
    rateDr: typedRate(terms?.dailyRates.DR ?? null),
    opens: typedTime(terms?.opensAtSecond ?? 0),
    closes: typedTime(terms?.closesAtSecond ?? DAY_SECONDS),
  }
}

/** Request of the call; null: a field is missing or invalid. */
const readPackage = (fields: Fields, token: PayoutToken) => {
  const [packageId, termDays] = [readWhole(fields.packageId), readWhole(fields.termDays)]
  const [minimum, reinvestMinimum] = [readPositive(fields.minimum), readPositive(fields.reinvestMinimum)]
  const [USDT, DR] = [readRate(fields.rateUsdt), readRate(fields.rateDr)]
  const [opensAtSecond, closesAtSecond] = [readTime(fields.opens), readTime(fields.closes)]
  if (packageId === null || termDays === null || minimum === null || reinvestMinimum === null) return null
  if (USDT === undefined || DR === undefined || (USDT === null && DR === null)) return null
  if (opensAtSecond === null || closesAtSecond === null) return null
  const hours = { opensAtSecond, closesAtSecond }
  return { packageId, token, termDays, minimum, reinvestMinimum, dailyRates: { USDT, DR }, ...hours }
}

type PackageFormProps = {
  readonly address: Address
  /** Null: a new one. */
  readonly offer: OperatorPackage | null
  readonly onClose: () => void
}

/**
 * Terms of a package. Changes of existing ones take effect after ten minutes, and not for running
 * positions.
 */
export const PackageForm = ({ address, offer, onClose }: PackageFormProps) => {
  const t = useT()
  const { run, busy } = useOperation(address, onClose)
  const [fields, setFields] = useState(() => fieldsOf(offer))
  const [token, setToken] = useState<PayoutToken>(offer?.token === 'DR' ? 'DR' : 'USDT')
  const [reason, setReason] = useState('')
  const terms = readPackage(fields, token)
  const why = reason.trim() === '' ? {} : { reason: reason.trim() }
  const offered = (offer?.next ?? offer)?.offered ?? true
  return (
    <Sheet
      name="package-form"
      open
      onOpenChange={onClose}
      title={offer ? `#${offer.packageId} ${offer.token}` : t('operator.new')}
      description={t('operator.package.lead')}
      footer={
        <>
          <Button
            variant="primary"
            disabled={terms === null}
            busy={busy}
            onClick={() =>
              terms && run({ name: 'operatorSavePackage', request: { ...terms, ...why, offered } })
            }
          >
            {t('operator.save')}
          </Button>
          {offer ? (
            <Button
              variant={offered ? 'danger' : 'accent'}
              busy={busy}
              onClick={() =>
                run({
                  name: 'operatorOfferPackage',
                  request: { packageId: offer.packageId, offered: !offered },
                })
              }
            >
              {t(offered ? 'operator.package.remove' : 'operator.offer')}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {offer ? null : (
          <Segmented<PayoutToken>
            label={t('operator.package.token')}
            value={token}
            onChange={setToken}
            items={(['USDT', 'DR'] as const).map((value) => ({ value, label: value }))}
          />
        )}
        <div className="grid grid-cols-2 gap-3">
          {(Object.keys(LABELS) as (keyof Fields)[]).map((name) => (
            <TextField
              key={name}
              label={t(LABELS[name])}
              value={fields[name]}
              disabled={offer !== null && name === 'packageId'}
              onChange={(value) => setFields({ ...fields, [name]: value })}
            />
          ))}
        </div>
        <TextArea label={t('operator.reason')} value={reason} onChange={setReason} />
      </div>
    </Sheet>
  )
}
