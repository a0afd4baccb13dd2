/** The product's contracts and the references on one new chain, with a trading market. */
import { emissionAbi, exchangeAbi, priceOracleAbi } from '@dr/contracts/abi'
import { readAmmArtifact } from '@dr/contracts/artifacts'
import { askedReceipts } from '@dr/contracts/asked-receipts'
import { deployAll } from '@dr/contracts/deploy'
import { deployMarket, LOCAL_LIQUIDITY, LOCAL_PARAMS, seedPools } from '@dr/contracts/local-market'
import type { Proof } from '@dr/protocol/roots/proof'
import { type Anvil, startAnvil } from '@dr/test-kit'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  http,
  keccak256,
  parseEther,
  toHex,
} from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { readReference } from '../reference.ts'
import { type Call, type Clients, type Contracts, type References, sendFrom, type Wallet } from './clients.ts'
import { equip } from './equip.ts'
import { makeFinalRoot } from './final-root.ts'

const POLL_MS = 20
const DAY_SECONDS = 86_400
/** Any midnight: keys and times are the same in each run, and so is the gas. */
const BEGINNING = 1_800_057_600
/** Interval of trades and oracle updates: the oracle's period; the averages cover half an hour. */
const TRADE_EVERY_SECONDS = 300
const TRADES_BEFORE_A_CALL = 12

export interface World {
  readonly contracts: Contracts
  readonly references: References
  /** What the user earned in the miner vault's DR, in a root that is final. */
  readonly proof: Proof
  readonly signer: PrivateKeyAccount
  readonly user: PrivateKeyAccount
  /** The user's inviter. */
  readonly referrer: Address
  read(call: Call): Promise<unknown>
  /** Sends a call as the user; returns the gas of the whole transaction. Throws if it reverts. */
  send(call: Call): Promise<bigint>
  /**
   * Advances to the next day's first hour, with an update and trades at the beginning of each of the oracle's
   * periods, as its keeper sends them, and on into the middle of the last; returns the time (Unix seconds).
   */
  nextDay(): Promise<bigint>
}

const accountOf = (name: string): PrivateKeyAccount => privateKeyToAccount(keccak256(toHex(name)))

const openClients = async (anvil: Anvil): Promise<Clients> => {
  const transport = http(anvil.url)
  const walletOf = async (name: string): Promise<Wallet> => {
    const account = accountOf(name)
    await anvil.client.setBalance({ address: account.address, value: parseEther('1000') })
    return createWalletClient({ account, chain: foundry, transport })
  }
  const publicClient = createPublicClient({
    chain: foundry,
    transport,
    pollingInterval: POLL_MS,
    cacheTime: 0,
  }).extend(askedReceipts)
  const [owner, userWallet] = [await walletOf('owner'), await walletOf('user')]
  const [attester, witness] = [await walletOf('attester'), await walletOf('witness')]
  return { anvil, publicClient, owner, userWallet, attester, witness }
}

const deployReference = async (
  { publicClient, owner }: Clients,
  name: string,
  args: readonly unknown[],
): Promise<Address> => {
  const hash = await owner.deployContract({ ...readReference(name), args })
  const { contractAddress } = await publicClient.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error(`${name} was not deployed`)
  return contractAddress
}

const deployProduct = async (clients: Clients, signer: Address): Promise<Contracts> => {
  const { owner, publicClient } = clients
  const addressOf = (name: string): Address => accountOf(name).address
  const treasury = addressOf('treasury')
  const deployer = { walletClient: owner, publicClient }
  const amm = await deployMarket(deployer)
  const { contracts } = await deployAll(deployer, {
    roles: {
      signer,
      standbySigner: addressOf('standbySigner'),
      attester: clients.attester.account.address,
      witness: clients.witness.account.address,
      drawer: addressOf('drawer'),
      guardian: addressOf('guardian'),
      pauser: addressOf('pauser'),
      proposer: owner.account.address,
      treasury,
      liquidityHolder: owner.account.address,
    },
    params: { ...LOCAL_PARAMS, amm },
  })
  await seedPools(deployer, { contracts, liquidity: LOCAL_LIQUIDITY })
  return { ...contracts, treasury }
}

const createTrader = (clients: Clients, contracts: Contracts) => {
  const { anvil, owner, publicClient } = clients
  const oracle = { address: contracts.priceOracle, abi: priceOracleAbi }
  const router = { address: contracts.ammRouter, abi: readAmmArtifact('UniswapV2Router02').abi }
  const pass = async (seconds: number): Promise<void> => {
    await anvil.client.increaseTime({ seconds })
    await anvil.client.mine({ blocks: 1 })
  }
  const passTo = async (timestamp: number): Promise<void> => {
    await anvil.client.setNextBlockTimestamp({ timestamp: BigInt(timestamp) })
    await anvil.client.mine({ blocks: 1 })
  }
  const trade = async (): Promise<void> => {
    const { timestamp } = await publicClient.getBlock()
    for (const token of [contracts.drgv, contracts.dr]) {
      const args = [parseEther('1'), 0n, [contracts.usdt, token], owner.account.address, timestamp + 60n]
      await sendFrom(clients, owner, { ...router, functionName: 'swapExactTokensForTokens', args })
    }
  }
  const depths = { address: contracts.exchange, abi: exchangeAbi, functionName: 'recordDepths', args: [] }
  let recordsDepths = false
  const recordDepths = async (): Promise<void> => {
    recordsDepths = true
    await pass(TRADE_EVERY_SECONDS) // the first is not of the second of a trade
    await sendFrom(clients, owner, depths)
  }
  return {
    pass,
    recordDepths,
    async nextDay(): Promise<bigint> {
      if (recordsDepths) await recordDepths()
      const { timestamp } = await publicClient.getBlock()
      const midnight = (Math.floor(Number(timestamp) / DAY_SECONDS) + 1) * DAY_SECONDS
      for (let count = 0; count < TRADES_BEFORE_A_CALL; count++) {
        await passTo(midnight + count * TRADE_EVERY_SECONDS)
        await sendFrom(clients, owner, { ...oracle, functionName: 'update', args: [] })
        await trade()
      }
      await passTo(midnight + (TRADES_BEFORE_A_CALL - 0.5) * TRADE_EVERY_SECONDS)
      return (await publicClient.getBlock()).timestamp
    },
  }
}

const deployReferences = async (
  clients: Clients,
  contracts: Contracts,
  signer: Address,
): Promise<References> => {
  const { dr, usdt, usdr, treasury } = contracts
  const deploy = (name: string, args: readonly unknown[]) => deployReference(clients, name, args)
  return {
    voucherRedeem: await deploy('VoucherRedeem', [dr, signer]),
    stakingRewards: await deploy('StakingRewards', [usdt, parseEther('1'), BigInt(365 * DAY_SECONDS)]),
    voucherRedeemBurning: await deploy('VoucherMoney', [usdt, dr, treasury, signer]),
    voucherPurchase: await deploy('VoucherMoney', [usdr, dr, treasury, signer]),
  }
}

/** Creates the chain. Contracts must have been built. */
export const createWorld = async (defer: (end: () => unknown) => void): Promise<World> => {
  const anvil = await startAnvil({ timestamp: BEGINNING })
  defer(anvil.stop)
  await anvil.client.setAutomine(true)
  const clients = await openClients(anvil)
  const signer = accountOf('signer')
  const contracts = await deployProduct(clients, signer.address)
  const references = await deployReferences(clients, contracts, signer.address)
  const proof = await makeFinalRoot(clients, contracts)
  await equip(clients, contracts, references)
  const trader = createTrader(clients, contracts)
  // The 24-hour averages begin with the first day's trades, the exchange with a record of the pools' depth.
  await trader.nextDay()
  await trader.nextDay()
  await trader.recordDepths()
  const release = { address: contracts.emission, abi: emissionAbi, functionName: 'release', args: [] }
  await sendFrom(clients, clients.owner, release)
  return {
    contracts,
    references,
    proof,
    signer,
    user: clients.userWallet.account as PrivateKeyAccount,
    referrer: clients.owner.account.address,
    read: (call) => clients.publicClient.readContract(call),
    send: (call) => sendFrom(clients, clients.userWallet, call),
    nextDay: trader.nextDay,
  }
}
