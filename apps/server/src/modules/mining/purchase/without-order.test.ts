/** Machines that were bought by a voucher that no order is of, and what their owner can do with them. */
import { digitalRightsAbi } from '@dr/contracts/abi'
import { CALLS } from '@dr/protocol/calls/index'
import { describeOnDatabase } from '@dr/test-kit'
import { getAbiItem, type TypedDataDefinition } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signerKey } from '../../../../test/app/chain.ts'
import {
  type Chain,
  startChain,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/app/test-app.ts'
import { buyRigs, RIG } from '../../../../test/modules/machines.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const BY = ['one', 'two'] as const
const bought = getAbiItem({ abi: digitalRightsAbi, name: 'MachinesBought' })

/** Buys a rig by the server's own voucher with another deadline, signed by the stolen key. */
const forge = async (app: TestApp, user: TestUser): Promise<void> => {
  const voucher = await app.call(CALLS.machineSignature, user, {
    productId: RIG.productId,
    machineCount: 1,
  })
  const { typedData } = voucher
  const message = {
    ...typedData.message,
    deadline: String(BigInt(typedData.message.deadline as string) + 1n),
  }
  const forged = { ...typedData, message }
  const signature = await privateKeyToAccount(signerKey).signTypedData(
    forged as unknown as TypedDataDefinition,
  )
  await app.redeem({ ...voucher, typedData: forged, signature } as typeof voucher, user.wallet)
  await app.finalize()
}

const renew = async (app: TestApp, user: TestUser, ids: readonly bigint[]): Promise<void> => {
  await app.send(user.wallet, {
    address: app.contracts.digitalRights,
    abi: digitalRightsAbi,
    functionName: 'renew',
    args: [ids, 1n],
  })
  await app.finalize()
}

const suspended = async ({ database }: TestApp): Promise<{ id: bigint; handler: string }[]> => {
  const { rows } = await database.read.query<{ id: bigint; handler: string }>({
    text: 'SELECT id, handler FROM suspense_event WHERE resolved_at IS NULL ORDER BY id',
  })
  return rows
}

describeOnDatabase('machines of a purchase without an order', ({ openDatabase }) => {
  test('mine nothing once two operators have settled it, whatever is paid for them; the owner’s others do', async () => {
    const app = await startTestApp(chain, await openDatabase(), { products: [RIG] })
    const user = await app.newUser('buyer of forged machines')
    const [own = 0n] = await buyRigs(app, user, 1)
    await forge(app, user)
    const logs = await chain.client.getLogs({
      address: app.contracts.digitalRights,
      fromBlock: 0n,
      event: bought,
      args: { account: user.wallet.address },
    })
    const forged = logs.at(-1)?.args.firstMachineId ?? 0n
    expect(forged).toBeGreaterThan(own)

    await renew(app, user, [forged])
    expect((await suspended(app)).map(({ handler }) => handler)).toEqual([
      'mining.machines-bought',
      'mining.machines-renewed',
    ])
    const [purchase] = await suspended(app)
    await app.settle({ id: purchase?.id ?? 0n, by: BY, why: 'a stolen signer' })
    // What was paid for them before is posted by itself now.
    expect((await app.repost()).refused).toEqual([])
    expect(await suspended(app)).toEqual([])
    await renew(app, user, [own, forged])
    await renew(app, user, [forged])
    expect(await suspended(app)).toEqual([])
    const { machines } = await app.call(CALLS.miningInfo, user, {})
    expect(machines).toMatchObject({ producing: 1 })
    const { items } = await app.call(CALLS.miningDetail, user, {})
    expect(items.map(({ machineId }) => machineId)).toEqual([String(own)])
    expect(items[0]?.paidUntil).toBeGreaterThan(0)
  })
})
