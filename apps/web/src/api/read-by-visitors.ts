import type { CallName } from './endpoints.ts'

/**
 * Reads of a visitor's first page. They concern neither money nor a session, and a missing number throws at
 * its use (`BigInt(undefined)`), so they do not wait for the schemas. build/first-page.test.ts compares
 * them with the manifest's requests.
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
