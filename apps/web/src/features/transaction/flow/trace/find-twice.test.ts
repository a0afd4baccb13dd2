import { afterEach, expect, it } from 'vitest'
import { forgetPending, type PendingWork, savePending } from '../../work/pending.ts'
import { account, elsewhere, openChain } from '../test-chain.ts'

const chain = openChain()
const ID = 'deposit:1'

const send = chain.send

const keep = async (change: Partial<PendingWork> = {}): Promise<void> =>
  savePending(account, {
    orderId: ID,
    chainId: 31_337,
    kind: 'deposit',
    stage: 'signing',
    voucher: null,
    direct: { to: elsewhere, intent: '{}', before: '0' },
    data: '0x1234',
    minedBefore: await chain.count(),
    sentAtBlock: await chain.blockNumber(),
    updatedAt: Date.now(),
    ...change,
  })

const twice = async (): Promise<readonly unknown[]> => {
  await chain.anvil.mine(100)
  const said = await chain.follow(ID, 'finalized', { isDoneAt: async () => false })
  return said.filter(({ type }) => type === 'twice')
}

afterEach(() => {
  for (const id of [ID, 'deposit:2']) forgetPending(account, id)
})

it('the wallet has sent the call twice: both are named', async () => {
  await keep()
  const hashes = [await send(), await send()]
  expect(await twice()).toEqual([{ type: 'twice', hashes }])
})

it('the wallet has sent the batch twice, each inside a transaction of the account: both are named', async () => {
  const batch = () => send(`0x${'b7'.repeat(4)}${elsewhere.slice(2)}1234`, account)
  await keep({ isBatch: true, callsId: '0xba7c' })
  const hashes = [await batch(), await batch()]
  await chain.anvil.mine(100)
  const statusOf = async () => ({ at: 'included' as const, hash: hashes[0] ?? null })
  const said = await chain.follow(ID, 'finalized', { isDoneAt: async () => false, statusOf })
  expect(said).toContainEqual({ type: 'twice', hashes })
})

it('the account has sent something else since: nothing is said', async () => {
  await keep()
  await send()
  await send(`0x${'12'.repeat(32)}`)
  expect(await twice()).toEqual([])
})

it.each([true, false])(
  'the same was asked for again (its hash is known: %s): nothing is said',
  async (known) => {
    await keep()
    await send()
    await keep({ orderId: 'deposit:2' })
    const hash = await send()
    if (known) await keep({ orderId: 'deposit:2', hash })
    expect(await twice()).toEqual([])
  },
)
