/** How long property tests run: `FULL=1` for the long count (`npm run test:full`). */
const FULL = process.env.FULL === '1'

/** Runs of a property. */
export const RUNS = FULL ? 2_000 : 100
/** Of a property that asks a database at every step. */
export const DATABASE_RUNS = FULL ? RUNS : 30
/** Operations in one run, at most. */
export const OPERATIONS_MAX = 50
/** A property of some milliseconds a run may need minutes in full. */
export const PROPERTY_TIMEOUT_MS = FULL ? 1_800_000 : 240_000
