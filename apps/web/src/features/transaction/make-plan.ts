import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import type { Voucher } from '@dr/protocol/calls/voucher'
import { APPROVAL_GAS_LIMIT } from '@dr/protocol/constants'
import { getBalance, getBlock, getGasPrice, readContract } from 'viem/actions'
import { type Config, loadConfig } from '../../api/config.ts'
import type { Address } from '../../api/session.ts'
import { approvalGas } from '../../chain/approval-gas.ts'
import { approveCall, type ContractCall, voucherCall } from '../../chain/contract-call.ts'
import { readPending } from '../../chain/pending.ts'
import { type ChainClient, loadChainClient } from '../../chain/public-client.ts'
import { readSpend, type Spend } from '../../chain/read-spend.ts'
import { estimateCallGas, simulateCall } from '../../chain/simulate-call.ts'
import { verifyVoucher } from '../../chain/verify-voucher.ts'
import { readVoucherMessage } from '../../chain/voucher-message.ts'
import { needsApproval } from './approval-steps.ts'
import { FlowFailure } from './failure.ts'
import type { FreshIntent, Plan } from './plan.ts'
import { askedBy } from './request-voucher.ts'

/** Gas of a call that cannot be estimated yet, since its approvals are still missing. */
const CALL_GAS = { BuyMachine: 250_000n, ActivateMachine: 200_000n, WithdrawDR: 200_000n } as const
const GAS_PER_MACHINE = 12_000n
const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000'

interface Input {
  readonly account: Address
  readonly intent: FreshIntent | null
  readonly voucher: Voucher
}

/** The voucher against the chain: signer, nonce, and everything `verifyVoucher` checks. Throws what does not hold. */
async function verify(
  client: ChainClient,
  config: Config,
  { account, intent, voucher }: Input,
): Promise<void> {
  const contract = { address: voucher.contract as Address, abi: digitalRightsAbi } as const
  const quoted = intent !== null && intent.kind !== 'revokeApproval' ? intent : null
  const [signer, nonce, asked] = await Promise.all([
    readContract(client, { ...contract, functionName: 'signer' }),
    readContract(client, { ...contract, functionName: 'nonces', args: [account] }),
    quoted === null ? null : askedBy(quoted),
  ])
  if (signer === ZERO_ADDRESS) throw new FlowFailure({ code: 'signer-revoked' })
  const lies = await verifyVoucher({
    voucher,
    asked,
    account,
    config,
    signer: signer.toLowerCase() as Address,
  })
  if (lies.length > 0) throw new FlowFailure({ code: 'lie', lies })
  if (nonce > BigInt(voucher.nonce)) throw new FlowFailure({ code: 'closed' })
}

/** One transaction of an account on a contract at a time: a second one would carry the same nonce and revert. */
function refuseWhileWaiting(account: Address, voucher: Voucher): void {
  const other = readPending(account).find(
    (work) =>
      work.orderId !== voucher.orderId &&
      work.voucher.contract === voucher.contract &&
      work.voucher.nonce === voucher.nonce &&
      work.hash !== undefined,
  )
  if (other) throw new FlowFailure({ code: 'busy', orderId: other.orderId })
}

/** What leaves the wallet in the call, by the signed fields. */
function readSpends(
  client: ChainClient,
  config: Config,
  { account, voucher }: Input,
): Promise<readonly Spend[]> {
  const message = readVoucherMessage(voucher.typedData)
  if (message.primaryType === 'WithdrawDR') return Promise.resolve([])
  const amounts = {
    USDT: message.primaryType === 'BuyMachine' ? message.usdtAmount : 0n,
    DRGV: message.DRGVAmount,
  }
  return Promise.all(
    (['USDT', 'DRGV'] as const)
      .filter((token) => amounts[token] > 0n)
      .map((token) =>
        readSpend(client, {
          account,
          spender: voucher.contract as Address,
          token,
          tokenAddress: config.contracts[token] as Address,
          amount: amounts[token],
        }),
      ),
  )
}

const roughGas = (voucher: Voucher): bigint => {
  const message = readVoucherMessage(voucher.typedData)
  const machines = message.primaryType === 'ActivateMachine' ? BigInt(message.machineIDs.length) : 0n
  return CALL_GAS[message.primaryType] + machines * GAS_PER_MACHINE
}

/** Gas of the call; where nothing is missing it is tried for real, and what it would revert with is thrown. */
async function callGas(
  client: ChainClient,
  plan: { account: Address; call: ContractCall; voucher: Voucher; approvals: bigint },
) {
  if (plan.approvals > 0n) return roughGas(plan.voucher)
  await simulateCall(client, plan.account, plan.call)
  return estimateCallGas(client, plan.account, plan.call)
}

function requireBalances(spends: readonly Spend[]): void {
  const short = spends.find(({ balance, amount }) => balance < amount)
  if (short)
    throw new FlowFailure({ code: 'balance', token: short.token, have: short.balance, need: short.amount })
}

/** A price the contract will refuse is found before anybody pays for an approval. */
async function requirePrice(client: ChainClient, config: Config, voucher: Voucher): Promise<void> {
  const message = readVoucherMessage(voucher.typedData)
  if (message.primaryType === 'WithdrawDR') return
  const average = await readContract(client, {
    address: voucher.contract as Address,
    abi: digitalRightsAbi,
    functionName: 'priceOf',
    args: [config.contracts.DRGV as Address],
  })
  const distance = message.DRGVPrice > average ? message.DRGVPrice - average : average - message.DRGVPrice
  if (distance * 20n > average)
    throw new FlowFailure({
      code: 'revert',
      revert: { name: 'PriceOutOfRange', args: [message.DRGVPrice, average], reason: null },
    })
}

/** The plan for a voucher: verified, read and tried. Throws the first reason why it cannot go through. */
export async function planVoucher(input: Input): Promise<Plan> {
  const { account, voucher, intent } = input
  const [config, client] = await Promise.all([loadConfig(), loadChainClient()])
  await verify(client, config, input)
  refuseWhileWaiting(account, voucher)
  const call = voucherCall(voucher)
  const [block, spends, balance, gasPrice] = await Promise.all([
    getBlock(client),
    readSpends(client, config, input),
    getBalance(client, { address: account }),
    getGasPrice(client),
    requirePrice(client, config, voucher),
  ])
  const readAtMs = Date.now()
  requireBalances(spends)
  const approvals = BigInt(spends.filter((spend) => needsApproval(spend, 'max')).length)
  const gas = (await callGas(client, { account, call, voucher, approvals })) + approvals * APPROVAL_GAS_LIMIT
  const cost = gas * gasPrice
  if (balance < cost) throw new FlowFailure({ code: 'gas', have: balance, need: cost })
  return {
    id: voucher.digest,
    account,
    intent,
    voucher,
    call,
    spends,
    gas: { cost, balance },
    deadline: voucher.deadline,
    blockNumber: block.number,
    blockTime: Number(block.timestamp),
    readAtMs,
  }
}

/** Taking an approval back needs no voucher: one call, and its fee. */
export async function planRevocation(
  account: Address,
  intent: FreshIntent & { kind: 'revokeApproval' },
): Promise<Plan> {
  const [config, client] = await Promise.all([loadConfig(), loadChainClient()])
  const call = approveCall({
    token: config.contracts[intent.token] as Address,
    spender: intent.spender,
    amount: 0n,
  })
  const [block, balance, gasPrice, gas] = await Promise.all([
    getBlock(client),
    getBalance(client, { address: account }),
    getGasPrice(client),
    approvalGas(client, account, call),
  ])
  const cost = gas * gasPrice
  if (balance < cost) throw new FlowFailure({ code: 'gas', have: balance, need: cost })
  return {
    id: `revoke:${intent.token}:${intent.spender}`,
    account,
    intent,
    voucher: null,
    call,
    spends: [],
    gas: { cost, balance },
    deadline: null,
    blockNumber: block.number,
    blockTime: Number(block.timestamp),
    readAtMs: Date.now(),
  }
}
