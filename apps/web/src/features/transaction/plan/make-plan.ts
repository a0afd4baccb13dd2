import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import type { Voucher } from '@dr/protocol/calls/voucher'
import { MACHINE_BATCH_MAX, ZERO_ADDRESS } from '@dr/protocol/constants'
import type { VaultIndex } from '@dr/protocol/token-table'
import type { Address } from 'viem'
import { getBalance, getBlock, getGasPrice, readContract } from 'viem/actions'
import { type Config, loadConfig } from '../../../api/config.ts'
import { needsApproval } from '../../../chain/calls/approval.rules.ts'
import { type ContractCall, voucherCall } from '../../../chain/calls/contract-call.ts'
import { gasOf, purchasesOf } from '../../../chain/calls/gas.rules.ts'
import { takesPermit } from '../../../chain/calls/permit.ts'
import { estimateCallGas, simulateCall } from '../../../chain/calls/simulate-call.ts'
import { type ChainClient, loadChainClient } from '../../../chain/reads/public-client.ts'
import { readSpend, type Spend } from '../../../chain/reads/read-spend.ts'
import { readVoucherMessage } from '../../../chain/vouchers/voucher-message.ts'
import { leavesWallet, reachesWallet, type TokenAmount } from '../../../chain/vouchers/voucher-tokens.ts'
import { readWalletAbility } from '../../../chain/wallet/wallet-ability.ts'
import { deviceNow } from '../../../ui/clock.ts'
import { FlowFailure } from '../flow/failure.ts'
import { findUnfairTerms, type QuotedIntent, requestOf } from '../kinds/kinds.ts'
import { verifyVoucher } from '../kinds/verify-voucher.ts'
import { type PendingWork, readPending } from '../work/pending.ts'
import { type DirectIntent, directCall, directTokens } from './direct-call.ts'
import { intentOfText } from './direct-effect.ts'
import type { Plan } from './plan.ts'
import { callKindOf } from './plan-kind.ts'

interface Input {
  readonly account: Address
  readonly intent: QuotedIntent | null
  readonly voucher: Voucher
}

/**
 * Verifies the voucher against the chain: signer, nonce, and the checks of `verifyVoucher`. Throws
 * mismatches.
 */
const verify = async (
  client: ChainClient,
  config: Config,
  { account, intent, voucher }: Input,
): Promise<void> => {
  const contract = { address: voucher.contract as Address, abi: digitalRightsAbi } as const
  const [signer, nonce, request] = await Promise.all([
    readContract(client, { ...contract, functionName: 'signer' }),
    readContract(client, { ...contract, functionName: 'nonces', args: [account] }),
    intent === null ? null : requestOf(intent),
  ])
  if (signer === ZERO_ADDRESS) throw new FlowFailure({ code: 'signer-revoked' })
  const mismatches = await verifyVoucher({
    voucher,
    request,
    account,
    config,
    signer: signer.toLowerCase() as Address,
  })
  if (mismatches.length > 0) throw new FlowFailure({ code: 'mismatch', mismatches })
  if (nonce > BigInt(voucher.nonce)) throw new FlowFailure({ code: 'superseded' })
}

/**
 * Throws `busy` if a transaction of the account on the contract is pending: a second one would have the
 * same nonce and revert.
 */
const refuseWhileWaiting = (account: Address, voucher: Voucher): void => {
  const other = readPending(account).find(
    (work) =>
      work.orderId !== voucher.orderId &&
      work.voucher?.contract === voucher.contract &&
      work.voucher.nonce === voucher.nonce &&
      (work.hash !== undefined || work.callsId !== undefined),
  )
  if (other) throw new FlowFailure({ code: 'busy', orderId: other.orderId })
}

/**
 * Throws if the contract would refuse the price, or a burn is more than its worth, before anything is paid.
 */
const requireFairTerms = async (client: ChainClient, config: Config, voucher: Voucher): Promise<void> => {
  const burnFree = BigInt(voucher.withdrawal?.burnFree ?? 0)
  const unfair = await findUnfairTerms(
    { client, config, contract: voucher.contract as Address, burnFree },
    readVoucherMessage(voucher.typedData),
  )
  if (unfair === null) return
  const { quoted, fair } = unfair
  throw new FlowFailure(
    unfair.kind === 'price'
      ? { code: 'revert', revert: { name: unfair.error, args: [quoted, fair], reason: null } }
      : {
          code: 'mismatch',
          mismatches: [{ name: 'amounts', expected: `≤ ${fair}`, actual: String(quoted) }],
        },
  )
}

const requireBalances = (spends: readonly Spend[]): void => {
  const short = spends.find(({ balance, amount }) => balance < amount)
  if (short)
    throw new FlowFailure({ code: 'balance', token: short.token, have: short.balance, need: short.amount })
}

/** Gas of all steps. If no approval is missing the call is simulated, and its revert thrown. */
const stepsGas = async (
  client: ChainClient,
  { account, call, intent, voucher, approvals }: PlanDraft & { readonly approvals: number },
) => {
  if (approvals > 0) {
    const message = voucher && readVoucherMessage(voucher.typedData)
    const renewed = intent?.kind === 'renewMachine' ? intent.machineIDs.slice(0, MACHINE_BATCH_MAX) : []
    const ids = message?.kind === 'activate-machine' ? message.machineIDs : renewed
    const kind = voucher === null ? callKindOf(intent) : voucher.kind
    return gasOf([{ kind, approvals, machines: ids.length, purchases: purchasesOf(ids) }])
  }
  await simulateCall(client, account, call)
  return estimateCallGas(client, account, call)
}

type PlanDraft = (
  | { readonly intent: QuotedIntent | null; readonly voucher: Voucher }
  | { readonly intent: DirectIntent; readonly voucher: null }
) & {
  readonly account: Address
  readonly vault: VaultIndex | null
  readonly call: ContractCall
  readonly outgoing: readonly TokenAmount[]
  readonly incoming: readonly TokenAmount[]
}

/** Reads balances, allowances and fee together. Throws the first reason that prevents the call. */
const finishPlan = async (client: ChainClient, config: Config, draft: PlanDraft): Promise<Plan> => {
  const { account, voucher, call, outgoing } = draft
  const [block, spends, balance, gasPrice, ability] = await Promise.all([
    getBlock(client),
    Promise.all(
      outgoing.map((line) =>
        readSpend(client, {
          account,
          spender: call.to,
          tokenAddress: config.contracts[line.token] as Address,
          permit: takesPermit(config, { spender: call.to, token: line.token }),
          ...line,
        }),
      ),
    ),
    getBalance(client, { address: account }),
    getGasPrice(client),
    readWalletAbility(client, account),
  ])
  const readAtMs = deviceNow()
  requireBalances(spends)
  const approvals = spends.filter((spend) => needsApproval(spend, 'max')).length
  const cost = (await stepsGas(client, { ...draft, approvals })) * gasPrice
  // The executor pays the fee of a contract wallet's transaction.
  if (balance < cost && !ability.isContract) throw new FlowFailure({ code: 'gas', have: balance, need: cost })
  return {
    ...draft,
    // A repeated call without a voucher is a separate plan each time.
    id: voucher?.digest ?? `${draft.intent?.kind}:${crypto.randomUUID()}`,
    spends,
    ability,
    gas: { cost, balance },
    deadline: voucher?.deadline ?? null,
    blockNumber: block.number,
    blockTime: Number(block.timestamp),
    readAtMs,
  }
}

/** Account that a voucher withdraws from; null: it is no withdrawal. */
export const vaultIndexOf = ({ contracts }: Config, { contract }: Voucher): VaultIndex | null => {
  const vault = contracts.withdrawalVaults.indexOf(contract)
  return vault === 0 || vault === 1 || vault === 2 ? vault : null
}

/** Verifies, reads and simulates a voucher's plan. Throws the first reason why it cannot succeed. */
export const planVoucher = async (input: Input): Promise<Plan> => {
  const { account, voucher, intent } = input
  const [config, client] = await Promise.all([loadConfig(), loadChainClient()])
  await verify(client, config, input)
  refuseWhileWaiting(account, voucher)
  await requireFairTerms(client, config, voucher)
  const message = readVoucherMessage(voucher.typedData)
  return finishPlan(client, config, {
    account,
    intent,
    voucher,
    vault: vaultIndexOf(config, voucher),
    call: voucherCall(voucher),
    outgoing: leavesWallet(message, config),
    incoming: reachesWallet(message, config),
  })
}

/** Plan of a call without a voucher, such as a deposit, wrapping or revoking an approval. */
export const planDirectCall = async (account: Address, intent: DirectIntent): Promise<Plan> => {
  const [config, client] = await Promise.all([loadConfig(), loadChainClient()])
  const draft = directCall(intent, account, config)
  return finishPlan(client, config, { account, intent, voucher: null, vault: null, ...draft })
}

/** Partial plan that shows a call which the wallet was asked for before this page was opened. */
export const planOfWork = async (
  account: Address,
  { orderId, voucher, direct, data }: Pick<PendingWork, 'orderId' | 'voucher' | 'direct' | 'data'>,
): Promise<Plan> => {
  const intent = direct === undefined ? null : intentOfText(direct.intent)
  return {
    id: voucher?.digest ?? orderId,
    account,
    intent,
    voucher,
    vault: null,
    call: { to: (voucher?.contract ?? direct?.to ?? ZERO_ADDRESS) as Address, data: data ?? '0x' },
    incoming: intent === null ? [] : directTokens(intent).incoming,
    spends: [],
    ability: { isContract: false, atomic: false },
    gas: { cost: 0n, balance: 0n },
    deadline: voucher?.deadline ?? null,
    blockNumber: BigInt(voucher?.issuedAtBlock ?? 0),
    blockTime: 0,
    readAtMs: 0,
  }
}
