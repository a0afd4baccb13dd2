import type { Voucher } from '@dr/protocol/calls/voucher'
import { MACHINE_BATCH_MAX } from '@dr/protocol/constants'
import { type Address, BaseError, erc20Abi, type Hash, pad, type TransactionReceipt } from 'viem'
import { getBlock, getBlockNumber, readContract } from 'viem/actions'
import { callApi } from '../../../api/client.ts'
import { loadConfig } from '../../../api/config.ts'
import { approvalGas } from '../../../chain/calls/approval-gas.ts'
import { approveCall, type ContractCall } from '../../../chain/calls/contract-call.ts'
import { askPermit, type SignedPermit, withPermits } from '../../../chain/calls/permit.ts'
import { sendBatch } from '../../../chain/calls/send-batch.ts'
import { sendCall } from '../../../chain/calls/send-call.ts'
import { simulateCall } from '../../../chain/calls/simulate-call.ts'
import { countTransactions, lookAtTransaction } from '../../../chain/calls/watch-transaction.ts'
import { reachBlock } from '../../../chain/reads/block-of-calls.ts'
import { type ChainClient, loadChainClient } from '../../../chain/reads/public-client.ts'
import { readVoucherMessage } from '../../../chain/vouchers/voucher-message.ts'
import { deviceNow } from '../../../ui/clock.ts'
import { toast } from '../../../ui/status/toast.ts'
import { expectedKind, requestVoucher } from '../kinds/kinds.ts'
import { isWithdrawal, tokenOfWithdrawal } from '../kinds/withdrawal.tsx'
import { isDirect } from '../plan/direct-call.ts'
import { intentText, readEffect } from '../plan/direct-effect.ts'
import { makeOutline } from '../plan/make-outline.ts'
import { planDirectCall, planOfWork, planVoucher, vaultIndexOf } from '../plan/make-plan.ts'
import { type FreshIntent, namesMachines, type Plan } from '../plan/plan.ts'
import { noVoucherReason, renewDirectly } from '../plan/renew-directly.ts'
import { failureToast } from '../words/failure-toast.ts'
import { findPending, forgetPending, type PendingWork, readPending } from '../work/pending.ts'
import { FlowFailure } from './failure.ts'
import type { FlowStep } from './flow-state.ts'
import { isDone } from './look-back.ts'
import type { Before, FlowPorts, OpenWithdrawal, SentCall } from './ports.ts'
import { saveWork } from './watch-order.ts'
import { followOrder } from './watchers.ts'

/** Long enough for a busy chain; the approval can be looked at in the explorer meanwhile. */
const APPROVAL_TIMEOUT_MS = 600_000
/** Co-signers take their time; the page need not stay open for the call itself. */
const COSIGNERS_TIMEOUT_MS = 3_600_000
const LOOK_MS = 1_500
/** For the other kinds the server itself answers the same request with the same voucher while it is fresh. */
const openWithdrawal = async (account: Address, intent: FreshIntent): Promise<OpenWithdrawal | null> => {
  if (intent.kind !== 'withdraw') return null
  const [{ items }, { timestamp }, { contracts }] = await Promise.all([
    callApi('openVouchers'),
    getBlock(await loadChainClient()),
    loadConfig(),
  ])
  const vault = contracts.withdrawalVaults[intent.vault]
  const same = items.filter(({ typedData, contract }) => {
    const message = readVoucherMessage(typedData)
    if (!isWithdrawal(message) || tokenOfWithdrawal(message) !== intent.token || contract !== vault)
      return false
    return message.account === account && message.amount === intent.amount
  })
  const [longest] = same.sort((a, b) => b.deadline - a.deadline)
  return longest === undefined
    ? null
    : { voucher: longest, secondsLeft: longest.deadline - Number(timestamp) }
}

const approvalOf = async (
  plan: Plan,
  { token, amount }: FlowStep,
): Promise<ContractCall & { amount: bigint }> => {
  const config = await loadConfig()
  if (token === undefined || amount === undefined) throw new TypeError('no approval step')
  const spender = plan.call.to
  return { ...approveCall({ token: config.contracts[token] as Address, spender, amount }), amount }
}

const approve = async (plan: Plan, step: FlowStep): Promise<Hash> => {
  const call = await approvalOf(plan, step)
  return sendCall(plan.account, call, await approvalGas(await loadChainClient(), plan.account, call))
}

/** The receipt of an approval, or of what took its place in the wallet. */
const receiptOf = async (
  client: ChainClient,
  plan: Plan,
  { hash, call }: { readonly hash: Hash; readonly call: ContractCall },
): Promise<TransactionReceipt> => {
  const sent = { account: plan.account, call, sentAtBlock: plan.blockNumber }
  let known: { readonly hash: Hash; readonly accountNonce?: number } = { hash }
  const end = deviceNow() + APPROVAL_TIMEOUT_MS
  while (deviceNow() < end) {
    // No node answers: waiting is not failing.
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

/** Amount of the last approval of the plan's contract in a receipt; null: the token says nothing of it. */
const approvedIn = ({ logs }: TransactionReceipt, { account, call }: Plan, token: Address): bigint | null => {
  const wanted = [APPROVAL_TOPIC, pad(account), pad(call.to)].join().toLowerCase()
  const said = logs.findLast(
    ({ address, topics }) =>
      address.toLowerCase() === token.toLowerCase() && topics.join().toLowerCase() === wanted,
  )
  return said === undefined ? null : BigInt(said.data)
}

/**
 * Status 1 alone is not enough: wallets let people edit the amount, or replace the approval by something
 * else. The receipt says what was approved; a node that is read for it may be blocks behind.
 */
const approved = async (plan: Plan, step: FlowStep, hash: Hash): Promise<void> => {
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
  // A shared wallet's proposal is executed under another hash: only what it does is to be seen.
  if (plan.ability.isContract) return until(async () => suffices(await allowance()), COSIGNERS_TIMEOUT_MS)
  const receipt = await receiptOf(client, plan, { hash, call: await approvalOf(plan, step) })
  if (receipt.status !== 'success') throw new FlowFailure({ code: 'approval-failed', token })
  await reachBlock(client, receipt.blockNumber)
  const have = approvedIn(receipt, plan, address) ?? (await allowance())
  if (!suffices(have)) throw new FlowFailure({ code: 'approval-too-low', token, have, need })
}

const until = async (holds: () => Promise<boolean>, timeoutMs: number): Promise<void> => {
  const end = deviceNow() + timeoutMs
  while (!(await holds())) {
    if (deviceNow() > end) throw new FlowFailure({ code: 'no-answer' })
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

/**
 * A permit is good for this long: a wallet's user may think, and what it allows is of no use to anyone else.
 */
const PERMIT_LIFETIME_SECONDS = 3_600n

const permit = async (plan: Plan, { token, amount }: FlowStep): Promise<SignedPermit | null> => {
  const config = await loadConfig()
  if (token === undefined || amount === undefined) throw new TypeError('no permit step')
  const client = await loadChainClient()
  // From the newest block: the receipt may have been open for hours.
  const { timestamp } = await getBlock(client)
  return askPermit(client, {
    account: plan.account,
    token: config.contracts[token] as Address,
    spender: plan.call.to,
    value: amount,
    deadline: timestamp + PERMIT_LIFETIME_SECONDS,
  })
}

const callOf = (plan: Plan, steps: readonly FlowStep[]): ContractCall =>
  withPermits(
    plan.call,
    steps.flatMap((step) => step.permit ?? []),
  )

/** What a batch approves cannot be tried before it is there: such a call is tried by the wallet alone. */
const simulate = async (plan: Plan, steps: readonly FlowStep[]): Promise<void> => {
  if (steps.at(-1)?.batch === undefined)
    await simulateCall(await loadChainClient(), plan.account, callOf(plan, steps))
}

const send = async (plan: Plan, steps: readonly FlowStep[]): Promise<SentCall | null> => {
  const batch = steps.at(-1)?.batch
  if (batch === undefined) {
    const call = callOf(plan, steps)
    const hash = await sendCall(plan.account, call)
    return call.data === plan.call.data ? { hash } : { hash, data: call.data }
  }
  const { contracts } = await loadConfig()
  const approvals = batch.map(({ token, amount }) =>
    approveCall({ token: contracts[token] as Address, spender: plan.call.to, amount }),
  )
  const callsId = await sendBatch(plan.account, [...approvals, plan.call])
  return callsId === null ? null : { hash: null, callsId }
}

const plan = (account: Address, intent: FreshIntent | null, voucher: Voucher | null): Promise<Plan> => {
  if (intent !== null && isDirect(intent)) return planDirectCall(account, intent)
  if (voucher === null) throw new TypeError('a plan needs a voucher')
  return planVoucher({ account, intent, voucher })
}

/**
 * The purchase has to be final, and booked, before electricity can be quoted: seconds, on a chain that goes
 * well.
 */
const BOOKED_TIMEOUT_MS = 300_000

const boughtMachines = async (hash: Hash, count: number): Promise<readonly string[]> => {
  let ids: readonly string[] = []
  await until(async () => {
    const { items } = await callApi('miningDetail', {
      request: { state: 'not-activated', limit: MACHINE_BATCH_MAX },
    })
    ids = items.filter(({ txHash }) => txHash === hash).map(({ machineId }) => machineId)
    return ids.length === count
  }, BOOKED_TIMEOUT_MS)
  return ids
}

/** Of calls that a repeat cannot pay twice nothing is looked back at. */
const REPEATABLE: readonly string[] = ['revokeApproval', 'claimDraw']

const firstAttempt = (account: Address, intent: FreshIntent): PendingWork | undefined => {
  // Electricity is paid by a voucher or without one.
  const kind = isDirect(intent) ? intent.kind : expectedKind(intent)
  const kinds = kind === 'renewMachine' || kind === 'activate-machine' ? POWER_KINDS : [kind]
  return readPending(account).findLast(
    (work) => work.stage !== 'seen' && kinds.includes(work.kind) && !REPEATABLE.includes(work.kind),
  )
}
const POWER_KINDS: readonly PendingWork['kind'][] = ['renewMachine', 'activate-machine']

/** Read before the wallet is asked, so that the call is recognised whatever the wallet says of it. */
const readBefore = async (plan: Plan, steps: readonly FlowStep[]): Promise<Before> => {
  const { account, intent, voucher, call } = plan
  const [client, { contracts }] = await Promise.all([loadChainClient(), loadConfig()])
  const direct = voucher === null && intent !== null && isDirect(intent) ? intent : null
  const [block, { mined }, effect] = await Promise.all([
    getBlockNumber(client, { cacheTime: 0 }),
    countTransactions(client, account),
    direct === null ? null : readEffect(client, direct, { account, contracts }),
  ])
  return {
    sentAtBlock: String(block),
    minedBefore: mined,
    data: callOf(plan, steps).data,
    ...(direct === null || effect === null
      ? {}
      : { direct: { to: call.to, intent: intentText(direct), before: String(effect) } }),
  }
}

/** The real ports: the server, the chain, the wallet of `account`, and this browser's storage. */
export const createFlowPorts = async (account: Address): Promise<FlowPorts> => {
  const { chain } = await loadConfig()
  return {
    account,
    chainId: chain.chainId,
    nowMs: deviceNow,
    quote: async (intent) => (isDirect(intent) ? null : requestVoucher(intent)),
    openWithdrawal: (intent) => openWithdrawal(account, intent),
    vaultOf: async (voucher) => vaultIndexOf(await loadConfig(), voucher),
    plan: (intent, voucher) => plan(account, intent, voucher),
    outline: (intent, required) => makeOutline(account, intent, required),
    renewal: async (intent, failure) => {
      const because = noVoucherReason(failure)
      return because !== null && namesMachines(intent) ? renewDirectly(intent, because) : null
    },
    boughtMachines,
    approve,
    approved,
    permit,
    simulate,
    send,
    readBefore,
    firstAttempt: (intent) => firstAttempt(account, intent),
    isDone: async (work) => isDone(await loadChainClient(), account, work),
    planOf: (work) => planOfWork(account, work),
    reachBlock: async (blockNumber) => reachBlock(await loadChainClient(), blockNumber),
    nextBlock: () => new Promise((resolve) => setTimeout(resolve, LOOK_MS)),
    findPending: (orderId) => findPending(account, orderId),
    savePending: (work) => saveWork(account, work),
    forgetPending: (orderId) => forgetPending(account, orderId),
    isOnline: () => navigator.onLine,
    report: (entry, failure) => {
      // Shown to the user as well, so a warning; unexpected errors reach `reportError`.
      // biome-ignore lint/suspicious/noConsole: the requirement (section 4) asks that errors are logged
      console.warn('transaction failed', entry)
      const text = failureToast(failure)
      if (text !== null) toast.error(text)
    },
    follow: (orderId) => void followOrder(account, orderId).catch(reportError),
    findVoucher: async (orderId) =>
      (await callApi('openVouchers', { request: { orderId } })).items[0] ?? null,
  }
}
