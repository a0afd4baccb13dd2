/**
 * Inputs that match the protocol's schemas but make no sense: each is refused by its own code, none is an
 * internal error.
 */
import { CALLS } from '@dr/protocol/calls/index'
import { ASKED_MAX } from '@dr/protocol/schemas'
import { describeOnBoth } from '@dr/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, startChain, startTestApp } from '../app/test-app.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const UINT256_MAX = (2n ** 256n - 1n).toString()

describeOnBoth('bad input', ({ openDatabase }) => {
  test('ids, names, days and amounts that nothing can have', async () => {
    const app = await startTestApp(chain, await openDatabase())
    await app.release()
    const user = await app.newUser('clumsy', { usdt: 0n, drgv: 0n })
    const { activateSignature, machineSignature, miningStats, miningDetail, fundFlows, createWithdrawal } =
      CALLS
    for (const id of [(2n ** 63n).toString(), UINT256_MAX]) {
      await expect(
        app.call(activateSignature, user, { machineIDs: [id], Period: 1 }),
        id,
      ).rejects.toMatchObject({ code: 20002, details: { machineId: id } })
    }
    await expect(
      app.call(machineSignature, user, { productId: 'm0', machineCount: 1 }),
    ).rejects.toMatchObject({ code: 20008 })
    expect((await app.call(miningDetail, user, { productId: 'm0' })).items).toEqual([])
    for (const to of ['0000-01-15', '0001-01-01', '1969-12-31']) {
      const stats = await app.call(miningStats, user, { to }).catch((error: unknown) => error)
      expect(stats, to).toMatchObject({ code: 10002 })
    }
    for (const at of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z']) {
      expect((await app.call(fundFlows, user, { from: at })).items, at).toEqual([])
      expect((await app.call(fundFlows, user, { to: at })).items, at).toEqual([])
    }
    await expect(
      app.call(createWithdrawal, user, { account: 0, token: 'DR', amount: String(ASKED_MAX) }),
    ).rejects.toMatchObject({ code: 1015 })
    const beyond = { account: 0, token: 'DR', amount: UINT256_MAX }
    expect(createWithdrawal.request.safeParse(beyond).success).toBe(false)
  })
})
