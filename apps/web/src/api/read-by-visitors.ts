import type { CallName } from './endpoints.ts'

/**
 * What a visitor's first page reads. These answers decide about no money and no session, and a user who reads
 * a number that is not there throws into the error state (`BigInt(undefined)`); so they don't wait for the
 * schemas. build/first-page.test.ts holds the manifest's requests to them.
 */
export const READ_BY_VISITORS: readonly CallName[] = [
  'publicKeys',
  'publicConfig',
  'overview',
  'drgvPrice',
  'products',
  'getPackageConfigList',
  'publicNotices',
  'getInviter',
  'network', // on the local chain alone
]
