/**
 * API, indexer and worker as processes, each with its own role at the database (ADR 0075): a user's journey
 * from sign-in to withdrawal and claim, and two operators' change.
 */
import { digitalRightsAbi, exchangeAbi, fundingAbi, usdrAbi, withdrawalVaultAbi } from '@dr/contracts/abi'
import type { Call } from '@dr/protocol/call'
import { CALLS } from '@dr/protocol/calls/index'
import type { Voucher } from '@dr/protocol/calls/voucher'
import { voucherCall } from '@dr/protocol/voucher-call'
import { describeOnPostgres, testWallet } from '@dr/test-kit'
import type { Abi, Hex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { chainPackageId } from '../../../src/modules/packages/deposit/deposit.rules.ts'
import type { Role } from '../../../src/platform/config/config.ts'
import { send } from '../../app/chain.ts'
import { prepareData } from '../../app/server-data.ts'
import { type Chain, ONE, startChain } from '../../app/test-app.ts'
import { equip, mistakesIn } from '../scene.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { createTestClient } from '../test-client.ts'
import { openRoles, type Roles } from './open-roles.ts'

const ORIGIN = 'http://app.test'
const DAY_SECONDS = 86_400
const PATIENCE = { timeout: 90_000, interval: 250 }
const VOUCHER_ABI: Abi = [...digitalRightsAbi, ...exchangeAbi, ...withdrawalVaultAbi]
const NO_PROOF = { epoch: 0n, earned: 0n, index: 0n, path: [] } as const
const alice = testWallet('alice')
const operators = [testWallet('first operator'), testWallet('second operator')] as const

describeOnPostgres('a role for each process', () => {
  let chain: Chain
  let roles: Roles
  beforeAll(async () => {
    chain = await startChain()
    await chain.anvil.client.setIntervalMining({ interval: 1 })
    roles = await openRoles()
  })
  afterAll(async () => {
    await roles?.stop()
    await chain?.anvil.stop()
  })

  const open = async () => {
    const settings = {
      PORT: '0',
      DATA_DIR: await prepareData(chain),
      RPC_URLS: chain.anvil.url,
      DATABASE_POOL_MAX: '4',
      PUBLIC_ORIGIN: ORIGIN,
      RATE_LIMIT_FACTOR: '100000',
      OPERATORS: operators.map(({ address }) => address).join(),
    }
    const processes: ServerProcess[] = []
    for (const role of ['indexer', 'worker', 'api'] satisfies Role[]) {
      const environment = { ...settings, DATABASE_URL: roles.urlOf(`dr_${role}`) }
      processes.push(await startServerProcess(environment, { role }))
    }
    const port = processes.at(-1)?.port ?? 0
    const client = createTestClient(port)
    const { data } = await client.get<{ genesisInviteCode: string }>(CALLS.publicConfig.path)
    const signIn = async (wallet: PrivateKeyAccount) => {
      const more = { inviteCode: data.genesisInviteCode }
      const signedIn = await client.signIn(wallet, CALLS.register.path, { origin: ORIGIN, more })
      expect(signedIn.code).toBe(0)
      const { token } = signedIn.data
      return async <Data>(
        { method, path }: Pick<Call, 'method' | 'path'>,
        body: object = {},
      ): Promise<Data> => {
        const url = `http://localhost:${port}${path}?${new URLSearchParams({ ...body })}`
        const headers = { authorization: `Bearer ${token}` }
        const answer =
          method === 'GET'
            ? ((await (await fetch(url, { headers })).json()) as Awaited<ReturnType<typeof client.send>>)
            : await client.send(await client.seal(path, body, token))
        const { code, data: answered } = answer
        expect([path, code, answered]).toEqual([path, 0, answered])
        return answered as Data
      }
    }
    return { processes, signIn }
  }
  const redeem = (voucher: Voucher) =>
    send(chain, alice, { address: voucher.contract as Hex, abi: VOUCHER_ABI, ...voucherCall(voucher) })
  const travel = (days: number) => chain.anvil.client.increaseTime({ seconds: days * DAY_SECONDS })
  const call = (
    from: PrivateKeyAccount,
    address: Hex,
    abi: Abi,
    functionName: string,
    args: readonly unknown[],
  ) => send(chain, from, { address, abi, functionName, args })

  test('buys, mines, collects, withdraws, pledges, deposits, reinvests and claims; nothing was denied to any', {
    timeout: 600_000,
  }, async () => {
    const { processes, signIn } = await open()
    const { usdt, funding, digitalRights, withdrawalVault2 } = chain.deployment.contracts
    const ask = await signIn(alice)
    await equip(chain, alice)
    const until = (check: () => Promise<void>) => vi.waitFor(check, PATIENCE)

    // Machines and POD power, while there are prices.
    await redeem(await ask<Voucher>(CALLS.machineSignature, { productId: 'm1', machineCount: 2 }))
    await redeem(await ask<Voucher>(CALLS.podPowerSignature, { drAmount: String(100n * ONE) }))
    const machines = async () => (await ask<{ items: unknown[] }>(CALLS.miningDetail, {})).items
    await until(async () => expect(await machines()).toHaveLength(2))
    await redeem(await ask<Voucher>(CALLS.activateSignature, { all: 'not-activated', Period: 1 }))
    await ask(CALLS.podPowerInfo, { limit: 10 })

    // A package with a budget, from a deposit.
    await call(chain.holder, usdt, usdrAbi, 'approve', [funding, 10n ** 24n])
    const packageId = chainPackageId({ packageId: 1, incomeToken: 'USDT' })
    await call(chain.holder, funding, fundingAbi as Abi, 'fundBudget', [
      packageId,
      usdt,
      1_000n * ONE,
      'a test',
    ])
    const deposit = (amount: bigint) =>
      call(alice, digitalRights, digitalRightsAbi as Abi, 'deposit', [usdt, amount * ONE, packageId, 1n])
    await deposit(200n)
    const positions = async () =>
      ask<{ items: { state: string }[]; reinvestable: { USDT: string } }>(CALLS.getPackageOrderList, {
        limit: 10,
      })
    await until(async () => expect((await positions()).items).toHaveLength(1))

    // A month: weeks close, the package matures, machines have mined.
    await travel(31)
    const pledged = { packageId: 4, amount: '1', action: 'unpledge' }
    await until(async () =>
      expect(BigInt((await positions()).reinvestable.USDT)).toBeGreaterThanOrEqual(200n * ONE),
    )
    await ask(CALLS.podPowerInfo, { limit: 10 })
    await ask(CALLS.investPledgeOrder, pledged)
    const info = () => ask<{ accrued: string }>(CALLS.miningInfo, {})
    await until(async () => expect(BigInt((await info()).accrued)).toBeGreaterThan(11n * ONE))
    const collected = await ask<{ amount: string }>(CALLS.collectMining)
    expect(BigInt(collected.amount)).toBeGreaterThan(11n * ONE)

    // A withdrawal by voucher, and a reinvestment.
    const withdrawal = { account: 0, token: 'DR', amount: String(10n * ONE) }
    await redeem(await ask<Voucher>(CALLS.createWithdrawal, withdrawal))
    await ask(CALLS.investPledgeOrder, {
      packageId: 1,
      amount: String(100n * ONE),
      incomeType: 'USDT',
      reinvest: true,
    })
    const withdrawals = async () =>
      (await ask<{ items: { status: string }[] }>(CALLS.withdrawalDetail, {})).items
    await until(async () => expect(await withdrawals()).toMatchObject([{ status: 'used' }]))

    // A claim by the owner's own call, without this server.
    const vault = { address: withdrawalVault2 as Hex, abi: withdrawalVaultAbi as Abi }
    await call(alice, vault.address, vault.abi, 'claim', [usdt, 50n * ONE, NO_PROOF])
    const available = async () => {
      const { balances } = await ask<{ balances: { account: number; token: string; available: string }[] }>(
        CALLS.getUserMoney,
      )
      return BigInt(balances.find((one) => one.account === 2 && one.token === 'USDT')?.available ?? 0)
    }
    await until(async () => expect(await available()).toBeLessThan(100n * ONE))

    // Two operators.
    const [first, second] = [await signIn(operators[0]), await signIn(operators[1])]
    const proposal = {
      kind: 'limit',
      name: 'withdrawal-minimum-dr',
      value: String(2n * ONE),
      reason: 'a test',
    }
    const { proposalId } = await first<{ proposalId: string }>(CALLS.operatorPropose, proposal)
    await second(CALLS.operatorDecide, { proposalId, decision: 'approve' })

    for (const process of processes) {
      expect(process.said()).not.toMatch(/permission denied|may not post/)
      expect(mistakesIn(process.said().trim().split('\n'))).toEqual([])
      expect(await process.stop()).toBe(0)
    }
  })
})
