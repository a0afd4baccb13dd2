/**
 * Balances over time, computed backwards from the current balance and its changes. Pure; amounts in base
 * units, times in Unix seconds.
 */
import { mulDivDown, WAD } from '@dr/protocol/amounts'
import type { BalanceChanges, HistoryToken } from '../ledger/index.ts'

export interface BalancePoint {
  /** End of its interval; for the last one, now. */
  readonly at: bigint
  readonly USDT: bigint
  readonly DR: bigint
}

interface Window {
  readonly now: bigint
  readonly bucketSeconds: bigint
  readonly count: number
}

/**
 * The balance at the end of each interval, oldest first: the current balance minus later changes. Begins one
 * interval before the first change, and never before the earliest data read.
 */
export const balancePoints = (
  { balances, changes, readFrom }: BalanceChanges,
  { now, bucketSeconds, count }: Window,
): BalancePoint[] => {
  const last = now / bucketSeconds
  const oldest = last - BigInt(count) + 1n
  const first = changes.reduce((min, { bucket }) => (bucket < min ? bucket : min), last)
  const begin = readFrom === null ? first - 1n : readFrom / bucketSeconds
  const later = new Map<string, bigint>()
  for (const { token, bucket, change } of changes)
    later.set(`${token}:${bucket}`, (later.get(`${token}:${bucket}`) ?? 0n) + change)
  const held: Record<HistoryToken, bigint> = { ...balances }
  const points: BalancePoint[] = []
  for (let bucket = last; bucket >= oldest && bucket >= begin; bucket -= 1n) {
    const end = (bucket + 1n) * bucketSeconds
    points.unshift({ at: end < now ? end : now, ...held })
    for (const token of ['USDT', 'DR'] as const) held[token] -= later.get(`${token}:${bucket}`) ?? 0n
  }
  return points
}

/** Value in USD, 18 decimals, rounded down; null for DR without a price. */
export const pointWorth = ({ USDT, DR }: BalancePoint, drPrice: bigint | null): bigint | null => {
  if (DR === 0n) return USDT
  return drPrice === null ? null : USDT + mulDivDown(DR, drPrice, WAD)
}
