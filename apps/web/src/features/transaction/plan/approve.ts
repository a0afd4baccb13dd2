/** Approvals by transaction: requested, and awaited until they are effective. */

import { type Address, BaseError, erc20Abi, type Hash, pad, type TransactionReceipt } from 'viem'
import { readContract } from 'viem/actions'
import { loadConfig } from '../../../api/config.ts'
import { approvalGas } from '../../../chain/calls/approval-gas.ts'
import { approveCall, type ContractCall } from '../../../chain/calls/contract-call.ts'
import { sendCall } from '../../../chain/calls/send-call.ts'
import { carriesCall, lookAtTransaction, readTransaction } from '../../../chain/calls/watch-transaction.ts'
import { reachBlock } from '../../../chain/reads/block-of-calls.ts'
import { type ChainClient, loadChainClient } from '../../../chain/reads/public-client.ts'
import { deviceNow } from '../../../ui/clock.ts'
import { FlowFailure } from '../flow/failure.ts'
import type { FlowStep } from '../flow/flow-state.ts'
import type { Plan } from './plan.ts'

/** Long enough for a busy chain; the explorer shows the approval meanwhile. */
const APPROVAL_TIMEOUT_MS = 600_000
/** Co-signers take longer; the call itself needs no open page. */
const COSIGNERS_TIMEOUT_MS = 3_600_000
export const LOOK_MS = 1_500

const approvalOf = async (
  plan: Plan,
  { token, amount }: FlowStep,
): Promise<ContractCall & { amount: bigint }> => {
  const config = await loadConfig()
  if (token === undefined || amount === undefined) throw new TypeError('no approval step')
  const spender = plan.call.to
  return { ...approveCall({ token: config.contracts[token] as Address, spender, amount }), amount }
}

export const approve = async (plan: Plan, step: FlowStep): Promise<Hash> => {
  const call = await approvalOf(plan, step)
  return sendCall(plan.account, call, { gas: await approvalGas(await loadChainClient(), plan.account, call) })
}

/** Receipt of an approval, or of its replacement in the wallet. */
const receiptOf = async (
  client: ChainClient,
  plan: Plan,
  { hash, call }: { readonly hash: Hash; readonly call: ContractCall },
): Promise<TransactionReceipt> => {
  const sent = { account: plan.account, call, sentAtBlock: plan.blockNumber }
  let known: { readonly hash: Hash; readonly accountNonce?: number } = { hash }
  const end = deviceNow() + APPROVAL_TIMEOUT_MS
  while (deviceNow() < end) {
    // No node answers: keep waiting.
    const sight = await lookAtTransaction(client, { ...sent, ...known }).catch((error: unknown) => {
      if (error instanceof BaseError) return null
      throw error
    })
    if (sight?.at === 'mined') return sight.receipt
    if (sight?.at === 'waiting') known = { ...known, accountNonce: sight.accountNonce }
    if (sight?.at === 'replaced') known = { hash: sight.by }
    else await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  throw new FlowFailure({ code: 'no-answer' })
}

/** keccak256 of `Approval(address,address,uint256)`. */
const APPROVAL_TOPIC = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'

/** Amount of the last approval of the plan's contract in a receipt; null: the token logged none. */
const approvedIn = ({ logs }: TransactionReceipt, { account, call }: Plan, token: Address): bigint | null => {
  const wanted = [APPROVAL_TOPIC, pad(account), pad(call.to)].join().toLowerCase()
  const said = logs.findLast(
    ({ address, topics }) =>
      address.toLowerCase() === token.toLowerCase() && topics.join().toLowerCase() === wanted,
  )
  return said === undefined ? null : BigInt(said.data)
}

/**
 * Waits until the approval is effective. Status 1 is not enough: wallets let users edit the amount or
 * replace the approval. The amount comes from the receipt, since a node may be some blocks behind.
 */
export const approved = async (plan: Plan, step: FlowStep, hash: Hash): Promise<bigint | undefined> => {
  const client = await loadChainClient()
  const token = step.token ?? ''
  const spend = plan.spends.find((one) => one.token === step.token)
  if (spend === undefined) throw new TypeError('no approval step')
  const { tokenAddress: address, amount: need } = spend
  const allowance = (): Promise<bigint> =>
    readContract(client, {
      address,
      abi: erc20Abi,
      functionName: 'allowance',
      args: [plan.account, plan.call.to],
    })
  const suffices = (have: bigint): boolean => (step.kind === 'reset' ? have === 0n : have >= need)
  // A contract wallet's proposal is executed under another hash: only its effect can be seen.
  if (plan.ability.isContract) {
    await until(async () => suffices(await allowance()), COSIGNERS_TIMEOUT_MS)
    return undefined
  }
  const call = await approvalOf(plan, step)
  const receipt = await receiptOf(client, plan, { hash, call })
  const sent = await readTransaction(client, receipt.transactionHash)
  if (
    sent?.from !== plan.account ||
    !(carriesCall(sent, call) || approvedIn(receipt, plan, address) !== null)
  )
    throw new FlowFailure({ code: 'approval-other' })
  if (receipt.status !== 'success') throw new FlowFailure({ code: 'approval-failed', token })
  await reachBlock(client, receipt.blockNumber)
  const have = approvedIn(receipt, plan, address) ?? (await allowance())
  if (!suffices(have)) throw new FlowFailure({ code: 'approval-too-low', token, have, need })
  return have
}

export const until = async (holds: () => Promise<boolean>, timeoutMs: number): Promise<void> => {
  const end = deviceNow() + timeoutMs
  while (!(await holds())) {
    if (deviceNow() > end) throw new FlowFailure({ code: 'no-answer' })
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}
