/** Lengths of property tests: `FULL=1` for the long ones (`npm run test:full`). */
const FULL = process.env.FULL === '1'

/** Number of runs of a property. */
export const RUNS = FULL ? 2_000 : 100
/** Number of runs of a property that queries a database at every step. */
export const DATABASE_RUNS = FULL ? RUNS : 30
/** Maximum number of operations in one run. */
export const OPERATIONS_MAX = 50
/** A property with some milliseconds for each run may need minutes in full. */
export const PROPERTY_TIMEOUT_MS = FULL ? 1_800_000 : 240_000
