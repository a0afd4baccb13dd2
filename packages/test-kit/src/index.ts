/** Real parts for tests: databases, a chain, wallets, a clock. Imported only by tests, e2e and bench. */
export { type Anvil, startAnvil } from './anvil.ts'
export { setChainClock } from './chain-clock.ts'
export {
  type Ended,
  isInstalled,
  NODE_ENVIRONMENT,
  runToEnd,
  spawnTied,
  stopProcess,
} from './child-process.ts'
export { describeOnBoth, describeOnDatabase, describeOnPostgres } from './describe-on-both.ts'
export { freePort } from './free-port.ts'
export { type FreezingProxy, startFreezingProxy } from './freezing-proxy.ts'
export { mutableClock } from './mutable-clock.ts'
export { fillPgliteDirectory, openSnapshot } from './pglite-snapshot.ts'
export { type PostgresCluster, startPostgres } from './postgres-cluster.ts'
export { openTestPostgres } from './postgres-databases.ts'
export { canMountDisks, mountSmallDisk, type SmallDisk } from './small-disk.ts'
export { testWallet } from './wallets.ts'
export { wrongClock } from './wrong-clock.ts'
