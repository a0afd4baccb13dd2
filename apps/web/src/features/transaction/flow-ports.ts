import type { Voucher } from '@dr/protocol/calls/voucher'
import { erc20Abi, type Hash } from 'viem'
import { getBlock, getBlockNumber, readContract, waitForTransactionReceipt } from 'viem/actions'
import { callApi } from '../../api/client.ts'
import { loadConfig } from '../../api/config.ts'
import type { Address } from '../../api/session.ts'
import { approvalGas } from '../../chain/approval-gas.ts'
import { approveCall, type ContractCall } from '../../chain/contract-call.ts'
import { keepDeposit } from '../../chain/deposits.ts'
import { findPending, forgetPending, savePending } from '../../chain/pending.ts'
import { loadChainClient } from '../../chain/public-client.ts'
import { sendCall } from '../../chain/send-call.ts'
import { simulateCall } from '../../chain/simulate-call.ts'
import { readVoucherMessage } from '../../chain/voucher-message.ts'
import { isBare } from './bare-call.ts'
import { FlowFailure } from './failure.ts'
import type { FlowStep } from './machine.ts'
import { planBare, planVoucher } from './make-plan.ts'
import type { FreshIntent, Plan } from './plan.ts'
import { requestVoucher } from './request-voucher.ts'
import type { FlowPorts } from './run-flow.ts'
import { followOrder } from './watchers.ts'

/** Long enough for a busy chain; the approval can be looked at in the explorer meanwhile. */
const APPROVAL_TIMEOUT_MS = 600_000
/** An open voucher is offered again when at least this much of its time is left. */
const REUSE_SECONDS = 120

/**
 * A withdrawal's voucher holds its amount from the moment it is issued: an open one for the same amount is offered
 * again. For the other kinds the server itself answers the same request with the same voucher while it is fresh.
 */
async function quote(account: Address, intent: FreshIntent): Promise<Voucher | null> {
  if (isBare(intent)) return null
  if (intent.kind !== 'withdraw') return requestVoucher(intent)
  const [{ items }, { timestamp }, { contracts }] = await Promise.all([
    callApi('openVouchers'),
    getBlock(await loadChainClient()),
    loadConfig(),
  ])
  const vault = contracts.withdrawalVaults[intent.account]
  const same = items.find(({ typedData, deadline, contract }) => {
    const message = readVoucherMessage(typedData)
    if (message.primaryType !== 'WithdrawDR' && message.primaryType !== 'WithdrawUSDT') return false
    if (message.primaryType !== `Withdraw${intent.token}` || contract !== vault) return false
    return (
      message.account === account &&
      message.amount === intent.amount &&
      deadline - Number(timestamp) > REUSE_SECONDS
    )
  })
  return same ?? requestVoucher(intent)
}

async function approvalOf(
  plan: Plan,
  { token, amount }: FlowStep,
): Promise<ContractCall & { amount: bigint }> {
  const config = await loadConfig()
  if (token === undefined || amount === undefined) throw new TypeError('no approval step')
  const spender = plan.call.to
  return { ...approveCall({ token: config.contracts[token] as Address, spender, amount }), amount }
}

async function approve(plan: Plan, step: FlowStep): Promise<Hash> {
  const call = await approvalOf(plan, step)
  return sendCall(plan.account, call, await approvalGas(await loadChainClient(), plan.account, call))
}

/** Status 1 alone is not enough: wallets let people edit the amount. */
async function approved(plan: Plan, step: FlowStep, hash: Hash): Promise<void> {
  const client = await loadChainClient()
  const token = step.token ?? ''
  const receipt = await waitForTransactionReceipt(client, { hash, timeout: APPROVAL_TIMEOUT_MS })
  if (receipt.status !== 'success') throw new FlowFailure({ code: 'approval-failed', token })
  const spend = plan.spends.find((one) => one.token === step.token)
  if (step.kind === 'reset' || spend === undefined) return
  const have = await readContract(client, {
    address: spend.tokenAddress,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [plan.account, plan.call.to],
  })
  if (have < spend.amount)
    throw new FlowFailure({ code: 'approval-too-low', token, have, need: spend.amount })
}

async function settled(hash: Hash): Promise<{ blockNumber: bigint; hash: Hash }> {
  const receipt = await waitForTransactionReceipt(await loadChainClient(), {
    hash,
    timeout: APPROVAL_TIMEOUT_MS,
  })
  const { blockNumber, transactionHash } = receipt
  if (receipt.status === 'success') return { blockNumber, hash: transactionHash }
  throw new FlowFailure({ code: 'revert', revert: { name: null, args: [], reason: null } })
}

function plan(account: Address, intent: FreshIntent | null, voucher: Voucher | null): Promise<Plan> {
  if (intent !== null && isBare(intent)) return planBare(account, intent)
  if (voucher === null) throw new TypeError('a plan needs a voucher')
  return planVoucher({ account, intent, voucher })
}

const FINALITY_LOOK_MS = 2_000

/** Waits until the block is final: then nothing takes the call back. */
async function untilFinal(blockNumber: bigint): Promise<void> {
  const client = await loadChainClient()
  while ((await getBlock(client, { blockTag: 'finalized' })).number < blockNumber)
    await new Promise((resolve) => setTimeout(resolve, FINALITY_LOOK_MS))
}

/** The flow's hands: the server, the chain, the wallet of `account`, and this browser's storage. */
export async function createFlowPorts(account: Address): Promise<FlowPorts> {
  const { chain } = await loadConfig()
  return {
    account,
    chainId: chain.chainId,
    nowMs: Date.now,
    quote: (intent) => quote(account, intent),
    plan: (intent, voucher) => plan(account, intent, voucher),
    approve,
    approved,
    simulate: async ({ call }) => simulateCall(await loadChainClient(), account, call),
    send: ({ call }) => sendCall(account, call),
    settled,
    keepDeposit: (hash) => keepDeposit(account, hash),
    untilFinal,
    newestBlock: async () => getBlockNumber(await loadChainClient(), { cacheTime: 0 }),
    findPending: (orderId) => findPending(account, orderId),
    savePending: (work) => savePending(account, work),
    forgetPending: (orderId) => forgetPending(account, orderId),
    follow: (orderId) => void followOrder(account, orderId).catch(reportError),
    findVoucher: async (orderId) =>
      (await callApi('openVouchers', { request: { orderId } })).items[0] ?? null,
  }
}
