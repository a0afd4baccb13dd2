/** Vaults that hold less than is owed, and what the overview says. */
import { drAbi } from '@dr/contracts/abi'
import { CALLS } from '@dr/protocol/calls/index'
import type { VaultToken } from '@dr/protocol/tokens'
import { testWallet } from '@dr/test-kit'
import type { Hex } from 'viem'
import { ONE, type TestApp } from '../app/test-app.ts'
import { addressOf } from './withdrawals.ts'

export const overviewOf = (app: TestApp) => app.call(CALLS.overview, undefined, {})

/** Simulates a theft that no contract allows. Final afterwards. */
export const stealFrom = async (app: TestApp, address: Hex, token: 'DR' | 'USDT', amount: bigint) => {
  const { client } = app.chain.anvil
  await client.impersonateAccount({ address })
  await client.setBalance({ address, value: ONE })
  const args = [testWallet('thief').address, amount] as const
  const call = { address: addressOf(app, token), abi: drAbi, functionName: 'transfer' } as const
  await client.writeContract({ account: address, ...call, args })
  await client.stopImpersonatingAccount({ address })
  await app.finalize()
}

export const steal = (app: TestApp, { vault, token }: VaultToken, amount: bigint) =>
  stealFrom(app, app.contracts.withdrawalVaults[vault], token, amount)
