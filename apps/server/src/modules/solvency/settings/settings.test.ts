import { adminTimelockAbi, withdrawalVaultAbi } from '@dr/contracts/abi'
import { CALLS } from '@dr/protocol/calls/index'
import type { SettingChange } from '@dr/protocol/calls/settings'
import { describeOnDatabase, testWallet } from '@dr/test-kit'
import { encodeFunctionData, type Hex, zeroAddress, zeroHash } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, ONE, startChain, startTestApp, type TestApp } from '../../../../test/app/test-app.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
  for (const name of ['pauser', 'proposer']) {
    await chain.anvil.client.setBalance({ address: testWallet(name).address, value: ONE })
  }
  chain.start.id = await chain.anvil.client.snapshot()
})
afterAll(async () => chain?.anvil.stop())

const DAY = 86_400
const DELAY = 14 * DAY

const all = async (app: TestApp): Promise<SettingChange[]> => {
  const items: SettingChange[] = []
  let cursor: string | null = null
  do {
    const page: { items: SettingChange[]; nextCursor: string | null } = await app.call(
      CALLS.settingChanges,
      undefined,
      { limit: '7', ...(cursor === null ? {} : { cursor }) },
    )
    items.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
  return items
}

const announced = async (app: TestApp) => (await app.call(CALLS.settingChanges, undefined, {})).announced

/** A change of a vault's burn rate, announced by the proposer. */
const operation = (app: TestApp, bps: bigint, target: Hex = app.contracts.withdrawalVault0) => {
  const data = encodeFunctionData({ abi: withdrawalVaultAbi, functionName: 'setBurnBps', args: [bps] })
  return { args: [target, 0n, data, zeroHash, zeroHash] as const, data }
}

const timelock = (app: TestApp, functionName: 'schedule' | 'execute', args: readonly unknown[]) =>
  app.send(testWallet('proposer'), {
    address: app.contracts.adminTimelock,
    abi: adminTimelockAbi,
    functionName,
    args,
  })

describeOnDatabase('settings of the contracts', ({ openDatabase }) => {
  test('are known from their deployment on, and every change with its transaction', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const first = await all(app)
    const of = (contract: string, setting: string) =>
      first.filter((one) => one.contract === contract && one.setting === setting)
    expect(of('withdrawalVault1', 'burn-rate')).toMatchObject([{ values: { bps: '500' } }])
    expect(of('Exchange', 'fee-rate')).toMatchObject([{ values: { bps: '30' } }])
    expect(of('DigitalRights', 'usdr-share')).toHaveLength(1)
    expect(of('withdrawalVault2', 'vault-caps').map(({ values }) => values.token)).toEqual(
      expect.arrayContaining([app.contracts.usdt, app.contracts.dr]),
    )
    expect(of('withdrawalVault0', 'signer')[0]?.values).toMatchObject({ previous: zeroAddress })

    const pauser = testWallet('pauser')
    const vault = { address: app.contracts.withdrawalVault2, abi: withdrawalVaultAbi, args: [] }
    const txHash = await app.send(pauser, { ...vault, functionName: 'pause' })
    await app.finalize()
    const after = await all(app)
    expect(after).toHaveLength(first.length + 1)
    expect(after[0]).toMatchObject({
      contract: 'withdrawalVault2',
      setting: 'paused',
      txHash,
      values: { by: pauser.address.toLowerCase() },
    })
  })

  test('what the time-lock announces is shown for its 14 days, and after', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const { args, data } = operation(app, 400n)
    const txHash = await timelock(app, 'schedule', [...args, BigInt(DELAY)])
    await app.finalize()
    const [waiting] = await announced(app)
    expect(waiting).toMatchObject({
      contract: 'withdrawalVault0',
      functionName: 'setBurnBps',
      arguments: ['400'],
      state: 'waiting',
      data,
      txHash,
    })
    expect((waiting?.executableAt ?? 0) - (waiting?.announcedAt ?? 0)).toBe(DELAY)
    await app.travel(DELAY)
    expect((await announced(app))[0]?.state).toBe('ready')
    await timelock(app, 'execute', args)
    await app.finalize()
    expect((await announced(app))[0]?.state).toBe('done')
    const [newest] = await all(app)
    expect(newest).toMatchObject({
      contract: 'withdrawalVault0',
      setting: 'burn-rate',
      values: { bps: '400' },
    })
  })

  test('a call that is not executed within 14 days has expired, until it is announced again', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const { args } = operation(app, 450n)
    await timelock(app, 'schedule', [...args, BigInt(DELAY)])
    await app.finalize()
    await app.travel(2 * DELAY - DAY)
    expect((await announced(app))[0]?.state).toBe('ready')
    await app.travel(2 * DAY)
    expect((await announced(app))[0]?.state).toBe('expired')
    await expect(timelock(app, 'execute', args)).rejects.toThrow()
    await timelock(app, 'schedule', [...args, BigInt(DELAY)])
    await app.finalize()
    expect((await announced(app))[0]?.state).toBe('waiting')
  })

  test('a cancelled one stays, as cancelled; one that means none of our contracts is shown raw', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const stranger = testWallet('stranger').address
    const { args, data } = operation(app, 300n, stranger)
    await timelock(app, 'schedule', [...args, BigInt(DELAY)])
    await app.finalize()
    const [one] = await announced(app)
    expect(one).toMatchObject({
      contract: null,
      target: stranger.toLowerCase(),
      functionName: null,
      arguments: [],
      data,
    })
    await app.send(testWallet('proposer'), {
      address: app.contracts.adminTimelock,
      abi: adminTimelockAbi,
      functionName: 'cancel',
      args: [one?.operationId],
    })
    await app.finalize()
    expect((await announced(app)).map(({ state }) => state)).toEqual(['cancelled'])
  })
})
