/**
 * One valid input of every call, for the contract test and the fuzzer. A new call needs its line here: both
 * fail without it. Invalid inputs (missing, additional, mistyped, out of range) are generated from the call's
 * own schema.
 */
import type { CallName } from '@dr/protocol/calls/index'
import type { Person } from './people.ts'
import type { Scene } from './scene.ts'

export interface ValidInput {
  readonly params?: (scene: Scene) => Record<string, string>
  /** Body of a POST, query of a GET; empty by default. May be requested more than once. */
  readonly body?: (scene: Scene) => unknown
  /** The caller: `alice` (activated, owns machines) by default. */
  readonly as?: Person
  /** The call ends its session: each time in a new one. */
  readonly ownSession?: true
  /** The code of the answer, if this scene refuses a well-formed input; default 0. */
  readonly code?: number
  /** An accepted call writes rows of the product (sessions, limits and replay are not counted). */
  readonly moves?: true
}

const ONE = 10n ** 18n
const amount = (whole: bigint): string => String(whole * ONE)
const page = { limit: 5 }
/** Well-formed, but not a signature of any key. */
const SIGNATURE = `0x${'ab'.repeat(65)}`
const TRANSFER = { account: 2, token: 'USDT', amount: amount(1n) } as const

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
  machinePurchases: { body: () => page },
  electricityPayments: { body: () => page },
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
  // Bob's: alice has the maximum of three open vouchers on a nonce.
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
  withdrawalLimits: {},
  balanceHistory: { body: () => ({ range: '1m' }) },
  getUserMoneyLogList: { body: () => ({ ...page, account: 1, kind: 'other' }) },
  getWithdrawalList: { body: () => ({ ...page, account: 2 }) },
  // The draw is off unless configured.
  getGameConfigList: { code: 1023 },
  getDigitLogList: { body: () => page, code: 1023 },
  addDigitUserLog: { body: () => ({ round: '1', digit: 7, amount: amount(1n) }), code: 1023, moves: true },
  publicKeys: {},
  publicConfig: {},
  overview: {},
  publicRoots: {},
  rootsProof: { params: ({ people }) => ({ address: people.alice.wallet.address }) },
  settingChanges: { body: () => page },
  commonValue: { body: () => ({ key: 'withdrawalMinimumDr' }) },
  getInviter: { body: ({ people }) => ({ name: people.alice.wallet.address }) },
  publicNotices: { body: () => ({ ...page, locale: 'ms' }) },
  getSysNoticeList: { body: () => ({ ...page, locale: 'vi' }) },
  // There is no notice.
  getSysNoticeInfo: { body: () => ({ id: '1', locale: 'en' }), code: 10002, moves: true },
  operatorLimits: {},
  operatorProposals: { body: () => page },
  // For a budget without funding: a second proposal for one subject is refused while the first is open.
  operatorPropose: {
    body: () => ({ kind: 'budget', packageId: 99, token: 'DR', withheld: amount(1n), reason: 'a rehearsal' }),
    code: 10002,
    moves: true,
  },
  operatorDecide: {
    // There is none: a random request of another test may have created the first ones.
    body: () => ({ proposalId: '999999999', decision: 'reject' }),
    code: 10002,
    moves: true,
  },
  operatorProducts: {},
  operatorSaveProduct: {
    body: () => ({
      productId: 'm1',
      name: 'M1',
      tier: 1,
      power: 10,
      price: amount(100n),
      drgvShareBps: 2_000,
      perUserLimit: 500,
      lifeDays: 720,
    }),
    moves: true,
  },
  operatorChangeStock: { body: () => ({ productId: 'm1', change: 1 }), moves: true },
  operatorOfferProduct: { body: () => ({ productId: 'm1', offered: true }), moves: true },
  operatorPackages: {},
  operatorSavePackage: {
    body: () => ({
      packageId: 1,
      token: 'USDT',
      minimum: amount(100n),
      reinvestMinimum: amount(10n),
      termDays: 30,
      dailyRates: { USDT: '500000000000000', DR: null },
      opensAtSecond: 0,
      closesAtSecond: 86_400,
      offered: true,
    }),
    moves: true,
  },
  operatorOfferPackage: { body: () => ({ packageId: 1, offered: true }), moves: true },
  operatorBudgets: {},
  operatorNotices: { body: () => page },
  operatorSaveNotice: {
    body: () => ({
      texts: { 'zh-CN': { title: '公告', text: '内容' }, en: { title: 'Notice', text: 'Text' } },
    }),
    moves: true,
  },
  operatorWithdrawNotice: { body: () => ({ id: '9223372036854775807' }), code: 10002, moves: true },
  operatorStops: {},
  operatorStop: { body: () => ({ what: 'vault-2', stopped: true, reason: 'a rehearsal' }), moves: true },
  operatorReconciliation: {},
  operatorAccount: { body: ({ people }) => ({ address: people.bob.wallet.address }) },
  operatorAudit: { body: () => page },
  listSessions: {},
  revokeSessions: { body: () => ({ others: true }), ownSession: true, as: 'newcomer' },
  securityState: {},
  // The scene's server sends no e-mail: no user has one bound, nor a payment password.
  emailCode: {
    body: () => ({ purpose: 'bind-email', email: 'alice@example.org', locale: 'en' }),
    code: 1023,
    moves: true,
  },
  signingRequest: { body: () => ({ action: 'bind-email', email: 'alice@example.org' }), moves: true },
  bindEmail: {
    body: () => ({ email: 'alice@example.org', emailCode: '123456', signature: SIGNATURE }),
    code: 10007,
    moves: true,
  },
  setPaymentPassword: { body: () => ({ password: '284613', emailCode: '123456' }), code: 10004, moves: true },
  resetPaymentPassword: {
    body: () => ({ password: '284613', emailCode: '123456', signature: SIGNATURE }),
    code: 1014,
    moves: true,
  },
  nodeRanking: { body: () => page },
  transferLimit: { body: () => ({ account: 2, token: 'USDT' }) },
  transfer: {
    body: ({ people }) => ({
      ...TRANSFER,
      to: people.bob.wallet.address,
      paymentPassword: '123456',
    }),
    code: 1014,
    moves: true,
  },
}
