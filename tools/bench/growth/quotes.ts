/**
 * Quotes as issued by the product, one for each user and day: a purchase, a swap or a withdrawal, by turns.
 */

import { WAD } from '@dr/protocol/amounts'
import { orderIdToUint } from '@dr/protocol/order-id'
import type { Order } from '@dr/server/modules/vouchers/index'
import {
  type IssueContext,
  issueVouchers,
  type VoucherRequest,
} from '@dr/server/modules/vouchers/issue/issue-voucher'
import { createFileSigner } from '@dr/server/modules/vouchers/signing/file-signer'
import { endExpired, markUsed } from '@dr/server/modules/vouchers/store'
import type { Database } from '@dr/server/platform/database/database'
import { type LowerHex, lowerHex } from '@dr/server/platform/hex'
import type { UserId } from '@dr/server/platform/ids'
import { createLogger } from '@dr/server/platform/logger'
import { keccak256, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

const BSC = 56
/** Quotes in a transaction that signs and stores them. */
const AT_ONCE = 500
/** Number of 0.75 s blocks since the chain's start, in two years' time. */
const BLOCK = 120_000_000n

const hexOf = (text: string, bytes: number): LowerHex =>
  keccak256(toHex(text)).slice(0, 2 + 2 * bytes) as LowerHex
const accountOf = (userId: number): LowerHex => hexOf(`account ${userId}`, 20)
/** A realistic amount without trailing zeros. */
const odd = (userId: number, day: number): bigint => BigInt(hexOf(`amount ${userId} ${day}`, 8))

type QuoteRequest = { readonly userId: UserId; readonly day: number; readonly base: VoucherRequest['base'] }

const price = (token: 'DR' | 'DRGV', { userId, day, base }: QuoteRequest) => ({
  [token]: {
    price: (WAD + (odd(userId, day) % WAD)).toString(),
    blockNumber: Number(base.block.number),
    blockTime: Number(base.block.timestamp),
    source: hexOf('oracle', 20),
  },
})

const purchase = (request: QuoteRequest) => {
  const usdt = 80n * WAD
  const drgv = 20n * WAD + odd(request.userId, request.day)
  return {
    kind: 'buy-machine' as const,
    fields: () => ({ usdtAmount: usdt, DRGVAmount: drgv, DRGVPrice: WAD, machineCount: 1n }),
    requestKey: `m1:1:${100n * WAD}`,
    prices: price('DRGV', request),
    outgoing: [
      { token: 'USDT' as const, amount: usdt.toString(), from: 'wallet' as const, to: 'treasury' as const },
      { token: 'DRGV' as const, amount: drgv.toString(), from: 'wallet' as const, to: 'burned' as const },
    ],
    incoming: [
      { kind: 'machines' as const, productId: 'm1', name: 'M1', count: 1, power: 100, lifeDays: 360 },
    ],
    details: { productId: 'm1', machineCount: 1, power: '100', lifeDays: 360 },
  }
}

const swap = (request: QuoteRequest) => {
  const input = 50n * WAD
  const output = 40n * WAD + odd(request.userId, request.day)
  return {
    kind: 'swap-token' as const,
    fields: (orderId: string) => ({
      inputAmount: input,
      outputAmount: output,
      inputTokenAddress: hexOf('usdt', 20),
      outputTokenAddress: hexOf('dr', 20),
      orderId: orderIdToUint(orderId),
    }),
    requestKey: `USDT:DR:${input}`,
    prices: price('DR', request),
    outgoing: [
      { token: 'USDT' as const, amount: input.toString(), from: 'wallet' as const, to: 'exchange' as const },
    ],
    incoming: [
      { kind: 'token' as const, token: 'DR' as const, amount: output.toString(), to: 'wallet' as const },
    ],
    details: {
      inputToken: 'USDT' as const,
      outputToken: 'DR' as const,
      inputAmount: input.toString(),
      outputAmount: output.toString(),
      swap: { value: input.toString(), fee: '150000000000000000', feeBps: 30, rate: output.toString() },
    },
  }
}

const withdrawal = (request: QuoteRequest) => {
  const amount = 30n * WAD + odd(request.userId, request.day)
  const burn = amount / 10n
  const paid = (amount - burn).toString()
  return {
    kind: 'withdraw-dr' as const,
    vault: 0 as const,
    fields: (orderId: string) => ({ amount, burnAmount: burn, orderId: orderIdToUint(orderId) }),
    prices: price('DR', request),
    outgoing: [
      { token: 'DR' as const, amount: paid, from: 'miner-account' as const, to: 'wallet' as const },
      {
        token: 'DR' as const,
        amount: burn.toString(),
        from: 'miner-account' as const,
        to: 'burned' as const,
      },
    ],
    incoming: [{ kind: 'token' as const, token: 'DR' as const, amount: paid, to: 'wallet' as const }],
    details: {
      vault: 0 as const,
      token: 'DR' as const,
      amount: amount.toString(),
      burnAmount: burn.toString(),
      burnFree: '0',
    },
  }
}

const KINDS = [purchase, swap, withdrawal] as const

/**
 * Quotes of all users for a day, at `timestamp` (Unix seconds); every second one is used, the others
 * expire.
 */
export const createQuoters = (database: Database) => {
  const privateKey = generatePrivateKey()
  const signer = createFileSigner([privateKey])
  const key = lowerHex(privateKeyToAccount(privateKey).address)
  return async (userIds: readonly UserId[], day: number, timestamp: bigint): Promise<void> => {
    const context: IssueContext = {
      chainId: BSC,
      contractOf: ({ kind }) => hexOf(`contract of ${kind}`, 20),
      signer,
      now: () => new Date(Number(timestamp) * 1_000),
      logger: createLogger('error'),
    }
    const base = { block: { number: BLOCK, timestamp }, nonce: BigInt(day), signer: key }
    for (let first = 0; first < userIds.length; first += AT_ONCE) {
      const requests = userIds.slice(first, first + AT_ONCE).map((userId): VoucherRequest => {
        const request = { userId, day, base }
        const terms = (KINDS[(userId + day) % KINDS.length] as (typeof KINDS)[number])(request)
        return { userId, account: accountOf(userId), base, remaining: 0, ...terms }
      })
      await database.transaction(async (tx) => {
        const settled = await issueVouchers(tx, context, requests)
        const orders = settled.map((one): Order => {
          if (one.status === 'rejected') throw one.reason
          return one.value.order
        })
        const at = new Date(Number(timestamp) * 1_000)
        for (const order of orders.filter((_, index) => index % 2 === 0)) {
          await markUsed(tx, order, { txHash: hexOf(order.id, 32), blockNumber: BLOCK, at })
        }
        await endExpired(tx, { before: timestamp + 86_400n, at })
      })
    }
  }
}
