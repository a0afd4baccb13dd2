import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { exchangeAbi } from '@dr/contracts/abi/exchange'
import { priceOracleAbi } from '@dr/contracts/abi/price-oracle'
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import { usdtVoucherBurn } from '@dr/protocol/rules/withdrawal-burn'
import type { Address } from 'viem'
import { readContract } from 'viem/actions'
import type { Config } from '../../api/config.ts'
import { findRevert } from '../calls/decode-failure.ts'
import type { VoucherMessage } from '../vouchers/voucher-message.ts'
import type { ChainClient } from './public-client.ts'

/**
 * `price`: the contract's own error name and values. `burn`: more would be burned than the share of what was
 * earned is worth. Base units.
 */
export type UnfairTerms =
  | { readonly kind: 'price'; readonly error: string; readonly quoted: bigint; readonly fair: bigint }
  | { readonly kind: 'burn'; readonly quoted: bigint; readonly fair: bigint }

interface Input {
  readonly client: ChainClient
  readonly config: Config
  readonly contract: Address
  readonly message: VoucherMessage
  /** Of a withdrawal: what leaves without burn. */
  readonly burnFree: bigint
}

/** The contracts' tolerance around the on-chain average: 5 %. */
const isNear = (quoted: bigint, fair: bigint): boolean =>
  (quoted > fair ? quoted - fair : fair - quoted) * 20n <= fair

/**
 * What the chain itself says about a voucher's price, before anyone pays for an approval; null when it is
 * fair. What the contract would refuse is found here; the burn of a USDT withdrawal it takes as the voucher
 * says, so this device checks it. Throws the contract's own revert where there is no price for a sale or a
 * swap.
 */
export function findUnfairTerms(input: Input): Promise<UnfairTerms | null> {
  const { message } = input
  switch (message.kind) {
    case 'buy-machine':
    case 'activate-machine':
      return unfairPrice(input, message.DRGVPrice)
    case 'buy-pod-power':
    case 'buy-pod-power-again':
      return unfairShare(input, message)
    case 'swap-token':
      return unfairSwap(input, message)
    case 'withdraw-usdt':
      return unfairBurn(input, message)
    case 'withdraw-dr':
      return Promise.resolve(null)
  }
}

async function unfairPrice({ client, config, contract }: Input, quoted: bigint): Promise<UnfairTerms | null> {
  const fair = await readContract(client, {
    address: contract,
    abi: digitalRightsAbi,
    functionName: 'priceOf',
    args: [config.contracts.DRGV as Address],
  })
  return isNear(quoted, fair) ? null : { kind: 'price', error: 'PriceOutOfRange', quoted, fair }
}

async function unfairShare(
  { client, contract }: Input,
  { drAmount, USDRAmount }: Extract<VoucherMessage, { drAmount: bigint }>,
): Promise<UnfairTerms | null> {
  const fair = await readContract(client, {
    address: contract,
    abi: digitalRightsAbi,
    functionName: 'usdrFor',
    args: [drAmount],
  })
  return isNear(USDRAmount, fair)
    ? null
    : { kind: 'price', error: 'USDRAmountOutOfRange', quoted: USDRAmount, fair }
}

async function unfairSwap(
  { client, contract }: Input,
  message: Extract<VoucherMessage, { kind: 'swap-token' }>,
): Promise<UnfairTerms | null> {
  const [fair] = await readContract(client, {
    address: contract,
    abi: exchangeAbi,
    functionName: 'quote',
    args: [message.inputAmount, message.inputTokenAddress, message.outputTokenAddress],
  })
  const quoted = message.outputAmount
  return isNear(quoted, fair) ? null : { kind: 'price', error: 'OutputOutOfRange', quoted, fair }
}

/**
 * DR worth the vault's share of what was earned, at the lowest average there is, and 5 % for what moves
 * meanwhile.
 */
async function unfairBurn(
  { client, config, contract, burnFree }: Input,
  { amount, burnAmount: quoted }: Extract<VoucherMessage, { burnAmount: bigint }>,
): Promise<UnfairTerms | null> {
  const [burnBps, price] = await Promise.all([
    readContract(client, { address: contract, abi: withdrawalVaultAbi, functionName: 'burnBps' }),
    lowestPrice(client, config),
  ])
  // No price on chain: the way out does not hang on one. The receipt says how much may be burned.
  if (price === null) return null
  const fair = usdtVoucherBurn({ burnable: amount - burnFree, burnBps, drPrice: price })
  return quoted * 20n <= fair * 21n ? null : { kind: 'burn', quoted, fair }
}

async function lowestPrice(client: ChainClient, { contracts }: Config): Promise<bigint | null> {
  const read = async (functionName: 'lowerPrice' | 'price'): Promise<bigint | null> => {
    try {
      return await readContract(client, {
        address: contracts.PriceOracle as Address,
        abi: priceOracleAbi,
        functionName,
        args: [contracts.DR as Address],
      })
    } catch (error) {
      if (findRevert(error) === null) throw error
      return null
    }
  }
  return (await read('lowerPrice')) ?? (await read('price'))
}
