import type { Voucher } from '@dr/protocol/calls/voucher'
import { MACHINE_BATCH_MAX } from '@dr/protocol/constants'
import type { Address, Hash } from 'viem'
import { getBlock } from 'viem/actions'
import { callApi } from '../../../api/client.ts'
import { loadConfig } from '../../../api/config.ts'
import { approveCall, type ContractCall } from '../../../chain/calls/contract-call.ts'
import { askPermit, type SignedPermit, withPermits } from '../../../chain/calls/permit.ts'
import { sendBatch } from '../../../chain/calls/send-batch.ts'
import { sendCall } from '../../../chain/calls/send-call.ts'
import { simulateCall } from '../../../chain/calls/simulate-call.ts'
import { countTransactions } from '../../../chain/calls/watch-transaction.ts'
import { reachBlock } from '../../../chain/reads/block-of-calls.ts'
import { loadChainClient } from '../../../chain/reads/public-client.ts'
import { readVoucherMessage } from '../../../chain/vouchers/voucher-message.ts'
import { deviceNow } from '../../../ui/clock.ts'
import { toast } from '../../../ui/status/toast.ts'
import { expectedKind, requestVoucher } from '../kinds/kinds.ts'
import { isWithdrawal, tokenOfWithdrawal } from '../kinds/withdrawal.tsx'
import { approve, approved, LOOK_MS, until } from '../plan/approve.ts'
import { isDirect } from '../plan/direct-call.ts'
import { makeOutline } from '../plan/make-outline.ts'
import { planDirectCall, planOfWork, planVoucher, vaultIndexOf } from '../plan/make-plan.ts'
import { type FreshIntent, namesMachines, type Plan } from '../plan/plan.ts'
import { readBefore } from '../plan/read-before.ts'
import { noVoucherReason, renewDirectly } from '../plan/renew-directly.ts'
import { failureToast } from '../words/failure-toast.ts'
import { findPending, forgetPending, type PendingWork, readPending, recallPending } from '../work/pending.ts'
import type { FlowStep } from './flow-state.ts'
import type { FlowPorts, OpenWithdrawal, SentCall } from './ports.ts'
import { fateOf } from './trace/look-back.ts'
import { saveWork } from './watch-order.ts'
import { followOrder } from './watchers.ts'

/** For every other kind the server answers the same request with the same voucher while it is fresh. */
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

/** Lifetime of a permit, in seconds: time enough to read it, and only the called contract can use it. */
const PERMIT_LIFETIME_SECONDS = 3_600n

const permit = async (plan: Plan, { token, amount }: FlowStep): Promise<SignedPermit | null> => {
  const config = await loadConfig()
  if (token === undefined || amount === undefined) throw new TypeError('no permit step')
  const client = await loadChainClient()
  // Time of the newest block: the receipt may have been open for hours.
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

/** Simulates the call. In a batch the approvals are not on the chain yet, so its wallet simulates it. */
const simulate = async (plan: Plan, steps: readonly FlowStep[]): Promise<void> => {
  if (steps.at(-1)?.batch === undefined)
    await simulateCall(await loadChainClient(), plan.account, callOf(plan, steps))
}

const send = async (plan: Plan, steps: readonly FlowStep[], nonce?: number): Promise<SentCall> => {
  const batch = steps.at(-1)?.batch
  if (batch === undefined) {
    const call = callOf(plan, steps)
    const hash = await sendCall(plan.account, call, { nonce })
    return call.data === plan.call.data ? { hash } : { hash, data: call.data }
  }
  const { contracts } = await loadConfig()
  const approvals = batch.map(({ token, amount }) =>
    approveCall({ token: contracts[token] as Address, spender: plan.call.to, amount }),
  )
  const callsId = await sendBatch(plan.account, [...approvals, plan.call])
  return { hash: null, callsId }
}

const plan = (account: Address, intent: FreshIntent | null, voucher: Voucher | null): Promise<Plan> => {
  if (intent !== null && isDirect(intent)) return planDirectCall(account, intent)
  if (voucher === null) throw new TypeError('a plan needs a voucher')
  return planVoucher({ account, intent, voucher })
}

/** A purchase must be final and booked before its electricity can be quoted. */
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

/** Calls that a repetition cannot pay twice: earlier attempts are not looked up. */
const REPEATABLE: readonly string[] = ['revokeApproval', 'claimDraw', 'lockClaims', 'unlockClaims']

const firstAttempt = (account: Address, intent: FreshIntent): PendingWork | undefined => {
  // Electricity is paid with a voucher or without one.
  const kind = isDirect(intent) ? intent.kind : expectedKind(intent)
  const kinds = kind === 'renewMachine' || kind === 'activate-machine' ? POWER_KINDS : [kind]
  const works = readPending(account).filter(
    (work) => work.stage !== 'seen' && kinds.includes(work.kind) && !REPEATABLE.includes(work.kind),
  )
  return works.findLast(({ over }) => over === undefined) ?? works.at(-1)
}
const POWER_KINDS: readonly PendingWork['kind'][] = ['renewMachine', 'activate-machine']

/** Creates the real ports: the server, the chain, the wallet of `account`, and this browser's storage. */
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
    countMined: async () => (await countTransactions(await loadChainClient(), account)).mined,
    approve,
    approved,
    permit,
    simulate,
    send,
    readBefore: async (due, steps) => {
      const [client, { contracts }] = await Promise.all([loadChainClient(), loadConfig()])
      return readBefore(client, { plan: due, contracts, data: callOf(due, steps).data })
    },
    firstAttempt: (intent) => firstAttempt(account, intent),
    fateOf: async (work) => fateOf({ client: await loadChainClient(), account }, work),
    planOf: (work) => planOfWork(account, work),
    reachBlock: async (blockNumber) => void (await reachBlock(await loadChainClient(), blockNumber)),
    nextBlock: () => new Promise((resolve) => setTimeout(resolve, LOOK_MS)),
    findPending: (orderId) => findPending(account, orderId),
    recallPending: (orderId) => recallPending(account, orderId),
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
