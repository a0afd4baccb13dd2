/** A wall clock that moves only when a test moves it. */
export const mutableClock = (start = new Date('2026-01-05T00:00:00Z')) => {
  let now = start.getTime()
  return {
    now: (): Date => new Date(now),
    set: (to: Date): void => {
      now = to.getTime()
    },
    advance: (milliseconds: number): void => {
      now += milliseconds
    },
  }
}
