import { formatAmount, narrowDigits } from '@dr/protocol/amounts'
import { DAY_SECONDS, HOUR_SECONDS } from '@dr/protocol/constants'
import type { Hex } from 'viem'
import { readPastedAddress } from '../../api/invite/pasted.ts'
import { readAmount as readTyped } from '../../ui/amounts/typed-amount.ts'

/** Parses a whole number; null: invalid. */
export const readWhole = (text: string): number | null => {
  const digits = narrowDigits(text.trim())
  return /^-?\d{1,10}$/.test(digits) ? Number(digits) : null
}

/** Parses an amount into base units as text; null: invalid or not above zero. */
export const readPositive = (text: string): string | null => {
  const parsed = readTyped(text)
  return parsed.ok && parsed.value > 0n ? String(parsed.value) : null
}

/** Parses an amount into base units as text; null: invalid. Zero is valid. */
export const readAmount = (text: string): string | null => {
  const parsed = readTyped(text)
  return parsed.ok ? String(parsed.value) : null
}

/** Parses an address into lower case; null: invalid. */
export const readAddress = (text: string): Hex | null => {
  const typed = readPastedAddress(text).toLowerCase()
  return /^0x[0-9a-f]{40}$/.test(typed) ? (typed as Hex) : null
}

/** Formats base units for an input field. */
export const typed = (baseUnits: string): string =>
  formatAmount(BigInt(baseUnits), { maxDecimals: 18, group: false })

const HUNDRED = 100n

/** Parses percent a day into a share with 18 decimals; null: empty, undefined: invalid. */
export const readRate = (text: string): string | null | undefined => {
  if (text.trim() === '') return null
  const share = readPositive(text)
  return share === null || BigInt(share) % HUNDRED !== 0n ? undefined : String(BigInt(share) / HUNDRED)
}

export const typedRate = (share: string | null): string =>
  share === null ? '' : typed(String(BigInt(share) * HUNDRED))

const MINUTE = 60

/** Parses `22:30` into seconds of the day, 24:00 included; null: invalid. */
export const readTime = (text: string): number | null => {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(text.trim()) ?? []
  if (hours === undefined || Number(minutes) >= MINUTE) return null
  const seconds = Number(hours) * HOUR_SECONDS + Number(minutes) * MINUTE
  return seconds <= DAY_SECONDS ? seconds : null
}

export const typedTime = (seconds: number): string =>
  [Math.floor(seconds / HOUR_SECONDS), Math.floor((seconds % HOUR_SECONDS) / MINUTE)]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
