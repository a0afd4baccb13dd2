/** Public API of activity: users' actions that count for their teams, queued for the community's counters. */
export { burnedActivity } from './burned.ts'
export { type Activity, recordActivity } from './record-activity.ts'
export { oldestActivity, type TakenActivity, takeActivity } from './take-activity.ts'
