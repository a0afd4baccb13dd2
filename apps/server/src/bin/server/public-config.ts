import {
  APP_VERSION,
  COLLECT_INTERVAL_SECONDS,
  ELECTRICITY_FEE_DRGV,
  ELECTRICITY_PERIOD_DAYS,
  LOCALES,
  SWAP_VOUCHER_LIFETIME_SECONDS,
  VOUCHER_LIFETIME_SECONDS,
  WITHDRAWAL_BURN_BPS,
} from '@dr/protocol/constants'
import type { FixedConfig } from '../../http/public-routes.ts'
import type { ServerConfig } from '../../platform/config/config.ts'

/**
 * Response of `GET /api/v1/public/config` without the current limits: chain, addresses, features, parameters,
 * no secret.
 */
export const publicConfigOf = (
  { chain, contracts, startBlock, local, game, walletConnectProjectId, walletConnectRelayUrl }: ServerConfig,
  {
    faucet,
    email,
    genesisInviteCode,
  }: { readonly faucet: boolean; readonly email: boolean; readonly genesisInviteCode: string },
): FixedConfig => ({
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
  features: { faucet, game, email },
  walletConnectProjectId,
  walletConnectRelayUrl,
  genesisInviteCode: local ? genesisInviteCode : null,
  parameters: {
    withdrawalBurnBps: Number(WITHDRAWAL_BURN_BPS),
    electricityFee: String(ELECTRICITY_FEE_DRGV),
    electricityPeriodDays: ELECTRICITY_PERIOD_DAYS,
    collectIntervalSeconds: COLLECT_INTERVAL_SECONDS,
    voucherLifetimeSeconds: VOUCHER_LIFETIME_SECONDS,
    swapVoucherLifetimeSeconds: SWAP_VOUCHER_LIFETIME_SECONDS,
  },
  locales: [...LOCALES],
})
