import type { CALLS } from '@dr/protocol/calls/index'
import type { LOCAL_CALLS } from '@dr/protocol/calls/local'

type AllCalls = typeof CALLS & typeof LOCAL_CALLS
export type CallName = keyof AllCalls
export type CallOf<Name extends CallName> = AllCalls[Name]

/**
 * Where each call goes. The protocol's definitions carry their schemas, and zod with them (20 kB that the
 * first load does without), so this table repeats method and path; `endpoints.test.ts` keeps it equal to the
 * definitions.
 */
export const ENDPOINTS = {
  getNonce: 'GET /api/v1/users/nonce/:address',
  login: 'POST /api/v1/users/login',
  register: 'POST /api/v1/users/register',
  logout: 'POST /api/v1/users/logout',
  getProfile: 'POST /api/v1/users/profile',
  listSessions: 'POST /api/v1/users/sessions',
  revokeSessions: 'POST /api/v1/users/sessions-revoke',
  securityState: 'POST /api/v1/users/security',
  emailCode: 'POST /api/v1/users/email-code',
  signingRequest: 'POST /api/v1/users/signing-request',
  bindEmail: 'POST /api/v1/users/bind-email',
  setPaymentPassword: 'POST /api/v1/users/payment-password',
  resetPaymentPassword: 'POST /api/v1/users/payment-password-reset',
  transferOrder: 'POST /api/v1/users/transfer-order',
  transfer: 'POST /usermoney/transfer',
  podPowerPurchase: 'POST /api/v1/users/pod-power-purchase',
  miningInfo: 'POST /api/v1/users/mining-info',
  collectMining: 'POST /api/v1/users/mining',
  miningDetail: 'POST /api/v1/users/mining-detail',
  machinePurchases: 'POST /api/v1/users/machine-purchases',
  electricityPayments: 'POST /api/v1/users/electricity-payments',
  miningStats: 'POST /api/v1/users/mining-stats',
  fundFlows: 'POST /api/v1/users/fund-flows',
  teamDailyData: 'POST /api/v1/users/team-daily-data',
  community: 'POST /api/v1/users/community',
  nodeRanking: 'POST /api/v1/users/node-ranking',
  directReferralRanking: 'POST /api/v1/public/community/direct-referral-ranking',
  withdrawalDetail: 'POST /api/v1/users/withdrawal-detail',
  products: 'GET /api/v1/public/mining/products',
  drgvPrice: 'GET /api/v1/public/mining/drgv-price',
  hashRateInfo: 'POST /api/v1/mining/hash-rate-info',
  machineSignature: 'POST /api/v1/mining/machine-signature',
  openVouchers: 'GET /api/v1/mining/machine-signature',
  activateSignature: 'POST /api/v1/mining/activate-signature',
  createWithdrawal: 'POST /api/v1/withdrawal/create',
  withdrawalLimits: 'GET /api/v1/users/withdrawal-limits',
  getGameConfigList: 'GET /game/getGameConfigList',
  getDigitLogList: 'GET /game/getDigitLogList',
  addDigitUserLog: 'POST /game/addDigitUserLog',
  publicKeys: 'GET /api/v1/public/keys',
  publicConfig: 'GET /api/v1/public/config',
  overview: 'GET /api/v1/public/overview',
  settingChanges: 'GET /api/v1/public/setting-changes',
  commonValue: 'GET /common/value',
  getInviter: 'GET /api/v1/public/inviter',
  publicNotices: 'GET /api/v1/public/notices',
  getSysNoticeList: 'GET /sysnotice/getSysNoticeList',
  getSysNoticeInfo: 'GET /sysnotice/getSysNoticeInfo',
  operatorLimits: 'GET /api/v1/operator/limits',
  operatorProposals: 'GET /api/v1/operator/proposals',
  operatorPropose: 'POST /api/v1/operator/proposals',
  operatorDecide: 'POST /api/v1/operator/proposals/decide',
  operatorProducts: 'GET /api/v1/operator/products',
  operatorSaveProduct: 'POST /api/v1/operator/products',
  operatorChangeStock: 'POST /api/v1/operator/products/stock',
  operatorOfferProduct: 'POST /api/v1/operator/products/offer',
  operatorPackages: 'GET /api/v1/operator/packages',
  operatorSavePackage: 'POST /api/v1/operator/packages',
  operatorOfferPackage: 'POST /api/v1/operator/packages/offer',
  operatorBudgets: 'GET /api/v1/operator/budgets',
  operatorNotices: 'GET /api/v1/operator/notices',
  operatorSaveNotice: 'POST /api/v1/operator/notices',
  operatorWithdrawNotice: 'POST /api/v1/operator/notices/withdraw',
  operatorStops: 'GET /api/v1/operator/stops',
  operatorStop: 'POST /api/v1/operator/stops',
  operatorReconciliation: 'GET /api/v1/operator/reconciliation',
  operatorAccount: 'GET /api/v1/operator/account',
  operatorAudit: 'GET /api/v1/operator/audit',
  podPowerConfig: 'GET /api/v1/public/mining/pod-power-config',
  calculatePodPower: 'POST /api/v1/mining/calculate-pod-power',
  podPowerSignature: 'POST /api/v1/mining/pod-power-signature',
  podPowerInfo: 'POST /api/v1/mining/pod-power-info',
  dividendPool: 'GET /api/v1/public/mining/dividend-pool',
  swapTokens: 'GET /api/v1/public/swap/tokens',
  swapTokenSignature: 'POST /api/v1/swap/token-signature',
  swapRecords: 'POST /api/v1/swap/records',
  priceHistory: 'GET /api/v1/public/swap/price-history',
  getPackageConfigList: 'GET /pledgeorder/getPackageConfigList',
  investPledgeOrder: 'POST /pledgeorder/investPledgeOrder',
  getPackageOrderList: 'GET /usermoney/getPackageOrderList',
  lockList: 'POST /wait/lock/list',
  rechargeRecord: 'POST /user/recharge/record',
  getRechargeList: 'GET /usermoney/getRechargeList',
  getUserMoney: 'GET /usermoney/getUserMoney',
  balanceHistory: 'POST /api/v1/users/balance-history',
  getUserMoneyLogList: 'GET /usermoney/getUserMoneyLogList',
  getWithdrawalList: 'GET /usermoney/getWithdrawalList',
  // Compiled out of every build but the local chain's.
  ...((__LOCAL_CHAIN__
    ? {
        faucet: 'POST /api/v1/local/faucet',
        mailbox: 'POST /api/v1/local/mailbox',
        network: 'GET /api/v1/local/network',
      }
    : {}) as {
    readonly faucet: 'POST /api/v1/local/faucet'
    readonly mailbox: 'POST /api/v1/local/mailbox'
    readonly network: 'GET /api/v1/local/network'
  }),
} as const satisfies Record<CallName, `${'GET' | 'POST'} /${string}`>

export interface Endpoint {
  readonly method: 'GET' | 'POST'
  readonly path: string
}

/** Method and filled-in path of a call. */
export const endpointOf = (name: CallName, params: Readonly<Record<string, string>> = {}): Endpoint => {
  const [method, template] = ENDPOINTS[name].split(' ') as ['GET' | 'POST', string]
  const path = template.replace(/:(\w+)/g, (_, key: string) => {
    const value = params[key]
    if (value === undefined) throw new TypeError(`${name} needs ${key}`)
    return encodeURIComponent(value)
  })
  return { method, path }
}
