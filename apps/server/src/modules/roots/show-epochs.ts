/** Figures about the daily roots, of the process that leads the ticks. */
import type { Registry } from 'prom-client'
import { createLeaderGauge } from '../../platform/gauges/leader-gauges.ts'
import type { StoredEpoch } from './epochs-store.ts'
import type { RootsFile } from './roots-store.ts'

/** Troubles of the newest epoch, each a number that should be 0. */
const TROUBLES = ['void', 'foreign', 'refused', 'kept', 'lifted'] as const

/** Bits that are set. */
const countBits = (bits: number): number => [...bits.toString(2)].filter((bit) => bit === '1').length

/** Seconds since the post of the first epoch after the last one that was confirmed and not vetoed; 0: none. */
const unconfirmedFor = (epochs: readonly StoredEpoch[], now: bigint): bigint => {
  const confirmed = epochs.findIndex(({ confirmedAt, isVoid }) => confirmedAt > 0n && !isVoid)
  const since = confirmed < 0 ? epochs : epochs.slice(0, confirmed)
  return now - (since.at(-1)?.postedAt ?? now)
}

export const createEpochGauges = (registry: Registry) => {
  const gauge = (name: string, help: string) => createLeaderGauge(registry, 'worker', { name, help })
  const posting = gauge(
    'roots_posting',
    'Whether this worker’s key is the registry’s attester; 0 is an alarm',
  )
  const posted = gauge(
    'roots_posted_at_seconds',
    'When the newest roots were posted, seconds since 1970; 0: never; more than 26 hours ago is an alarm',
  )
  const unconfirmed = gauge(
    'roots_unconfirmed_seconds',
    'Age of the first roots after the last confirmed ones; 0: none wait; more than 2 days is an alarm',
  )
  const troubles = createLeaderGauge(registry, 'worker', {
    name: 'roots_troubles',
    help: 'Of the newest roots: void, foreign, books refused, numbers kept or lifted; more than 0 is an alarm',
    labelNames: ['trouble'] as const,
  })
  return {
    showPosting: (is: boolean): void => posting.set(is ? 1 : 0),
    /** `foreign`: epochs on chain that stop the posts. */
    show: (input: {
      readonly epochs: readonly StoredEpoch[]
      /** Unix seconds of the chain. */
      readonly now: bigint
      readonly newest: RootsFile | undefined
      readonly foreign: number
    }): void => {
      const { epochs, now, newest, foreign } = input
      const [last] = epochs
      posted.set(Number(last?.postedAt ?? 0n))
      unconfirmed.set(Number(unconfirmedFor(epochs, now)))
      const values: Record<(typeof TROUBLES)[number], number> = {
        void: last?.isVoid ? 1 : 0,
        foreign,
        refused: countBits(last?.refused ?? 0),
        kept: Number(newest?.kept ?? 0n),
        lifted: Number(newest?.lifted ?? 0n),
      }
      for (const trouble of TROUBLES) troubles.set({ trouble }, values[trouble])
    },
  }
}
