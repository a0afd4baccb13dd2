/** Real parts for tests: databases, a chain, wallets, a clock. Only tests, e2e and bench import it. */
export { type Anvil, type AnvilOptions, startAnvil } from './anvil.ts'
export { setChainClock } from './chain-clock.ts'
export { describeOnBoth, describeOnPostgres, type TestDatabases } from './describe-on-both.ts'
export { mutableClock } from './mutable-clock.ts'
export { openSnapshot } from './pglite-snapshot.ts'
export { type PostgresCluster, startPostgres } from './postgres-cluster.ts'
export { testWallet } from './wallets.ts'
