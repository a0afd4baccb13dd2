/**
 * Work that has to happen now and then: "bring up to now", idempotent, so that it does not matter how often,
 * by whom or after which crash it runs. It never overlaps itself.
 */
export interface Tick {
  /** `<module>.<what>`, in metrics and logs. */
  readonly name: string
  /** Seconds between two runs, or a cron pattern (six fields, UTC): `0 0 * * * *` each hour. */
  readonly schedule: number | string
  /** A run goes on until its signal; the schedule begins it again should it have failed. */
  readonly runsOn?: true
  /** `signal` is aborted when the process stops or leadership is lost: end soon. */
  readonly run: (signal: AbortSignal) => Promise<void>
}
