/**
 * One valid input of every call, for the contract test and the fuzzer. A call that is added gets its line here: both fail
 * without it. Everything else (what is missing, too much, mistyped, out of range) is made from the call's own schema.
 */
import type { CallName } from '@dr/protocol/calls/index'
import type { Scene } from './scene.ts'

export interface ValidInput {
  readonly params?: (scene: Scene) => Record<string, string>
  /** Body of a POST, query of a GET; an empty one unless told. May be asked for more than once. */
  readonly body?: (scene: Scene) => unknown
  /** Who makes the call: `alice` (activated, owns machines) unless told. */
  readonly as?: Person
  /** It ends the session that makes it: each time in one of its own. */
  readonly ownSession?: true
  /** The code it is answered with, where this scene refuses what is well-formed; 0 unless told. */
  readonly code?: number
  /** An accepted call writes rows of the product (sessions, limits and replay are not counted). */
  readonly moves?: true
}

/** newcomer: signed in, no inviter bound. operator: on the operators' list. */
export const PEOPLE = ['alice', 'bob', 'newcomer', 'operator'] as const
export type Person = (typeof PEOPLE)[number]

const ONE = 10n ** 18n
const amount = (whole: bigint): string => String(whole * ONE)
const page = { limit: 5 }

export const VALID_INPUTS: Readonly<Record<CallName, ValidInput>> = {
  getNonce: { params: ({ people }) => ({ address: people.alice.wallet.address }) },
  login: { body: ({ proof }) => proof('alice') },
  register: { body: ({ proof }) => proof('stranger'), moves: true },
  logout: { ownSession: true },
  getProfile: {},
  podPowerPurchase: { body: () => page },
  miningInfo: {},
  collectMining: { code: 30006, moves: true },
  miningDetail: { body: () => ({ ...page, state: 'not-activated' }) },
  miningStats: { body: () => ({ from: '2026-01-01', to: '2026-01-31' }) },
  fundFlows: { body: () => ({ ...page, account: 0, token: 'DR', from: '2026-01-01T00:00:00Z' }) },
  withdrawalDetail: { body: () => page },
  community: { body: () => ({ ...page, search: '0xab' }) },
  teamDailyData: { body: () => ({ ...page, from: '2026-01-01', to: '2026-01-31' }) },
  directReferralRanking: { body: () => ({ week: 2_900 }) },
  products: {},
  drgvPrice: {},
  hashRateInfo: {},
  machineSignature: { body: () => ({ productId: 'm1', machineCount: 1 }), moves: true },
  openVouchers: { body: ({ people }) => ({ orderId: people.alice.orderId }) },
  activateSignature: {
    body: ({ people }) => ({ machineIDs: people.alice.machineIds, Period: 1 }),
    moves: true,
  },
  podPowerConfig: {},
  calculatePodPower: { body: () => ({ drAmount: amount(100n) }) },
  // Bob’s: of three open vouchers a nonce takes, alice has three.
  podPowerSignature: { as: 'bob', body: () => ({ drAmount: amount(100n) }), moves: true },
  podPowerInfo: { body: () => page },
  dividendPool: { body: () => page },
  createWithdrawal: {
    body: () => ({ account: 0, token: 'DR', amount: amount(100n) }),
    code: 1015,
    moves: true,
  },
  swapTokens: {},
  swapTokenSignature: {
    body: () => ({ inputToken: 'USDT', outputToken: 'DR', inputAmount: amount(100n) }),
    moves: true,
  },
  swapRecords: { body: () => page },
  priceHistory: { body: () => ({ token: 'DR', range: '24h' }) },
  getPackageConfigList: {},
  investPledgeOrder: {
    body: () => ({ packageId: 4, amount: amount(1n), action: 'pledge' }),
    code: 20005,
    moves: true,
  },
  getPackageOrderList: { body: () => ({ ...page, state: 'accruing' }) },
  lockList: { body: () => page },
  rechargeRecord: { body: () => ({ txHash: `0x${'ab'.repeat(32)}` }), moves: true },
  getRechargeList: { body: () => ({ ...page, state: 'pending' }) },
  getUserMoney: {},
  getUserMoneyLogList: { body: () => ({ ...page, account: 1, kind: 'other' }) },
  getWithdrawalList: { body: () => ({ ...page, account: 2 }) },
  publicKeys: {},
  publicConfig: {},
  overview: {},
  settingChanges: { body: () => page },
}
