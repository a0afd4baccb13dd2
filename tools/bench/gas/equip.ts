/** Balances and approvals of the gas benches' user, and the contracts' stock. */
import { drAbi, usdrAbi } from '@dr/contracts/abi'
import { type Address, parseEther } from 'viem'
import { readReference } from '../reference.ts'
import { type Call, type Clients, type Contracts, type References, sendFrom } from './clients.ts'

/** The app's approval (requirement, section 7): finite, so each use writes the rest. */
const APPROVAL = 9n * 10n ** 28n
const HELD = parseEther('1000000')
const STOCKED = parseEther('500000')

const call = (address: Address, functionName: string, args: readonly unknown[]): Call => ({
  address,
  abi: drAbi,
  functionName,
  args,
})

/** Contracts that the user lets pull each token. */
const spendersOf = (
  { usdt, usdr, dr, drgv, ...contracts }: Contracts,
  references: References,
): readonly (readonly [Address, readonly Address[]])[] => {
  const { digitalRights, exchange, ammRouter, withdrawalVault1 } = contracts
  const { stakingRewards, voucherPurchase, voucherRedeemBurning } = references
  return [
    [usdt, [digitalRights, exchange, ammRouter, stakingRewards, usdr]],
    [drgv, [digitalRights]],
    [dr, [digitalRights, exchange, ammRouter, withdrawalVault1, voucherPurchase, voucherRedeemBurning]],
    [usdr, [digitalRights, voucherPurchase]],
  ]
}

/**
 * Gives the user the tokens and all approvals, and the treasury some of each. The owner has staked before,
 * so that the pool runs like the product's.
 */
export const equip = async (
  clients: Clients,
  contracts: Contracts,
  references: References,
): Promise<void> => {
  const { owner, userWallet } = clients
  const { usdt, usdr, dr, drgv, exchange, ammRouter, treasury, withdrawalVault1 } = contracts
  const user = userWallet.account.address
  const give = (token: Address, to: Address, amount: bigint) =>
    sendFrom(clients, owner, call(token, 'transfer', [to, amount]))

  for (const token of [usdt, drgv, dr]) await give(token, user, HELD)
  for (const [token, spenders] of spendersOf(contracts, references)) {
    for (const spender of spenders)
      await sendFrom(clients, userWallet, call(token, 'approve', [spender, APPROVAL]))
  }
  const wrap = { address: usdr, abi: usdrAbi, functionName: 'depositFor' }
  for (const to of [user, treasury]) {
    await sendFrom(clients, userWallet, { ...wrap, args: [to, STOCKED / 10n] })
  }
  for (const token of [usdt, dr, drgv]) await give(token, exchange, STOCKED)
  for (const to of [withdrawalVault1, references.voucherRedeemBurning, treasury])
    await give(usdt, to, STOCKED)
  await give(dr, references.voucherRedeem, HELD)
  for (const token of [usdt, drgv])
    await sendFrom(clients, owner, call(token, 'approve', [ammRouter, APPROVAL]))

  const pool = { address: references.stakingRewards, abi: readReference('StakingRewards').abi }
  await sendFrom(clients, owner, call(usdt, 'approve', [pool.address, APPROVAL]))
  await sendFrom(clients, owner, { ...pool, functionName: 'stake', args: [parseEther('1000')] })
}
