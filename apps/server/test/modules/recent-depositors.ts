import { withdrawalVaultAbi } from '@dr/contracts/abi'
import { CALLS } from '@dr/protocol/calls/index'
import type { Abi } from 'viem'
import { expect } from 'vitest'
import type { Database } from '../../src/platform/database/database.ts'
import { type Chain, ONE, startTestApp, type TestApp, type TestUser } from '../app/test-app.ts'
import { DAY, deposit, newDepositor, TERM } from './packages.ts'
import { give, giveDrToBurn } from './withdrawals.ts'

export const NODE_USDT = { vault: 2, token: 'USDT' } as const
/** Daily limit of the test chain's vault, and of one account. */
export const LIMIT = 40_000n * ONE
export const SHARE = LIMIT / 4n
export const NEXT_DAY = 26 * 3_600

/** Deposits an amount that fits no package, so it is credited at once. */
export const depositMisfit = (app: TestApp, { wallet }: TestUser, amount: bigint) =>
  deposit(app, wallet, { packageId: 77n, token: 'USDT', amount })

export const depositors = async (
  app: TestApp,
  count: number,
  amount: bigint,
  called = 'depositor',
): Promise<TestUser[]> => {
  const users: TestUser[] = []
  for (let n = 0; n < count; n += 1) {
    const user = await newDepositor(app, `${called} ${n}`)
    await depositMisfit(app, user, amount)
    users.push(user)
  }
  await app.finalize()
  return users
}

/** A user with earned money, and the DR for its burn. */
export const earner = async (app: TestApp, name: string, amount: bigint): Promise<TestUser> => {
  const user = await app.newUser(name, { usdt: 0n, drgv: 0n })
  await give(app, user, NODE_USDT, amount)
  await giveDrToBurn(app, user, amount)
  return user
}

/** Travels to noon, so that neither the UTC day nor the contract's day ends meanwhile. */
export const toNoon = async (app: TestApp): Promise<void> => {
  const day = BigInt(DAY)
  await app.travel(Number((day + day / 2n - ((await app.clock()) % day)) % day))
}

export const refusal = (left: bigint) => ({
  code: 1042,
  details: { reason: 'daily-recent-deposits', token: 'USDT', left: `${left}` },
})

/** Figures of a user who received no transfers. */
export const RECENT = { token: 'USDT', days: 30, received: '0' }

/** Sets caps of the node vault's USDT, like the time-lock. */
export const setCaps = async (app: TestApp, caps: Record<string, number | bigint>): Promise<void> => {
  const { client } = app.chain.anvil
  const account = app.contracts.adminTimelock
  await client.impersonateAccount({ address: account })
  await client.setBalance({ address: account, value: ONE })
  const hash = await client.writeContract({
    account,
    address: app.contracts.withdrawalVaults[2],
    abi: withdrawalVaultAbi as Abi,
    functionName: 'setCaps',
    args: [app.contracts.usdt, caps],
  })
  expect((await client.waitForTransactionReceipt({ hash })).status).toBe('success')
  await app.finalize()
}

export const limitsOf = async (app: TestApp, user: TestUser) =>
  (await app.call(CALLS.withdrawalLimits, user, {})).recentDeposits

export const openApp = async (
  chain: Chain,
  { openDatabase }: { readonly openDatabase: () => Promise<Database> },
) => {
  const app = await startTestApp(chain, await openDatabase(), { packages: [TERM] })
  await toNoon(app)
  return app
}
