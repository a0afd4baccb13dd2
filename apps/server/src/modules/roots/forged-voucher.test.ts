/** A signer's key that was stolen for a minute, and the daily roots afterwards. */
import { digitalRightsAbi, withdrawalVaultAbi } from '@dr/contracts/abi'
import { describeOnDatabase, testWallet } from '@dr/test-kit'
import { type Abi, erc20Abi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressesOf, type Chain, ONE, send, signerKey, startChain } from '../../../test/app/chain.ts'
import { startTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { bookClaims, claim, claimsOf } from '../../../test/modules/claims.ts'
import { give, recapitalise } from '../../../test/modules/withdrawals.ts'
import { countSuspense } from '../../indexer/index.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { areClaimsBooked } from '../claims/index.ts'
import { postLoss } from '../solvency/index.ts'
import { readFilesOf, readStoredLines } from './roots-store.ts'

const NODE_DR = { vault: 2, token: 'DR' } as const
const thief = testWallet('thief')

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

/** A withdrawal of 3 DR that this server never signed. */
const forge = async (app: TestApp): Promise<LowerHex> => {
  const { withdrawalVaults } = addressesOf(chain.deployment)
  const vault = { address: withdrawalVaults[2], abi: withdrawalVaultAbi } as const
  const { timestamp } = await chain.client.getBlock()
  const amount = 3n * ONE
  const burnAmount = await chain.client.readContract({
    ...vault,
    functionName: 'burnAmountOf',
    args: [amount],
  })
  const terms = { amount, burnAmount, orderId: 1n, deadline: timestamp + 600n }
  const names = ['amount', 'burnAmount', 'orderId', 'nonce', 'deadline'] as const
  const signature = await privateKeyToAccount(signerKey).signTypedData({
    domain: {
      name: 'WithdrawalVault',
      version: '1',
      chainId: chain.deployment.chainId,
      verifyingContract: vault.address,
    },
    primaryType: 'WithdrawDR',
    types: {
      WithdrawDR: [{ name: 'account', type: 'address' }, ...names.map((name) => ({ name, type: 'uint256' }))],
    },
    message: { account: thief.address, ...terms, nonce: 0n } as never,
  })
  await chain.anvil.client.setBalance({ address: thief.address, value: 10n ** 20n })
  const args = [amount, burnAmount, terms.orderId, terms.deadline, signature]
  const hash = await send(chain, thief, {
    ...vault,
    abi: withdrawalVaultAbi as Abi,
    functionName: 'withdrawDR',
    args,
  })
  await app.finalize()
  return hash as LowerHex
}

/** Settles the voucher's event, covers the loss, and books it by two operators, as operations.md says. */
const bookLoss = async (app: TestApp, txHash: LowerHex): Promise<void> => {
  const { rows } = await app.database.read.query<{ id: bigint }>({
    text: 'SELECT id FROM suspense_event WHERE resolved_at IS NULL',
  })
  const by = ['one', 'two'] as const
  for (const { id } of rows) await app.settle({ id, by, why: 'a theft' })
  await bookClaims(app)
  await recapitalise(app, NODE_DR, 3n * ONE)
  const loss = { ...NODE_DR, amount: 3n * ONE, txHash, by, why: 'a theft' }
  await app.database.transaction((tx) => postLoss(tx, app.withdrawal.readReserves, loss))
}

describeOnDatabase('a forged voucher', ({ openDatabase }) => {
  const open = async () => {
    const app = await startTestApp(chain, await openDatabase())
    const user = await app.newUser('creditor', { usdt: 0n, drgv: 0n })
    await give(app, user, NODE_DR, 400n * ONE)
    return app
  }
  const runRoots = async (app: TestApp) => {
    const tick = app.composition.ticks.find(({ name }) => name === 'roots.post')
    await tick?.run(new AbortController().signal)
    await app.finalize()
  }

  test('holds back no daily roots once its loss is booked by two operators', async () => {
    const app = await open()
    await bookLoss(app, await forge(app))
    expect(await countSuspense(app.database.read)).toBe(0)
    await runRoots(app)
    expect(await readFilesOf(app.database.read, 1n)).toHaveLength(1)
  })

  test('does not keep a claim of its account, and so the weeks of all nodes, unbooked', async () => {
    const app = await open()
    const txHash = await forge(app)
    const { usdt, digitalRights } = app.contracts
    const at = { address: usdt, abi: erc20Abi as Abi }
    await send(chain, chain.holder, { ...at, functionName: 'transfer', args: [thief.address, ONE] })
    await send(chain, thief, { ...at, functionName: 'approve', args: [digitalRights, ONE] })
    const args = [usdt, ONE, 9n, 1n]
    const deposit = { address: digitalRights, abi: digitalRightsAbi as Abi, functionName: 'deposit', args }
    await send(chain, thief, deposit)
    await claim(app, thief, { vault: 2, token: 'USDT' }, ONE)
    await app.finalize()
    await bookLoss(app, txHash)
    expect(await claimsOf(app)).toMatchObject([{ booked: true }, { booked: true }])
    const { timestamp } = await chain.client.getBlock()
    expect(await areClaimsBooked(app.database.read, timestamp + 1n)).toBe(true)
  })

  test('leaves its thief with a line of what it took, or the witness would call all later roots wrong (R2)', async () => {
    const app = await open()
    await bookLoss(app, await forge(app))
    await runRoots(app)
    const [file] = await readFilesOf(app.database.read, 1n)
    const lines = new Map<string, readonly bigint[]>()
    for await (const part of readStoredLines(app.database.read, file?.id ?? 0n))
      for (const { account, earned } of part.lines) lines.set(account, earned)
    expect(lines.get(thief.address.toLowerCase())).toEqual([0n, 0n, 0n, 0n, 3n * ONE])
  })
})
