/**
 * Shared parts of the withdrawals' tests: money in an account by chain and ledger, and comparisons of the
 * books with the chain.
 */
import { drAbi, fundingAbi } from '@dr/contracts/abi'
import { CALLS } from '@dr/protocol/calls/index'
import { VAULT_TOKENS, type VaultToken } from '@dr/protocol/tokens'
import { BaseError, ContractFunctionRevertedError, type Hex } from 'viem'
import { expect } from 'vitest'
import { auditLedger, posting, postJournal } from '../../src/modules/ledger/index.ts'
import type { TestApp, TestUser } from '../app/test-app.ts'

export const addressOf = ({ contracts }: TestApp, token: 'DR' | 'USDT'): Hex =>
  token === 'DR' ? contracts.dr : contracts.usdt

export const transfer = (app: TestApp, token: 'DR' | 'USDT', to: Hex, amount: bigint) =>
  app.send(app.chain.holder, {
    address: addressOf(app, token),
    abi: drAbi,
    functionName: 'transfer',
    args: [to, amount],
  })

/**
 * Credits `amount` to the user's account: a transfer to the vault from outside, so that chain and ledger
 * agree, which is then attributed to the user.
 */
export const give = async (
  app: TestApp,
  user: TestUser,
  place: VaultToken,
  amount: bigint,
): Promise<void> => {
  const { vault, token } = place
  await transfer(app, token, app.contracts.withdrawalVaults[vault], amount)
  await app.finalize()
  await credit(app, user, place, amount)
}

/** Attributes to the user what the vault got from outside. */
export const credit = async (
  app: TestApp,
  user: TestUser,
  { vault, token }: VaultToken,
  amount: bigint,
): Promise<void> => {
  await app.database.transaction((tx) =>
    postJournal(tx, {
      key: `gift:${user.userId}:${vault}:${token}`,
      reason: 'test.gift',
      at: new Date('2026-01-01T00:00:00Z'),
      source: { kind: 'test' },
      postings: [
        posting({
          vault,
          token,
          from: { kind: 'unattributed' },
          to: { kind: 'user-available', userId: user.userId },
          amount,
        }),
      ],
    }),
  )
}

/** Moves the holder's tokens into a vault through Funding, as who makes a debt good does. */
export const recapitalise = async (app: TestApp, { vault, token }: VaultToken, amount: bigint) => {
  const { holder } = app.chain
  await app.send(holder, {
    address: addressOf(app, token),
    abi: drAbi,
    functionName: 'approve',
    args: [app.contracts.funding, amount],
  })
  const hash = await app.send(holder, {
    address: app.contracts.funding,
    abi: fundingAbi,
    functionName: 'recapitalise',
    args: [BigInt(vault), addressOf(app, token), amount, 'what was stolen'],
  })
  await app.finalize()
  return hash
}

/** DR for the burn of a USDT withdrawal, approved for every vault. */
export const giveDrToBurn = async (app: TestApp, user: TestUser, amount: bigint): Promise<void> => {
  await transfer(app, 'DR', user.wallet.address, amount)
  for (const vault of app.contracts.withdrawalVaults) {
    const args = [vault, 2n ** 255n]
    await app.send(user.wallet, { address: app.contracts.dr, abi: drAbi, functionName: 'approve', args })
  }
}

export const withdraw = (app: TestApp, user: TestUser, { vault, token }: VaultToken, amount: bigint) =>
  app.call(CALLS.createWithdrawal, user, { account: vault, token, amount: amount.toString() })

/** Balance of one account and token in getUserMoney. */
export const moneyOf = async (app: TestApp, user: TestUser, { vault, token }: VaultToken) => {
  const { balances } = await app.call(CALLS.getUserMoney, user, {})
  const found = balances.find((one) => one.account === vault && one.token === token)
  return { available: BigInt(found?.available ?? -1), held: BigInt(found?.held ?? -1) }
}

export const walletHas = (app: TestApp, user: TestUser, token: 'DR' | 'USDT'): Promise<bigint> =>
  app.chain.client.readContract({
    address: addressOf(app, token),
    abi: drAbi,
    functionName: 'balanceOf',
    args: [user.wallet.address],
  })

export const recordOf = async (app: TestApp, user: TestUser, orderId: string) =>
  (await app.call(CALLS.withdrawalDetail, user, { orderId })).items[0]

/** Expects ledger and chain to agree on every vault and token. */
export const expectLedgerMatchesChain = async (app: TestApp): Promise<void> => {
  const reserves = await Promise.all(
    VAULT_TOKENS.map(async ({ vault, token }) => ({
      vault,
      token,
      amount: await app.chain.client.readContract({
        address: addressOf(app, token),
        abi: drAbi,
        functionName: 'balanceOf',
        args: [app.contracts.withdrawalVaults[vault]],
      }),
    })),
  )
  expect(await auditLedger(app.database.read, { reserves })).toEqual([])
}

/** The error of a contract for a call that must revert. */
export const revertOf = async (attempt: Promise<unknown>): Promise<string | undefined> => {
  const error = await attempt.catch((reason: unknown) => reason)
  const revert =
    error instanceof BaseError ? error.walk((e) => e instanceof ContractFunctionRevertedError) : null
  return revert instanceof ContractFunctionRevertedError ? revert.data?.errorName : undefined
}
