/** Somebody who swaps, for tests: on the real exchange, through the real calls. */
import { drAbi } from '@dr/contracts/abi'
import type { Token } from '@dr/protocol/amounts'
import { CALLS } from '@dr/protocol/calls/index'
import { testWallet } from '@dr/test-kit'
import { addressesOfTokens } from '../../src/modules/swap/exchange-state.ts'
import { type House, ONE, type TestUser } from '../app/test-app.ts'

export const quote = (
  house: House,
  user: TestUser,
  [inputToken, outputToken, inputAmount]: [Token, Token, bigint],
) =>
  house.call(CALLS.swapTokenSignature, user, { inputToken, outputToken, inputAmount: inputAmount.toString() })

export const recordsOf = async (house: House, user: TestUser) =>
  (await house.call(CALLS.swapRecords, user, {})).items

export const balanceOf = (house: House, token: Token, address: `0x${string}`) =>
  house.chain.client.readContract({
    address: addressesOfTokens(house.contracts)[token],
    abi: drAbi,
    functionName: 'balanceOf',
    args: [address],
  })

/** A user that somebody brought, before anything else is known of them. */
const bindTo = async (
  house: House,
  { name, inviter }: { name: string; inviter: TestUser },
): Promise<void> => {
  const address = testWallet(name).address.toLowerCase()
  await house.database.single.query({
    text: 'INSERT INTO users (address, invite_code, registered_at) VALUES ($1, $2, now())',
    values: [address, 'BRQUGHTX'],
  })
  await house.database.single.query({
    text: 'UPDATE users SET inviter_id = $2, activated_at = now() WHERE address = $1',
    values: [address, inviter.userId],
  })
}

/** Activated, with money of every kind, and the exchange approved. */
export const newTrader = async (house: House, name: string, inviter?: TestUser): Promise<TestUser> => {
  if (inviter) await bindTo(house, { name, inviter })
  const user = await house.newUser(name)
  const { holder } = house.chain
  const tokens = addressesOfTokens(house.contracts)
  const args = [user.wallet.address, 10_000n * ONE]
  await house.send(holder, { address: tokens.DR, abi: drAbi, functionName: 'transfer', args })
  for (const address of Object.values(tokens)) {
    const spend = [house.contracts.exchange, 2n ** 255n]
    await house.send(user.wallet, { address, abi: drAbi, functionName: 'approve', args: spend })
  }
  return user
}

export const swap = async (house: House, user: TestUser, what: [Token, Token, bigint]) => {
  const voucher = await quote(house, user, what)
  await house.redeem(voucher, user.wallet)
  await house.finalize()
  return voucher
}
