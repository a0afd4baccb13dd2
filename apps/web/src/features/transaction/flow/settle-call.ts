import { type Address, BaseError, erc20Abi, type Hash } from 'viem'
import { getBlockNumber, readContract } from 'viem/actions'
import type { BatchStatus } from '../../../chain/calls/send-batch.ts'
import { lookAtTransaction } from '../../../chain/calls/watch-transaction.ts'
import type { ChainClient } from '../../../chain/reads/public-client.ts'
import type { Plan } from '../plan/plan.ts'
import { revertOfTransaction } from '../words/revert-reason.ts'
import { FlowFailure } from './failure.ts'
import type { FlowEvent } from './flow-state.ts'
import type { SentCall, Settled } from './ports.ts'
import { UNSEEN_AFTER_MS } from './watch-order.ts'

export interface SettleInput {
  readonly client: ChainClient
  readonly account: Address
  readonly plan: Plan
  readonly sent: SentCall
  /** Newest block when it was sent. */
  readonly sentAtBlock: bigint
  readonly emit: (event: FlowEvent) => void
  readonly statusOf: (callsId: string) => Promise<BatchStatus | null>
  readonly intervalMs: number
  readonly nowMs: () => number
}

/** Longer than any co-signer is waited for with the page open; the chain goes on without us. */
const SETTLE_TIMEOUT_MS = 3_600_000

interface Known {
  readonly hash: Hash | null
  readonly accountNonce?: number
}

/** Follows a call that no order speaks of to its receipt, its replacement, or its revert. */
export const settleCall = async (input: SettleInput): Promise<Settled> => {
  const startedAt = input.nowMs()
  let known: Known = { hash: input.sent.hash }
  while (input.nowMs() - startedAt < SETTLE_TIMEOUT_MS) {
    try {
      const look = await lookOnce(input, known, input.nowMs() - startedAt)
      if ('blockNumber' in look) return look
      known = look
    } catch (error) {
      // No node answers: waiting is not failing.
      if (!(error instanceof BaseError)) throw error
      input.emit({ type: 'waiting', for: 'node' })
    }
    await new Promise((resolve) => setTimeout(resolve, input.intervalMs))
  }
  throw new FlowFailure({ code: 'no-answer' })
}

const lookOnce = async (input: SettleInput, known: Known, waitedMs: number): Promise<Settled | Known> => {
  if (known.hash === null) return lookAtBatch(input)
  const { client, account, plan, sent, emit } = input
  const { hash, accountNonce } = known
  const sight = await lookAtTransaction(client, {
    account,
    hash,
    call: { to: plan.call.to, data: sent.data ?? plan.call.data },
    accountNonce,
    sentAtBlock: input.sentAtBlock,
  })
  switch (sight.at) {
    case 'mined':
      if (sight.receipt.status === 'success') return { blockNumber: sight.receipt.blockNumber, hash }
      throw new FlowFailure({ code: 'revert', revert: await revertOfTransaction(client, hash) })
    case 'waiting':
      emit({ type: 'waiting', for: 'block' })
      return { hash, accountNonce: sight.accountNonce }
    case 'replaced':
      if (sight.how !== 'repriced') throw new FlowFailure({ code: 'cancelled' })
      emit({ type: 'repriced', hash: sight.by })
      return { ...known, hash: sight.by }
    case 'unseen':
      return lookAtEffect(input, known, waitedMs)
  }
}

const lookAtBatch = async ({ sent, emit, plan, statusOf }: SettleInput): Promise<Known> => {
  const status = sent.callsId === undefined ? null : await statusOf(sent.callsId)
  if (status?.at === 'failed' && status.hash === null) throw new FlowFailure({ code: 'batch-failed' })
  if (status?.hash) {
    emit({ type: 'repriced', hash: status.hash })
    return { hash: status.hash }
  }
  if (plan.ability.isContract) emit({ type: 'waiting', for: 'cosigners' })
  return { hash: null }
}

/** A shared wallet's proposal is executed under another hash: what it was for is looked at. */
const lookAtEffect = async (
  { client, account, plan, emit }: SettleInput,
  known: Known,
  waitedMs: number,
): Promise<Settled | Known> => {
  if (plan.intent?.kind === 'revokeApproval') {
    const allowance = await readContract(client, {
      address: plan.call.to,
      abi: erc20Abi,
      functionName: 'allowance',
      args: [account, plan.intent.spender],
    })
    if (allowance === 0n) return { blockNumber: await getBlockNumber(client, { cacheTime: 0 }), hash: null }
  }
  if (plan.ability.isContract) emit({ type: 'waiting', for: 'cosigners' })
  else if (waitedMs > UNSEEN_AFTER_MS) emit({ type: 'waiting', for: 'unseen' })
  return known
}
