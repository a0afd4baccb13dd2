/** A deposit whose call is looked for on a real chain, as it is stored, and what the wallet sends of it. */
import type { Address, Hash, Hex } from 'viem'
import { foundry } from 'viem/chains'
import { afterEach } from 'vitest'
import { deviceNow } from '../../../../ui/clock.ts'
import { intentText } from '../../plan/direct-effect.ts'
import { forgetDeposit, readDeposits } from '../../work/deposits.ts'
import { forgetPending, type PendingWork, savePending } from '../../work/pending.ts'
import type { FlowEvent } from '../flow-state.ts'
import { account, openChain, shared } from '../test-chain.ts'
import type { WatchInput } from '../watch-order.ts'

export const target: Address = `0x${'cd'.repeat(20)}`
/** Reverts every call with `Error("no")`. */
export const refusing: Address = `0x${'ce'.repeat(20)}`
export const REFUSAL = '0x6308c379a060e01b60005260206004526002602452616e6f60f01b60445260646000fd'
export const ID = 'deposit:1'
const gwei = 10n ** 9n

const deposit = {
  kind: 'deposit',
  token: 'USDT',
  amount: 5n,
  chainPackageId: 1n,
  shown: {
    termDays: 30,
    incomeToken: 'USDT',
    yearlyRate: 1n,
    burnBps: 500n,
    result: { income: 2n, burn: 0n, net: 2n, burnDr: 0n, worth: 2n },
  },
} as const

/** A chain of the file that calls it. */
export const openLookBack = () => {
  const chain = openChain({ [refusing]: REFUSAL })

  const send = (change: { nonce?: number; to?: Address; data?: Hex; gwei?: bigint } = {}): Promise<Hash> =>
    chain.anvil.client.sendTransaction({
      account,
      chain: foundry,
      to: change.to ?? target,
      data: change.data ?? '0x1234',
      maxFeePerGas: (change.gwei ?? 5n) * gwei,
      maxPriorityFeePerGas: (change.gwei ?? 5n) * gwei,
      gas: 60_000n,
      ...(change.nonce === undefined ? {} : { nonce: change.nonce }),
    })
  const nonceOf = async (hash: Hash): Promise<number> =>
    Number(
      (await chain.client.request({ method: 'eth_getTransactionByHash', params: [hash] }))?.nonce ?? '0x0',
    )

  /** Stores the work as it is stored right before the wallet is asked. */
  const keep = async (change: Partial<PendingWork> = {}, owner = account, to = target): Promise<void> => {
    savePending(owner, {
      orderId: ID,
      chainId: 31_337,
      kind: 'deposit',
      stage: 'signing',
      voucher: null,
      direct: { to, intent: intentText(deposit), before: '0' },
      data: '0x1234',
      minedBefore: await chain.count(),
      sentAtBlock: await chain.blockNumber(),
      updatedAt: deviceNow(),
      ...change,
    })
  }

  const follow = (
    enough: FlowEvent['type'] | ((event: FlowEvent) => boolean),
    change: Partial<WatchInput> = {},
  ) => chain.follow(ID, enough, { isDoneAt: async () => false, ...change })

  afterEach(async () => {
    for (const owner of [account, shared]) {
      forgetPending(owner, ID)
      for (const hash of readDeposits(owner)) forgetDeposit(owner, hash)
    }
    await chain.client.request({ method: 'anvil_dropAllTransactions', params: [] } as never)
  })

  return { chain, send, nonceOf, keep, follow }
}
