/** The product's contracts and the references, side by side on one fresh chain, on a market that trades. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { drgvAbi, emissionAbi, priceOracleAbi } from '@dr/contracts/abi'
import { readAmmArtifact } from '@dr/contracts/artifacts'
import { type Deployment, deployAll } from '@dr/contracts/deploy'
import { deployMarket, LOCAL_LIQUIDITY, LOCAL_PARAMS, seedPools } from '@dr/contracts/local-market'
import { type Anvil, startAnvil } from '@dr/test-kit'
import {
  type Abi,
  type Account,
  type Address,
  type Chain,
  createPublicClient,
  createWalletClient,
  type Hex,
  http,
  type PublicClient,
  parseEther,
  type Transport,
  type WalletClient,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { root } from '../bench.ts'

const POLL_MS = 20
const DAY_SECONDS = 86_400
/** What the app approves (requirement, section 7): not endless, so each use writes what is left. */
const APPROVAL = 9n * 10n ** 28n
/** How often somebody trades and the keeper updates the oracle; the averages look back half an hour. */
const TRADE_EVERY_SECONDS = 300
const TRADES_BEFORE_A_CALL = 12

export interface Call {
  readonly address: Address
  readonly abi: Abi
  readonly functionName: string
  readonly args: readonly unknown[]
}

export interface World {
  readonly contracts: Deployment['contracts']
  readonly references: { readonly voucherRedeem: Address; readonly stakingRewards: Address }
  readonly signer: PrivateKeyAccount
  readonly user: PrivateKeyAccount
  read(call: Call): Promise<unknown>
  /** Sends it as the user; gas of the whole transaction. Throws when it reverts. */
  send(call: Call): Promise<bigint>
  /** A day goes by, of which the last hour is as busy as any; the new time (Unix seconds). */
  nextDay(): Promise<bigint>
}

/** What the references need to stand. */
const REFERENCES = ['VoucherRedeem', 'StakingRewards'] as const

export const readReference = (name: (typeof REFERENCES)[number]): { abi: Abi; bytecode: Hex } => {
  const path = join(root, '.cache', 'bench-contracts', 'out', `${name}.sol`, `${name}.json`)
  const { abi, bytecode } = JSON.parse(readFileSync(path, 'utf8')) as { abi: Abi; bytecode: { object: Hex } }
  return { abi, bytecode: bytecode.object }
}

type Wallet = WalletClient<Transport, Chain, Account>

interface Clients {
  readonly anvil: Anvil
  readonly publicClient: PublicClient
  readonly owner: Wallet
  readonly userWallet: Wallet
}

const openClients = async (anvil: Anvil): Promise<Clients> => {
  const transport = http(anvil.url)
  const walletOf = async (): Promise<Wallet> => {
    const account = privateKeyToAccount(generatePrivateKey())
    await anvil.client.setBalance({ address: account.address, value: parseEther('1000') })
    return createWalletClient({ account, chain: foundry, transport })
  }
  const publicClient = createPublicClient({
    chain: foundry,
    transport,
    pollingInterval: POLL_MS,
    cacheTime: 0,
  })
  return { anvil, publicClient, owner: await walletOf(), userWallet: await walletOf() }
}

const sendFrom = async ({ publicClient }: Clients, wallet: Wallet, call: Call): Promise<bigint> => {
  const hash = await wallet.writeContract(call)
  const receipt = await publicClient.waitForTransactionReceipt({ hash })
  if (receipt.status !== 'success') throw new Error(`${call.functionName} reverted in ${hash}`)
  return receipt.gasUsed
}

const deployReference = async (
  { publicClient, owner }: Clients,
  name: (typeof REFERENCES)[number],
  args: readonly unknown[],
): Promise<Address> => {
  const hash = await owner.deployContract({ ...readReference(name), args })
  const { contractAddress } = await publicClient.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error(`${name} was not deployed`)
  return contractAddress
}

const deployProduct = async (clients: Clients, signer: Address): Promise<Deployment['contracts']> => {
  const { owner, publicClient } = clients
  const fresh = (): Address => privateKeyToAccount(generatePrivateKey()).address
  const deployer = { walletClient: owner, publicClient }
  const amm = await deployMarket(deployer)
  const { contracts } = await deployAll(deployer, {
    roles: {
      signer,
      attester: fresh(),
      guardian: fresh(),
      pauser: fresh(),
      proposer: owner.account.address,
      treasury: fresh(),
      liquidityHolder: owner.account.address,
    },
    params: { ...LOCAL_PARAMS, amm },
  })
  await seedPools(deployer, { contracts, liquidity: LOCAL_LIQUIDITY })
  return contracts
}

/**
 * The same user holds the tokens and has approved all who pull them. The owner has staked before: the pool runs, as the
 * product's purchases and oracle do.
 */
const equip = async (
  clients: Clients,
  contracts: Deployment['contracts'],
  references: World['references'],
): Promise<void> => {
  const { owner, userWallet } = clients
  const token = (address: Address, functionName: string, args: readonly unknown[]): Call => ({
    address,
    abi: drgvAbi,
    functionName,
    args,
  })
  const amount = parseEther('1000000')
  for (const address of [contracts.usdt, contracts.drgv]) {
    await sendFrom(clients, owner, token(address, 'transfer', [userWallet.account.address, amount]))
    for (const spender of [contracts.digitalRights, references.stakingRewards]) {
      await sendFrom(clients, userWallet, token(address, 'approve', [spender, APPROVAL]))
    }
    await sendFrom(clients, owner, token(address, 'approve', [contracts.ammRouter, APPROVAL]))
  }
  await sendFrom(clients, owner, token(contracts.dr, 'transfer', [references.voucherRedeem, amount]))
  const pool = { address: references.stakingRewards, abi: readReference('StakingRewards').abi }
  await sendFrom(clients, owner, token(contracts.usdt, 'approve', [pool.address, APPROVAL]))
  await sendFrom(clients, owner, { ...pool, functionName: 'stake', args: [parseEther('1000')] })
}

const createTrader = (clients: Clients, contracts: Deployment['contracts']) => {
  const { anvil, owner, publicClient } = clients
  const oracle = { address: contracts.priceOracle, abi: priceOracleAbi }
  const router = { address: contracts.ammRouter, abi: readAmmArtifact('UniswapV2Router02').abi }
  const pass = async (seconds: number): Promise<void> => {
    await anvil.client.increaseTime({ seconds })
    await anvil.client.mine({ blocks: 1 })
  }
  const trade = async (): Promise<void> => {
    const { timestamp } = await publicClient.getBlock()
    const path = [contracts.usdt, contracts.drgv]
    const args = [parseEther('1'), 0n, path, owner.account.address, timestamp + 60n]
    await sendFrom(clients, owner, { ...router, functionName: 'swapExactTokensForTokens', args })
  }
  return {
    pass,
    async nextDay(): Promise<bigint> {
      await pass(DAY_SECONDS - TRADES_BEFORE_A_CALL * TRADE_EVERY_SECONDS)
      for (let count = 0; count < TRADES_BEFORE_A_CALL; count++) {
        await pass(TRADE_EVERY_SECONDS)
        await sendFrom(clients, owner, { ...oracle, functionName: 'update', args: [] })
        await trade()
      }
      return (await publicClient.getBlock()).timestamp
    },
  }
}

/** Contracts must have been built. */
export const createWorld = async (defer: (end: () => unknown) => void): Promise<World> => {
  const anvil = await startAnvil()
  defer(anvil.stop)
  await anvil.client.setAutomine(true)
  const clients = await openClients(anvil)
  const signer = privateKeyToAccount(generatePrivateKey())
  const contracts = await deployProduct(clients, signer.address)
  const stakeArgs = [contracts.usdt, parseEther('1'), BigInt(365 * DAY_SECONDS)]
  const references = {
    voucherRedeem: await deployReference(clients, 'VoucherRedeem', [contracts.dr, signer.address]),
    stakingRewards: await deployReference(clients, 'StakingRewards', stakeArgs),
  }
  await equip(clients, contracts, references)
  const trader = createTrader(clients, contracts)
  await trader.pass(DAY_SECONDS)
  const release = { address: contracts.emission, abi: emissionAbi, functionName: 'release', args: [] }
  await sendFrom(clients, clients.owner, release)
  return {
    contracts,
    references,
    signer,
    user: clients.userWallet.account as PrivateKeyAccount,
    read: (call) => clients.publicClient.readContract(call),
    send: (call) => sendFrom(clients, clients.userWallet, call),
    nextDay: trader.nextDay,
  }
}
