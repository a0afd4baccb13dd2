import type { Proposal } from '@dr/protocol/calls/operator'
import type { MessageKey } from '../../i18n/keys.ts'
import { formatIn } from '../../i18n/rate-text.ts'
import type { Translate } from '../../i18n/translate.ts'
import { typed, typedRate, typedTime } from './read-fields.ts'
import { subjectName } from './subject-name.ts'

type Show = (value: string) => string

const same: Show = (value) => value
const rate: Show = (value) => (value === '' ? '–' : typedRate(value))
const time: Show = (value) => typedTime(Number(value))

/** Labels of terms by their names in a proposal. Others are shown by their name. */
const TERMS: Readonly<Record<string, readonly [MessageKey, Show]>> = {
  token: ['operator.package.token', same],
  termDays: ['operator.package.days', same],
  minimum: ['operator.package.minimum', typed],
  reinvestMinimum: ['operator.package.reinvestMinimum', typed],
  rateUsdt: ['operator.package.rateUsdt', rate],
  rateDr: ['operator.package.rateDr', rate],
  opensAtSecond: ['operator.package.opens', time],
  closesAtSecond: ['operator.package.closes', time],
  name: ['operator.product.name', same],
  tier: ['operator.product.tier', same],
  power: ['operator.product.power', same],
  price: ['operator.product.price', typed],
  drgvShareBps: ['operator.product.drgvShare', same],
  perUserLimit: ['operator.product.perUser', same],
  lifeDays: ['operator.product.life', same],
  stock: ['operator.product.stock', same],
}

/** Changes of a proposal, one a line: the approver must see all of them. */
export const changesOf = (t: Translate, proposal: Proposal): string[] => {
  const { subject, before, value, terms } = proposal
  if (subject.startsWith('stop:')) return [`${t('operator.stops.stopped')} → ${t('operator.stops.running')}`]
  if (subject.startsWith('block:')) {
    const [free, blocked] = [t('operator.block.free'), t('operator.block.blocked')]
    return [subject.slice('block:'.length), value === '1' ? `${free} → ${blocked}` : `${blocked} → ${free}`]
  }
  if (terms === null) {
    const { unit } = subjectName(t, subject)
    const figure = (amount: string | null): string => (amount === null ? '–' : formatIn(unit, BigInt(amount)))
    return [`${figure(before)} → ${figure(value)}`]
  }
  const names = Object.keys(terms.after).filter((name) => terms.before?.[name] !== terms.after[name])
  return names.map((name) => {
    const [key, show] = TERMS[name] ?? [null, same]
    const [old, next] = [terms.before?.[name], terms.after[name]]
    const from = old === undefined ? '' : `${show(old)} → `
    return `${key ? t(key) : name}: ${from}${next === undefined ? '–' : show(next)}`
  })
}
