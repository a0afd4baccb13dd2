/**
 * Formats of the requirement (§3): dates, durations, shortened addresses, large counts. For amounts see
 * `@dr/protocol/amounts`.
 */
import { splitAmount } from '@dr/protocol/amounts'
import { DAY_SECONDS, HOUR_SECONDS } from '@dr/protocol/constants'
import { serverNow } from '../clock.ts'

const pad = (value: number, length = 2): string => String(value).padStart(length, '0')

export type DateForm = 'YMD' | 'YMDHMS' | 'HMS' | 'YM' | 'HM'

/** A time in the reader's time zone. */
export const formatDate = (moment: Date | string | number, form: DateForm): string => {
  const date = new Date(moment)
  if (Number.isNaN(date.getTime())) throw new RangeError(`not a date: ${String(moment)}`)
  const ym = `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}`
  const ymd = `${ym}-${pad(date.getDate())}`
  const hm = `${pad(date.getHours())}:${pad(date.getMinutes())}`
  const hms = `${hm}:${pad(date.getSeconds())}`
  const forms: Record<DateForm, string> = { YM: ym, YMD: ymd, HM: hm, HMS: hms, YMDHMS: `${ymd} ${hms}` }
  return forms[form]
}

/** `MM-DD HH:mm` for this year by the server's clock; otherwise with the year. */
export const formatShort = (moment: Date | string | number, now: Date | number = serverNow()): string => {
  const day = formatDate(moment, 'YMD')
  const year = formatDate(now, 'YMD').slice(0, 5)
  return `${day.startsWith(year) ? day.slice(5) : day} ${formatDate(moment, 'HM')}`
}

/** Parts of a countdown such as `2 14:08`, from a span in seconds; never negative. */
export const splitSpan = (
  seconds: number,
): {
  readonly days: number
  readonly clock: string
  readonly hours: number
} => {
  const left = Math.max(0, Math.floor(seconds))
  const hours = Math.floor((left % DAY_SECONDS) / HOUR_SECONDS)
  return {
    days: Math.floor(left / DAY_SECONDS),
    hours,
    clock: `${pad(hours)}:${pad(Math.floor((left % HOUR_SECONDS) / 60))}:${pad(left % 60)}`,
  }
}

/** First 12 … last 12 (requirement §3), or first 4 … last 4 (after `0x`) if 12 do not fit. */
export const shortenAddress = (address: string, keep: 4 | 12 = 12): string => {
  const head = keep === 4 ? 6 : 12
  return address.length <= head + keep + 1 ? address : `${address.slice(0, head)}…${address.slice(-keep)}`
}

/** Hides the middle of a name, an e-mail or a code: `ab****yz`. */
export const mask = (text: string): string => {
  if (text.length <= 4) return '****'
  return `${text.slice(0, 2)}****${text.slice(-2)}`
}

/** An e-mail with the middle of its name hidden; the domain stays, so that its owner recognises it. */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  return at < 0 ? mask(email) : `${mask(email.slice(0, at))}${email.slice(at)}`
}

/** A share in 1/10,000 as percent: `formatBps(250)` is `2.5%`. */
export const formatBps = (bps: bigint | number | string): string => `${Number(bps) / 100}%`

const UNITS = ['', 'K', 'M', 'G', 'T', 'P', 'E'] as const

/**
 * Hash power in a thousand-step unit with at most 3 significant digits: `84.2 P`. Rounded down. `power` is
 * a whole number of power units (1 unit = 1 T of the product's card if `unit` is `T`).
 */
export const formatPower = (power: bigint, unit: (typeof UNITS)[number] = 'T'): string => {
  let step = UNITS.indexOf(unit)
  let hundredths = power * 100n
  while (hundredths >= 100_000n && step < UNITS.length - 1) {
    hundredths /= 1_000n
    step += 1
  }
  const whole = hundredths / 100n
  const digits = whole >= 100n ? 0 : whole >= 10n ? 1 : 2
  const fraction = (hundredths % 100n).toString().padStart(2, '0').slice(0, digits).replace(/0+$/, '')
  return `${whole}${fraction ? `.${fraction}` : ''} ${UNITS[step]}`.trim()
}

/**
 * A count in the format of amounts (1,000 and 0.5) in every language: 5.000 beside 0.500 would be
 * ambiguous. Without `Intl.NumberFormat`, whose first use takes longer than rendering the page.
 */
export const formatCount = (count: number | bigint): string => {
  const [whole = '', fraction] = String(count).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

/**
 * Share of a whole in percent with two decimals, rounded down: `0.37%`; `<0.01%` for less, but above zero.
 */
export const formatShare = (part: bigint, whole: bigint): string => {
  if (whole <= 0n || part <= 0n) return '0%'
  const hundredths = (part * 10_000n) / whole
  if (hundredths === 0n) return '<0.01%'
  const text = (Number(hundredths) / 100).toFixed(2)
  return `${text.replace(/\.?0+$/, '')}%`
}

/** A rate with 18 decimals as percent, rounded down: `0.08%`. */
export const formatPercent = (rate: bigint): string => {
  const { whole, fraction } = splitAmount(rate * 100n, { maxDecimals: 4 })
  return `${whole}${fraction === '' ? '' : `.${fraction}`}%`
}
