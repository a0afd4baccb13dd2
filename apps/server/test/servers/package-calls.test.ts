/**
 * The packages' legacy calls over HTTP, on a complete server: their envelope, encrypted bodies, each refusal
 * by its code.
 */
import { digitalRightsAbi, drAbi } from '@dr/contracts/abi'
import { CALLS } from '@dr/protocol/calls/index'
import { testWallet } from '@dr/test-kit'
import { type Abi, createWalletClient, type Hex, http } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startServer } from '../../src/bin/server/start-server.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { prepareDataAndPglite } from '../app/server-data.ts'
import { type Chain, ONE, startChain } from '../app/test-app.ts'
import { createTestClient } from './test-client.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
  await chain.anvil.client.setIntervalMining({ interval: 1 })
})
afterAll(() => chain.anvil.stop())

const FINAL_MS = 30_000

/** A complete server, and a signed-in, activated depositor with approved USDT. */
const open = async () => {
  const environment = { PORT: '0', DATA_DIR: await prepareDataAndPglite(chain), RPC_URLS: chain.anvil.url }
  const server = await startServer(readConfig(environment), { logger: createLogger('silent') })
  onTestFinished(() => server.stop())
  const client = createTestClient(server.port)
  const { data: config } = await client.get<{ genesisInviteCode: string }>(CALLS.publicConfig.path)
  const wallet = testWallet('http depositor')
  const more = { inviteCode: config.genesisInviteCode }
  const { data: signedIn } = await client.signIn(wallet, CALLS.register.path, { more })
  const { token } = signedIn as { token: string }
  const base = `http://localhost:${server.port}`
  const get = async (path: string) => {
    const answer = await fetch(base + path, { headers: { authorization: `Bearer ${token}` } })
    return answer.json() as Promise<{ success: boolean; code: number; message: string; data: unknown }>
  }
  const post = async (path: string, body: unknown) => client.send(await client.seal(path, body, token))
  const send = async (
    account: PrivateKeyAccount,
    call: { address: Hex; abi: Abi; functionName: string; args: readonly unknown[] },
  ) => {
    const from = createWalletClient({ account, chain: foundry, transport: http(chain.anvil.url) })
    const hash = await from.writeContract(call)
    const { status } = await chain.client.waitForTransactionReceipt({ hash })
    expect(status).toBe('success')
    return hash
  }
  return { base, wallet, get, post, send }
}

test('packages: listed publicly, quoted, deposited, and followed to the end', {
  timeout: 300_000,
}, async () => {
  const { base, wallet, get, post, send } = await open()
  const { usdt, digitalRights } = chain.deployment.contracts
  const listed = await (await fetch(base + CALLS.getPackageConfigList.path)).json()
  expect(listed).toMatchObject({ success: true, code: 0, message: 'ok', data: { items: { length: 4 } } })
  const stranger = await fetch(base + CALLS.getPackageOrderList.path)
  expect([stranger.status, await stranger.json()]).toMatchObject([403, { success: false, code: 1012 }])

  const amount = (100n * ONE).toString()
  const whole = { packageId: 1, amount, incomeType: 'USDT' }
  for (const [body, code] of [
    [{ ...whole, packageId: 99 }, 1043],
    [{ packageId: 1, amount }, 1044],
    [{ ...whole, amount: '1' }, 1016],
    [{ ...whole, amount: ONE.toString() }, 1018],
    [whole, 30001], // no budget is funded on this chain
    [{ ...whole, reinvest: true }, 1039],
    [{ ...whole, amount: '-1' }, 10002],
    [{ packageId: 4, amount, action: 'pledge' }, 20005],
  ] as const) {
    const answer = await post(CALLS.investPledgeOrder.path, body)
    expect(answer, JSON.stringify(body)).toMatchObject({ success: false, code })
  }

  await chain.anvil.client.setBalance({ address: wallet.address, value: 10n ** 20n })
  const erc20 = { address: usdt, abi: drAbi }
  await send(chain.holder, { ...erc20, functionName: 'transfer', args: [wallet.address, 100n * ONE] })
  await send(wallet, { ...erc20, functionName: 'approve', args: [digitalRights, 100n * ONE] })
  const args = [usdt, 100n * ONE, 2n, 1n]
  const txHash = await send(wallet, {
    address: digitalRights,
    abi: digitalRightsAbi,
    functionName: 'deposit',
    args,
  })
  const reported = await post(CALLS.rechargeRecord.path, { txHash })
  expect(reported).toMatchObject({ success: true, code: 0, data: { txHash } })
  expect(await post(CALLS.rechargeRecord.path, { txHash: '0x12' })).toMatchObject({
    success: false,
    code: 10002,
  })
  await vi.waitFor(
    async () => {
      const { data } = await get(CALLS.getRechargeList.path)
      expect(data).toMatchObject({ items: [{ txHash, state: 'returned', reason: 30001, amount }] })
    },
    { timeout: FINAL_MS, interval: 500 },
  )
  expect(await get(`${CALLS.getPackageOrderList.path}?limit=5&state=accruing`)).toMatchObject({
    success: true,
    data: { items: [], nextCursor: null, reinvestable: { USDT: '0', DR: '0' } },
  })
  expect(await post(CALLS.lockList.path, {})).toMatchObject({ success: true, data: { items: [] } })
  const { data: money } = await get(CALLS.getUserMoney.path)
  expect((money as { balances: unknown[] }).balances).toContainEqual(
    expect.objectContaining({ account: 2, token: 'USDT', available: amount, unreturned: amount }),
  )
})
