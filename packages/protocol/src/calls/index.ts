/** Every call that exists, by name. The server registers exactly these; OpenAPI, the client and the spec map follow. */
import * as mining from './mining.ts'
import * as open from './public.ts'
import * as users from './users.ts'
import * as withdrawal from './withdrawal.ts'

export const CALLS = {
  getNonce: users.getNonce,
  login: users.login,
  register: users.register,
  logout: users.logout,
  getProfile: users.getProfile,
  podPowerPurchase: users.podPowerPurchase,
  miningInfo: users.miningInfo,
  collectMining: users.collectMining,
  miningDetail: users.miningDetail,
  miningStats: users.miningStats,
  fundFlows: users.fundFlows,
  withdrawalDetail: users.withdrawalDetail,
  products: mining.products,
  drgvPrice: mining.drgvPrice,
  hashRateInfo: mining.hashRateInfo,
  machineSignature: mining.machineSignature,
  openVouchers: mining.openVouchers,
  activateSignature: mining.activateSignature,
  createWithdrawal: withdrawal.createWithdrawal,
  publicKeys: open.publicKeys,
  publicConfig: open.publicConfig,
  overview: open.overview,
} as const

export type CallName = keyof typeof CALLS
