import { readRuntime } from '@dr/contracts/artifacts'
import { deployMarket } from '@dr/contracts/local-market'
import { type Anvil, startAnvil } from '@dr/test-kit/anvil'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  encodeAbiParameters,
  type Hex,
  http,
  keccak256,
  numberToHex,
  parseEther,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { MAINNET, MAINNET_AMM, MAINNET_USDT } from './target.ts'

/** Seconds between blocks of BNB Smart Chain. */
const BLOCK_SECONDS = 0.45
/** Storage slot of the balances of OpenZeppelin's ERC20. */
const BALANCES_SLOT = 0n

/**
 * Local chain with the properties of BNB Smart Chain: its id, its blocks, several of which have one time, its
 * limit of a transaction's gas, and the payment token and the market at their addresses. Their code is not
 * Tether's and PancakeSwap V2's, which nobody published on npm, but our test token's and Uniswap V2's (a pool
 * takes 0.3 %, PancakeSwap's 0.25 %).
 */
export const startMainChain = async (options: { readonly timestamp?: number } = {}): Promise<Anvil> => {
  const anvil = await startAnvil({
    ...options,
    chainId: MAINNET,
    blockTimeSeconds: BLOCK_SECONDS,
    limitsTransactionGas: true,
  })
  const { client, url } = anvil
  const account = privateKeyToAccount(generatePrivateKey())
  await client.setBalance({ address: account.address, value: parseEther('10') })
  const transport = http(url)
  const market = await deployMarket(
    {
      publicClient: createPublicClient({ transport, cacheTime: 0 }),
      walletClient: createWalletClient({ account, transport }),
    },
    MAINNET_AMM.factory,
  )
  const place = async (address: Address, code: Hex | undefined): Promise<void> => {
    if (code === undefined) throw new TypeError(`there is no code for ${address}`)
    await client.setCode({ address, bytecode: code })
  }
  await place(MAINNET_AMM.factory, await client.getCode({ address: market.factory }))
  await place(MAINNET_AMM.router, await client.getCode({ address: market.router }))
  await place(MAINNET_USDT, readRuntime('TestUSDT').code)
  return anvil
}

/** Gives an account USDT there. Base units. */
export const giveUsdt = ({ client }: Anvil, holder: Address, amount: bigint): Promise<void> =>
  client.setStorageAt({
    address: MAINNET_USDT,
    index: keccak256(
      encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [holder, BALANCES_SLOT]),
    ),
    value: numberToHex(amount, { size: 32 }),
  })
