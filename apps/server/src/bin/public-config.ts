import {
  APP_VERSION,
  COLLECT_INTERVAL_SECONDS,
  ELECTRICITY_FEE_DRGV,
  ELECTRICITY_PERIOD_DAYS,
  LOCALES,
  VOUCHER_LIFETIME_SECONDS,
  WITHDRAWAL_BURN_BPS,
  WITHDRAWAL_DAILY_LIMIT_USD,
  WITHDRAWAL_MINIMUM_DR,
  WITHDRAWAL_MINIMUM_USDT,
} from '@dr/protocol/constants'
import type { PublicConfig } from '../http/public-routes.ts'
import type { ServerConfig } from '../platform/config.ts'

/** What `GET /api/v1/public/config` says: chain, addresses, features and parameters, and no secret. */
export const publicConfigOf = (
  { chain, contracts, startBlock, local, walletConnectProjectId, walletConnectRelayUrl }: ServerConfig,
  { faucet, genesisInviteCode }: { readonly faucet: boolean; readonly genesisInviteCode: string },
): PublicConfig => ({
  appVersion: APP_VERSION,
  chain: {
    chainId: chain.chainId,
    name: chain.name,
    rpcUrls: [...chain.publicRpcUrls],
    explorerUrl: chain.explorerUrl,
    nativeCurrency: { ...chain.nativeCurrency, decimals: 18 },
  },
  contracts: { ...contracts, withdrawalVaults: [...contracts.withdrawalVaults] },
  startBlock,
  features: { faucet, game: false },
  walletConnectProjectId,
  walletConnectRelayUrl,
  genesisInviteCode: local ? genesisInviteCode : null,
  parameters: {
    withdrawalBurnBps: Number(WITHDRAWAL_BURN_BPS),
    withdrawalMinimum: { DR: String(WITHDRAWAL_MINIMUM_DR), USDT: String(WITHDRAWAL_MINIMUM_USDT) },
    withdrawalDailyLimitUsd: String(WITHDRAWAL_DAILY_LIMIT_USD),
    electricityFee: String(ELECTRICITY_FEE_DRGV),
    electricityPeriodDays: ELECTRICITY_PERIOD_DAYS,
    collectIntervalSeconds: COLLECT_INTERVAL_SECONDS,
    voucherLifetimeSeconds: VOUCHER_LIFETIME_SECONDS,
  },
  locales: [...LOCALES],
})
