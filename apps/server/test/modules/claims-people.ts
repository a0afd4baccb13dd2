import { CALLS } from '@dr/protocol/calls/index'
import { testWallet } from '@dr/test-kit'
import { type Abi, erc20Abi } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { ONE, type TestApp, type TestUser } from '../app/test-app.ts'
import { PEOPLE, STRANGER } from './claims-commands.ts'
import { buyRigs } from './machines.ts'
import { fundBudget, newWallet } from './packages.ts'

/** The people of a history, with tokens and approvals; the first one mines. Budgets are funded. */
export const makePeople = async (app: TestApp) => {
  const wallets: PrivateKeyAccount[] = []
  const users: (TestUser | undefined)[] = []
  await app.chain.anvil.client.setBalance({ address: testWallet('witness').address, value: 10n ** 20n })
  await fundBudget(app, { packageId: 1, token: 'USDT', amount: 1_000n * ONE })
  await fundBudget(app, { packageId: 3, token: 'DR', amount: 1_000n * ONE })
  for (let person = 0; person < PEOPLE; person += 1) {
    const name = `person ${person}`
    const has = person === 0 ? {} : { usdt: 0n, drgv: 0n }
    users.push(person === STRANGER ? undefined : await app.newUser(name, has))
    const wallet = await newWallet(app, name)
    wallets.push(wallet)
    for (const vault of app.contracts.withdrawalVaults) {
      const args = [vault, 2n ** 255n]
      await app.send(wallet, {
        address: app.contracts.dr,
        abi: erc20Abi as Abi,
        functionName: 'approve',
        args,
      })
    }
  }
  const miner = users[0] as TestUser
  await buyRigs(app, miner, 2)
  const voucher = await app.call(CALLS.activateSignature, miner, { all: 'all', Period: 2 })
  await app.redeem(voucher, miner.wallet)
  await app.finalize()
  await app.release()
  return { wallets, users }
}
