/**
 * Repeated work of the form "bring up to now". Idempotent: it does not matter how often, in which process or
 * after which crash it runs. It never overlaps itself.
 */
export interface Tick {
  /** `<module>.<work>`, in metrics and logs. */
  readonly name: string
  /** Seconds between two runs, or a cron pattern (six fields, UTC): `0 0 * * * *` each hour. */
  readonly schedule: number | string
  /** True if a run continues until its signal; the schedule starts it again after a failure. */
  readonly runsOn?: true
  /** `signal` is aborted when the process stops or leadership is lost: end soon. */
  readonly run: (signal: AbortSignal) => Promise<void>
}
