import { byToken, PRICED_TOKENS, TOKENS } from '@dr/protocol/tokens'
import vectors from '@dr/protocol/vectors/typed-data.json'
import type { Address } from 'viem'
import type { Config } from './config.ts'

/** First machine purchase of the vectors shared with the contracts' tests. */
const found = vectors.vectors.find(({ name }) => name === 'buy two machines')
if (!found) throw new Error('the vector is gone')
export const vector = found
export const contract = vector.domain.verifyingContract.toLowerCase() as Address

export const config: Config = {
  appVersion: '1.0.6',
  chain: {
    chainId: vector.domain.chainId,
    name: 'Local',
    rpcUrls: ['http://localhost:8545'],
    explorerUrl: null,
    nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
  },
  contracts: {
    DigitalRights: contract,
    Exchange: `0x${'0e'.repeat(20)}`,
    DigitDraw: `0x${'0d'.repeat(20)}`,
    withdrawalVaults: [`0x${'0a'.repeat(20)}`, `0x${'1a'.repeat(20)}`, `0x${'2a'.repeat(20)}`],
    Funding: `0x${'b1'.repeat(20)}`,
    ResultRegistry: `0x${'b2'.repeat(20)}`,
    RootRegistry: `0x${'b7'.repeat(20)}`,
    Emission: `0x${'b3'.repeat(20)}`,
    PriceOracle: `0x${'b4'.repeat(20)}`,
    timelock: `0x${'b5'.repeat(20)}`,
    treasury: `0x${'b6'.repeat(20)}`,
    ...byToken(TOKENS, (token) => `0x${`a${TOKENS.indexOf(token) + 1}`.repeat(20)}`),
    pairs: byToken(PRICED_TOKENS, (token) => `0x${`c${TOKENS.indexOf(token) + 1}`.repeat(20)}`),
  },
  startBlock: 1,
  features: { faucet: false, game: false, email: false },
  walletConnectProjectId: null,
  walletConnectRelayUrl: null,
  genesisInviteCode: null,
  parameters: {
    withdrawalBurnBps: 500,
    withdrawalMinimum: { DR: '0', USDT: '0' },
    withdrawalDailyLimitUsd: '0',
    podPowerMinimumDr: '0',
    electricityFee: '0',
    electricityPeriodDays: 30,
    collectIntervalSeconds: 3_600,
    voucherLifetimeSeconds: 600,
    swapVoucherLifetimeSeconds: 60,
  },
  locales: [],
}
