import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { emissionAbi } from '@dr/contracts/abi/emission'
import { exchangeAbi } from '@dr/contracts/abi/exchange'
import { priceOracleAbi } from '@dr/contracts/abi/price-oracle'
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import type { VaultIndex } from '@dr/protocol/token-table'
import { SWAP_TOKENS, type SwapToken, VAULT_TOKENS } from '@dr/protocol/tokens'
import type { Address } from 'viem'
import { getBlock, readContract } from 'viem/actions'
import { type Config, loadConfig } from '../../api/config.ts'
import { type ChainClient, loadChainClient } from './public-client.ts'
import { timelockDelayAbi } from './timelock-abi.ts'

/** Daily maximum of a vault for one token. */
export interface VaultCap {
  readonly vault: VaultIndex
  readonly token: 'DR' | 'USDT'
  /** Share of the reserve in 1/10,000; and base units that are always allowed. */
  readonly vaultDailyBps: number
  readonly vaultDailyFloor: bigint
  /** Daily maximum of an account in base units. */
  readonly accountDaily: bigint
}

/** Daily maximum of the exchange for one token. */
export interface StockCap {
  readonly token: SwapToken
  /** Share of the inventory in 1/10,000; and base units that are always allowed. */
  readonly dailyBps: number
  readonly dailyFloor: bigint
}

/** Settings of the contracts at one block. Shares in 1/10,000, amounts in base units. */
export interface ChainParameters {
  readonly blockNumber: bigint
  readonly burnBps: readonly bigint[]
  readonly caps: readonly VaultCap[]
  /** Minimum part of the burn named by a USDT withdrawal's voucher. */
  readonly usdtBurnMinBps: bigint
  readonly stockCaps: readonly StockCap[]
  readonly swapFeeBps: bigint
  readonly usdrShareBps: bigint
  readonly minimumPodDr: bigint
  readonly electricityFee: bigint
  readonly priceToleranceBps: bigint
  /** Minimum USDT in a pool for a price. */
  readonly minimumDepth: bigint
  readonly emissionPerDay: bigint
  readonly emissionEndsAt: bigint
  readonly timelockSeconds: bigint
}

interface Reader {
  readonly client: ChainClient
  readonly contracts: Config['contracts']
  readonly blockNumber: bigint
}

/** Reads all settings by this device; throws when no node answers. */
export const readParameters = async (): Promise<ChainParameters> => {
  const [{ contracts }, client] = await Promise.all([loadConfig(), loadChainClient()])
  const { number: blockNumber, timestamp } = await getBlock(client)
  const reader: Reader = { client, contracts, blockNumber }
  const [vaults, stockCaps, main, emission, timelockSeconds] = await Promise.all([
    readVaults(reader),
    readStockCaps(reader),
    readMain(reader),
    readEmission(reader, timestamp),
    readContract(client, {
      address: contracts.timelock as Address,
      abi: timelockDelayAbi,
      functionName: 'getMinDelay',
      blockNumber,
    }),
  ])
  return { blockNumber, ...vaults, stockCaps, ...main, ...emission, timelockSeconds }
}

const readVaults = async ({ client, contracts, blockNumber }: Reader) => {
  const at = (vault: number) =>
    ({
      address: contracts.withdrawalVaults[vault] as Address,
      abi: withdrawalVaultAbi,
      blockNumber,
    }) as const
  const [burnBps, usdtBurnMinBps, caps] = await Promise.all([
    Promise.all([0, 1, 2].map((vault) => readContract(client, { ...at(vault), functionName: 'burnBps' }))),
    readContract(client, { ...at(1), functionName: 'USDT_BURN_MIN_BPS' }),
    Promise.all(
      VAULT_TOKENS.map(async ({ vault, token }) => ({
        vault,
        token,
        ...(await readContract(client, {
          ...at(vault),
          functionName: 'capsOf',
          args: [contracts[token] as Address],
        })),
      })),
    ),
  ])
  return { burnBps, usdtBurnMinBps, caps }
}

const readStockCaps = ({ client, contracts, blockNumber }: Reader): Promise<StockCap[]> =>
  Promise.all(
    SWAP_TOKENS.map(async (token) => ({
      token,
      ...(await readContract(client, {
        address: contracts.Exchange as Address,
        abi: exchangeAbi,
        functionName: 'capOf',
        args: [contracts[token] as Address],
        blockNumber,
      })),
    })),
  )

const readMain = async ({ client, contracts, blockNumber }: Reader) => {
  const main = {
    address: contracts.DigitalRights as Address,
    abi: digitalRightsAbi,
    blockNumber,
  } as const
  const [swapFeeBps, usdrShareBps, minimumPodDr, electricityFee, priceToleranceBps, minimumDepth] =
    await Promise.all([
      readContract(client, {
        address: contracts.Exchange as Address,
        abi: exchangeAbi,
        functionName: 'feeBps',
        blockNumber,
      }),
      readContract(client, { ...main, functionName: 'usdrShareBps' }),
      readContract(client, { ...main, functionName: 'POD_DR_MIN' }),
      readContract(client, { ...main, functionName: 'ELECTRICITY_FEE_PER_PERIOD' }),
      readContract(client, { ...main, functionName: 'PRICE_TOLERANCE_BPS' }),
      readContract(client, {
        address: contracts.PriceOracle as Address,
        abi: priceOracleAbi,
        functionName: 'MIN_DEPTH',
        blockNumber,
      }),
    ])
  return { swapFeeBps, usdrShareBps, minimumPodDr, electricityFee, priceToleranceBps, minimumDepth }
}

const readEmission = async ({ client, contracts, blockNumber }: Reader, timestamp: bigint) => {
  const emission = { address: contracts.Emission as Address, abi: emissionAbi, blockNumber } as const
  const [emissionPerDay, emissionEndsAt] = await Promise.all([
    readContract(client, { ...emission, functionName: 'dailyRateAt', args: [timestamp] }),
    readContract(client, { ...emission, functionName: 'endTime' }),
  ])
  return { emissionPerDay, emissionEndsAt }
}
