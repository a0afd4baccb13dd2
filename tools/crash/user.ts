/** A user of the load: a real wallet with random actions, which records its answers. */

import { setTimeout as delay } from 'node:timers/promises'
import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { drgvAbi } from '@dr/contracts/abi/drgv'
import { exchangeAbi } from '@dr/contracts/abi/exchange'
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import { WAD } from '@dr/protocol/amounts'
import { CALLS } from '@dr/protocol/calls/index'
import type { Voucher } from '@dr/protocol/calls/voucher'
import { APPROVAL_AMOUNT_MAX } from '@dr/protocol/constants'
import { voucherCall } from '@dr/protocol/voucher-call'
import type { ContractAddresses } from '@dr/server/platform/chain/contract-addresses'
import {
  type Abi,
  type Account,
  type Chain,
  encodeFunctionData,
  type Hex,
  type PublicClient,
  type Transport,
  type WalletClient,
} from 'viem'
import type { LocalAccount } from 'viem/accounts'
import { type ApiClient, NoAnswer, Refused, Unavailable } from './api-client.ts'
import type { Random } from './random.ts'
import type { Reported } from './reported.ts'

/** Enough for every call: a reverted one must be mined to be seen. */
const GAS = 3_000_000n
/** Milliseconds to the next attempt after a lost connection. */
export const PAUSE_MS = 100
/** Limit for finality and processing, even on a busy machine. */
const FINAL_WITHIN_MS = 120_000
/** Internal error of the server: always a finding. */
const INTERNAL = 10_001

export interface UserParts {
  readonly api: ApiClient
  readonly wallet: WalletClient<Transport, Chain, Account>
  readonly account: LocalAccount
  readonly client: PublicClient
  readonly contracts: ContractAddresses
  readonly reported: Reported
  readonly random: Random
}

/** ABI of every call that takes a voucher. */
const ABI: Abi = [...digitalRightsAbi, ...exchangeAbi, ...withdrawalVaultAbi]

const callOf = (voucher: Voucher): Hex => encodeFunctionData({ abi: ABI, ...voucherCall(voucher) })

const sendCall = async ({ wallet, client }: UserParts, to: Hex, data: Hex) => {
  const hash = await wallet.sendTransaction({ to, data, gas: GAS })
  const { status } = await client.waitForTransactionReceipt({ hash })
  return { hash, success: status === 'success' }
}

/** Uses a voucher on the chain; sometimes twice, of which the second must fail. */
const useVoucher = async (user: UserParts, voucher: Voucher): Promise<void> => {
  const { reported, random } = user
  const times = random.chance(0.1) ? 2 : 1
  for (let time = 0; time < times; time += 1) {
    const sent = await sendCall(user, voucher.contract as Hex, callOf(voucher))
    reported.transactions.push({ orderId: voucher.orderId, ...sent })
  }
}

const remember = ({ reported, account }: UserParts, voucher: Voucher): void => {
  const { orderId, kind } = voucher
  reported.vouchers.push({ account: account.address, orderId, kind, digest: voucher.digest as Hex })
}

const ACTIONS = { buy: 3, activate: 3, collect: 3, withdraw: 4, look: 1 } as const

/** One action of a user. Some vouchers are left to expire. */
const act = async (user: UserParts): Promise<void> => {
  const { api, random, reported, account } = user
  const proceed = async (voucher: Voucher, probability: number): Promise<void> => {
    remember(user, voucher)
    if (random.chance(probability)) await useVoucher(user, voucher)
  }
  switch (random.pick(ACTIONS)) {
    case 'buy': {
      const machineCount = random.between(1, 3)
      return proceed(await api.call(CALLS.machineSignature, { productId: 'm1', machineCount }), 0.8)
    }
    case 'activate':
      return proceed(await api.call(CALLS.activateSignature, { all: 'not-activated', Period: 1 }), 0.9)
    case 'withdraw': {
      const amount = String(BigInt(random.between(10, 40)) * WAD)
      return proceed(await api.call(CALLS.createWithdrawal, { account: 0, token: 'DR', amount }), 0.7)
    }
    case 'collect': {
      const { journalId, amount } = await api.call(CALLS.collectMining, {})
      reported.collects.push({
        account: account.address,
        journalId: BigInt(journalId),
        amount: BigInt(amount),
      })
      return
    }
    case 'look':
      await api.call(CALLS.miningInfo, {})
  }
}

/** Acts once; refusals and lost answers are counted, everything else is thrown. */
export const actOnce = async (user: UserParts): Promise<void> => {
  const { reported } = user
  try {
    await act(user)
  } catch (error) {
    if (error instanceof Unavailable) reported.unavailable += 1
    else if (error instanceof Refused && error.code !== INTERNAL) {
      reported.refusals.set(error.code, (reported.refusals.get(error.code) ?? 0) + 1)
    } else if (error instanceof NoAnswer) reported.unanswered += 1
    else throw error
  }
}

/**
 * Repeats until the server no longer refuses, since a needed event is not final yet. Throws the last
 * refusal.
 */
const untilAllowed = async <T>(ask: () => Promise<T>): Promise<T> => {
  const until = performance.now() + FINAL_WITHIN_MS
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      const waits = error instanceof Refused && error.code !== INTERNAL && performance.now() < until
      if (!waits) throw error
      await delay(PAUSE_MS)
    }
  }
}

/** Buys a hundred machines with electricity before anything is killed: 50 DR a day. */
export const equip = async (user: UserParts): Promise<void> => {
  const { api } = user
  const bought = await api.call(CALLS.machineSignature, { productId: 'm1', machineCount: 100 })
  remember(user, bought)
  await useVoucher(user, bought)
  const electricity = { all: 'not-activated', Period: 1 } as const
  const paid = await untilAllowed(() => api.call(CALLS.activateSignature, electricity))
  remember(user, paid)
  await useVoucher(user, paid)
}

/** DR, base units. */
const FIRST_WITHDRAWAL = 10n * WAD

/**
 * Waits until a collect brings enough to withdraw: only a final release of the emission funds mined DR. A
 * server that books a day's releases on a busy machine may leave a call unanswered.
 */
const untilFunded = async ({ api }: UserParts): Promise<void> => {
  const until = performance.now() + FINAL_WITHIN_MS
  for (let last: unknown; ; await delay(PAUSE_MS)) {
    try {
      const { accrued, asOf } = await api.call(CALLS.miningInfo, {})
      if (BigInt(accrued) >= FIRST_WITHDRAWAL) return
      last = `${accrued} base units of DR are funded up to ${asOf}`
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      last = error
    }
    if (performance.now() > until) throw new Error('not enough DR is funded', { cause: last })
  }
}

/** Makes the first collect, and a first withdrawal of it. */
export const payOut = async (user: UserParts): Promise<void> => {
  const { api, reported, account } = user
  await untilFunded(user)
  const { journalId, amount } = await untilAllowed(() => api.call(CALLS.collectMining, {}))
  reported.collects.push({ account: account.address, journalId: BigInt(journalId), amount: BigInt(amount) })
  const order = { account: 0, token: 'DR', amount: String(FIRST_WITHDRAWAL) } as const
  const voucher = await untilAllowed(() => api.call(CALLS.createWithdrawal, order))
  remember(user, voucher)
  await useVoucher(user, voucher)
}

/** Gives standing approvals to the contract that pulls. */
export const approve = async (user: UserParts): Promise<void> => {
  const { contracts } = user
  const args = [contracts.DigitalRights, APPROVAL_AMOUNT_MAX] as const
  const data = encodeFunctionData({ abi: drgvAbi, functionName: 'approve', args })
  for (const token of [contracts.USDT, contracts.DRGV]) await sendCall(user, token, data)
}
