/** Every call by name. The server registers exactly these; OpenAPI, the client and the spec map follow. */
import * as common from './common.ts'
import * as community from './community.ts'
import * as dividends from './dividends.ts'
import * as fundFlows from './fund-flows.ts'
import * as game from './game.ts'
import * as mining from './mining.ts'
import * as notices from './notices.ts'
import * as operator from './operator.ts'
import * as operatorOffers from './operator-offers.ts'
import * as packages from './packages.ts'
import * as podPower from './pod-power.ts'
import * as open from './public.ts'
import * as recharge from './recharge.ts'
import * as security from './security.ts'
import * as sessions from './sessions.ts'
import * as settings from './settings.ts'
import * as swap from './swap.ts'
import * as transfers from './transfer.ts'
import * as userMining from './user-mining.ts'
import * as userMoney from './user-money.ts'
import * as users from './users.ts'
import * as withdrawal from './withdrawal.ts'

export const CALLS = {
  getNonce: users.getNonce,
  login: users.login,
  register: users.register,
  logout: users.logout,
  getProfile: users.getProfile,
  listSessions: sessions.listSessions,
  revokeSessions: sessions.revokeSessions,
  securityState: security.securityState,
  emailCode: security.emailCode,
  signingRequest: security.signingRequest,
  bindEmail: security.bindEmail,
  setPaymentPassword: security.setPaymentPassword,
  resetPaymentPassword: security.resetPaymentPassword,
  podPowerPurchase: users.podPowerPurchase,
  miningInfo: userMining.miningInfo,
  collectMining: userMining.collectMining,
  miningDetail: userMining.miningDetail,
  machinePurchases: userMining.machinePurchases,
  electricityPayments: userMining.electricityPayments,
  miningStats: userMining.miningStats,
  fundFlows: fundFlows.fundFlows,
  community: community.community,
  teamDailyData: community.teamDailyData,
  directReferralRanking: community.directReferralRanking,
  nodeRanking: community.nodeRanking,
  withdrawalDetail: withdrawal.withdrawalDetail,
  products: mining.products,
  drgvPrice: mining.drgvPrice,
  hashRateInfo: mining.hashRateInfo,
  machineSignature: mining.machineSignature,
  openVouchers: mining.openVouchers,
  activateSignature: mining.activateSignature,
  podPowerConfig: podPower.podPowerConfig,
  calculatePodPower: podPower.calculatePodPower,
  podPowerSignature: podPower.podPowerSignature,
  podPowerInfo: podPower.podPowerInfo,
  dividendPool: dividends.dividendPool,
  createWithdrawal: withdrawal.createWithdrawal,
  withdrawalLimits: withdrawal.withdrawalLimits,
  swapTokens: swap.swapTokens,
  swapTokenSignature: swap.swapTokenSignature,
  swapRecords: swap.swapRecords,
  priceHistory: swap.priceHistory,
  getPackageConfigList: packages.getPackageConfigList,
  investPledgeOrder: packages.investPledgeOrder,
  getPackageOrderList: packages.getPackageOrderList,
  lockList: packages.lockList,
  rechargeRecord: recharge.rechargeRecord,
  getRechargeList: recharge.getRechargeList,
  transferOrder: transfers.transferOrder,
  transfer: transfers.transfer,
  getUserMoney: userMoney.getUserMoney,
  balanceHistory: userMoney.balanceHistory,
  getUserMoneyLogList: userMoney.getUserMoneyLogList,
  getWithdrawalList: userMoney.getWithdrawalList,
  getGameConfigList: game.getGameConfigList,
  getDigitLogList: game.getDigitLogList,
  addDigitUserLog: game.addDigitUserLog,
  publicKeys: open.publicKeys,
  publicConfig: open.publicConfig,
  overview: open.overview,
  settingChanges: settings.settingChanges,
  commonValue: common.commonValue,
  getInviter: users.getInviter,
  publicNotices: notices.publicNotices,
  getSysNoticeList: notices.getSysNoticeList,
  getSysNoticeInfo: notices.getSysNoticeInfo,
  operatorLimits: operator.operatorLimits,
  operatorProposals: operator.operatorProposals,
  operatorPropose: operator.operatorPropose,
  operatorDecide: operator.operatorDecide,
  operatorProducts: operatorOffers.operatorProducts,
  operatorSaveProduct: operatorOffers.operatorSaveProduct,
  operatorChangeStock: operatorOffers.operatorChangeStock,
  operatorOfferProduct: operatorOffers.operatorOfferProduct,
  operatorPackages: operatorOffers.operatorPackages,
  operatorSavePackage: operatorOffers.operatorSavePackage,
  operatorOfferPackage: operatorOffers.operatorOfferPackage,
  operatorBudgets: operatorOffers.operatorBudgets,
  operatorNotices: operator.operatorNotices,
  operatorSaveNotice: operator.operatorSaveNotice,
  operatorWithdrawNotice: operator.operatorWithdrawNotice,
  operatorStops: operator.operatorStops,
  operatorStop: operator.operatorStop,
  operatorReconciliation: operator.operatorReconciliation,
  operatorAccount: operator.operatorAccount,
  operatorAudit: operator.operatorAudit,
} as const

export type CallName = keyof typeof CALLS
