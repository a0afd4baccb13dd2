/**
 * Shared parts of the packages' tests: deposits and fundings as wallets make them, and comparisons of the
 * books with the chain.
 */
import { digitalRightsAbi, drAbi, fundingAbi } from '@dr/contracts/abi'
import { CALLS } from '@dr/protocol/calls/index'
import { testWallet } from '@dr/test-kit'
import type { Hex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { expect } from 'vitest'
import { auditLedger, balanceOf, account as codeOf } from '../../src/modules/ledger/index.ts'
import { auditPackages } from '../../src/modules/packages/budget/audit-packages.ts'
import { chainPackageId } from '../../src/modules/packages/deposit/deposit.rules.ts'
import type { NewPackage } from '../../src/modules/packages/terms/seed-packages.ts'
import type { PackageToken } from '../../src/modules/packages/terms/terms.rules.ts'
import { ONE, type TestApp, type TestUser } from '../app/test-app.ts'
import { ALWAYS_OPEN } from './always-open.ts'

export const DAY = 86_400
const BASIS_POINT = ONE / 10_000n

/** 10 days, 0.1 % a day in either token. */
export const TERM: NewPackage = {
  packageId: 1,
  token: 'USDT',
  minimum: 100n * ONE,
  reinvestMinimum: 2n * ONE,
  termDays: 10,
  dailyRates: { USDT: 10n * BASIS_POINT, DR: 10n * BASIS_POINT },
  hours: ALWAYS_OPEN,
}
export const OF_DR: NewPackage = { ...TERM, packageId: 3, token: 'DR', dailyRates: { DR: 10n * BASIS_POINT } }
export const POD: NewPackage = { ...TERM, packageId: 4, token: 'POD', termDays: 0, dailyRates: {} }

const addressOf = ({ contracts }: TestApp, token: PackageToken): Hex =>
  token === 'USDT' ? contracts.usdt : contracts.dr

const transfer = (app: TestApp, token: PackageToken, to: Hex, amount: bigint) =>
  app.send(app.chain.holder, {
    address: addressOf(app, token),
    abi: drAbi,
    functionName: 'transfer',
    args: [to, amount],
  })

const approve = (app: TestApp, from: PrivateKeyAccount, token: PackageToken, spender: Hex) =>
  app.send(from, {
    address: addressOf(app, token),
    abi: drAbi,
    functionName: 'approve',
    args: [spender, 2n ** 255n],
  })

/** A wallet with gas, USDT and DR, approved for deposits, without a user. */
export const newWallet = async (app: TestApp, name: string): Promise<PrivateKeyAccount> => {
  const wallet = testWallet(name)
  await app.chain.anvil.client.setBalance({ address: wallet.address, value: 10n ** 20n })
  for (const token of ['USDT', 'DR'] as const) {
    await transfer(app, token, wallet.address, 100_000n * ONE)
    await approve(app, wallet, token, app.contracts.digitalRights)
  }
  return wallet
}

export const newDepositor = async (app: TestApp, name: string): Promise<TestUser> => {
  const user = await app.newUser(name, { usdt: 0n, drgv: 0n })
  await newWallet(app, name)
  return user
}

/** Funds a budget with `amount`, from an account that is not the treasury. Final afterwards. */
export const fundBudget = async (
  app: TestApp,
  {
    packageId,
    token,
    amount,
    memo = 'for the test',
  }: {
    packageId: number | bigint
    token: PackageToken
    amount: bigint
    memo?: string
  },
): Promise<Hex> => {
  const sponsor = await newWallet(app, 'sponsor')
  await approve(app, sponsor, token, app.contracts.funding)
  const id = typeof packageId === 'bigint' ? packageId : chainPackageId({ packageId, incomeToken: token })
  const hash = await app.send(sponsor, {
    address: app.contracts.funding,
    abi: fundingAbi,
    functionName: 'fundBudget',
    args: [id, addressOf(app, token), amount, memo],
  })
  await app.finalize()
  return hash
}

/**
 * Sends the app's deposit; a number as `packageId` is combined with `incomeToken`, a bigint is sent
 * unchanged.
 */
export const deposit = (
  app: TestApp,
  from: PrivateKeyAccount,
  order: { packageId: number | bigint; token: PackageToken; incomeToken?: PackageToken; amount: bigint },
): Promise<Hex> => {
  const { packageId, token, incomeToken = 'USDT', amount } = order
  const id = typeof packageId === 'bigint' ? packageId : chainPackageId({ packageId, incomeToken })
  return app.send(from, {
    address: app.contracts.digitalRights,
    abi: digitalRightsAbi,
    functionName: 'deposit',
    args: [addressOf(app, token), amount, id, 1n],
  })
}

/** A user's transaction as the app shows it. */
export const rechargeOf = async (app: TestApp, user: TestUser, txHash: Hex) =>
  (await app.call(CALLS.getRechargeList, user, {})).items.find((one) => one.txHash === txHash)

export const balances = async (app: TestApp, user: TestUser, token: PackageToken) => ({
  available: await balanceOf(
    app.database.read,
    codeOf({ ...NODE, token, ...ofUser(user), kind: 'user-available' }),
  ),
  locked: await balanceOf(
    app.database.read,
    codeOf({ ...NODE, token, ...ofUser(user), kind: 'user-locked' }),
  ),
})
const NODE = { vault: 2 } as const
const ofUser = ({ userId }: TestUser) => ({ userId })

export const runTick = async (app: TestApp, name: string): Promise<void> => {
  const tick = app.packages.ticks.find((one) => one.name === name)
  if (!tick) throw new Error(`no tick ${name}`)
  await tick.run(new AbortController().signal)
}

/** Expects the packages' tables, the ledger and the node vault to agree. */
export const booksAreRight = async (app: TestApp): Promise<void> => {
  const reserves = []
  for (const token of ['USDT', 'DR'] as const) {
    const amount = await app.chain.client.readContract({
      address: addressOf(app, token),
      abi: drAbi,
      functionName: 'balanceOf',
      args: [app.contracts.withdrawalVaults[2]],
    })
    reserves.push({ vault: 2, token, amount } as const)
  }
  expect(await auditLedger(app.database.read, { reserves })).toEqual([])
  expect(await auditPackages(app.database.read)).toEqual([])
}

/** Requests an order of package 1, by default with income in USDT. */
export const ask = (app: TestApp, user: TestUser, amount: bigint, more: object = {}) =>
  app.call(CALLS.investPledgeOrder, user, {
    packageId: 1,
    amount: amount.toString(),
    incomeType: 'USDT',
    ...more,
  })

export const reinvest = (app: TestApp, user: TestUser, amount: bigint, more: object = {}) =>
  ask(app, user, amount, { reinvest: true, ...more })

/** A budget of package 1 in whole USDT, and a user with final deposits in it. */
export const openWithDeposits = async (app: TestApp, { budget = 100n, deposits = [1_000n] } = {}) => {
  await fundBudget(app, { packageId: 1, token: 'USDT', amount: budget * ONE })
  const user = await newDepositor(app, 'depositor')
  for (const amount of deposits)
    await deposit(app, user.wallet, { packageId: 1, token: 'USDT', amount: amount * ONE })
  await app.finalize()
  return user
}
