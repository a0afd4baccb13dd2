/** A user who swaps on the real exchange, through the real calls. */

import { drAbi } from '@dr/contracts/abi'
import type { Token } from '@dr/protocol/amounts'
import { CALLS } from '@dr/protocol/calls/index'
import { TOKENS } from '@dr/protocol/tokens'
import { testWallet } from '@dr/test-kit'
import { type Hex, parseAbi } from 'viem'
import { ONE, type TestApp, type TestUser } from '../app/test-app.ts'

export const quote = (
  app: TestApp,
  user: TestUser,
  [inputToken, outputToken, inputAmount]: [Token, Token, bigint],
) =>
  app.call(CALLS.swapTokenSignature, user, { inputToken, outputToken, inputAmount: inputAmount.toString() })

export const recordsOf = async (app: TestApp, user: TestUser) =>
  (await app.call(CALLS.swapRecords, user, {})).items

export const balanceOf = (app: TestApp, token: Token, address: Hex) =>
  app.chain.client.readContract({
    address: app.contracts[token],
    abi: drAbi,
    functionName: 'balanceOf',
    args: [address],
  })

/** One large trade in a token's pool: spot moves at once, the average after a while. */
export const movePool = async (app: TestApp, usdt: bigint, token: 'dr' | 'drgv' = 'dr') => {
  const { ammRouter, usdt: paid } = app.contracts
  const { holder } = app.chain
  const abi = parseAbi([
    'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  ])
  await app.send(holder, { address: paid, abi: drAbi, functionName: 'approve', args: [ammRouter, usdt] })
  const args = [usdt, 0n, [paid, app.contracts[token]], holder.address, 2n ** 64n]
  await app.send(holder, { address: ammRouter, abi, functionName: 'swapExactTokensForTokens', args })
}

/** Binds a new user to an inviter, before any other action. */
const bindTo = async (
  app: TestApp,
  { name, inviter }: { name: string; inviter: TestUser },
): Promise<void> => {
  const address = testWallet(name).address.toLowerCase()
  await app.database.single.query({
    text: 'INSERT INTO users (address, invite_code, registered_at) VALUES ($1, $2, now())',
    values: [address, 'BRQUGHTX'],
  })
  await app.database.single.query({
    text: 'UPDATE users SET inviter_id = $2, activated_at = now() WHERE address = $1',
    values: [address, inviter.userId],
  })
}

/** An activated user with all tokens, and the exchange approved. */
export const newTrader = async (app: TestApp, name: string, inviter?: TestUser): Promise<TestUser> => {
  if (inviter) await bindTo(app, { name, inviter })
  const user = await app.newUser(name)
  const { holder } = app.chain
  const args = [user.wallet.address, 10_000n * ONE]
  await app.send(holder, { address: app.contracts.DR, abi: drAbi, functionName: 'transfer', args })
  for (const token of TOKENS) {
    const address = app.contracts[token]
    const spend = [app.contracts.exchange, 2n ** 255n]
    await app.send(user.wallet, { address, abi: drAbi, functionName: 'approve', args: spend })
  }
  return user
}

/** Records the depths like the worker: after a jump of days the exchange has no valid record. */
const recordDepths = async (app: TestApp): Promise<void> => {
  const tick = app.swap.ticks.find(({ name }) => name === 'swap.record-depths')
  await tick?.run(new AbortController().signal)
  await app.finalize()
}

export const swap = async (app: TestApp, user: TestUser, what: [Token, Token, bigint]) => {
  await recordDepths(app)
  const voucher = await quote(app, user, what)
  await app.redeem(voucher, user.wallet)
  await app.finalize()
  return voucher
}
