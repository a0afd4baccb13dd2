/** Machines for tests: one product, bought by the real calls. */
import { CALLS } from '@dr/protocol/calls/index'
import type { NewProduct } from '../../src/modules/mining/index.ts'
import { ONE, type TestApp, type TestUser } from '../app/test-app.ts'

/** 10 T for 100 USD, a fifth of it in DRGV, with a life of 60 days. */
export const RIG: NewProduct = {
  productId: 'rig',
  name: 'Rig',
  tier: 1,
  power: 10n,
  price: 100n * ONE,
  drgvShareBps: 2_000,
  stock: 300n,
  perUserLimit: 250,
  lifeDays: 60,
}

/** Buys rigs and waits for their block to be final; returns the user's machines, oldest first. */
export const buyRigs = async (app: TestApp, user: TestUser, machineCount: number): Promise<bigint[]> => {
  const voucher = await app.call(CALLS.machineSignature, user, { productId: RIG.productId, machineCount })
  await app.redeem(voucher, user.wallet)
  await app.finalize()
  const { items } = await app.call(CALLS.miningDetail, user, { limit: 100 })
  return items.map(({ machineId }) => BigInt(machineId)).reverse()
}
