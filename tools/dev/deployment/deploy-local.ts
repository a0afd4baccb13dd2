/** Set-up of the local chain before the server starts: contracts, market, money, and a day for the oracle. */

import { drgvAbi } from '@dr/contracts/abi/drgv'
import { askedReceipts } from '@dr/contracts/asked-receipts'
import { deployAll } from '@dr/contracts/deploy'
import {
  deployMarket,
  LOCAL_LIQUIDITY,
  LOCAL_PARAMS,
  LOCAL_STOCK,
  recordDepths,
  seedPools,
  stockExchange,
} from '@dr/contracts/local-market'
import { ORACLE_LONG_WINDOW_SECONDS } from '@dr/protocol/constants'
import { type DeployedName, deployedName, FAUCET_TOKENS, type FaucetToken } from '@dr/protocol/tokens'
import { createPublicClient, createWalletClient, type Hex, http, parseEther, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { makeFinal } from '../chain/clock.ts'
import { type Rpc, readBlock } from '../chain/rpc.ts'
import { fundDraw, fundRewards } from './fund-rewards.ts'
import { addressOf, LOCAL_ROLES, type LocalKeys } from './keys.ts'
import { type DeploymentRecord, toRecord } from './record.ts'

const GAS_OF_ROLE = parseEther('10000')
const GAS_OF_FAUCET = parseEther('100000000')
/** The faucet's stock, base units. */
const FAUCET_STOCK: Readonly<Record<DeployedName<FaucetToken>, bigint>> = {
  usdt: parseEther('90000000'),
  drgv: parseEther('60000000'),
}

const fundRoles = async (rpc: Rpc, keys: LocalKeys): Promise<void> => {
  for (const role of LOCAL_ROLES) {
    const amount = role === 'faucet' ? GAS_OF_FAUCET : GAS_OF_ROLE
    await rpc('anvil_setBalance', [addressOf(keys[role]), toHex(amount)])
  }
}

/** Fills the price windows by advancing the time to `ageSeconds` ago. */
const letWindowsFill = async (rpc: Rpc, ageSeconds: number): Promise<void> => {
  const latest = await readBlock(rpc, 'latest')
  const now = Math.floor(Date.now() / 1_000) - ageSeconds
  await rpc('evm_setNextBlockTimestamp', [
    Math.max(now, (latest?.timestamp ?? 0) + ORACLE_LONG_WINDOW_SECONDS),
  ])
  await rpc('evm_mine', [])
}

/** Deploys on a new chain with blocks on demand; leaves everything final and prices available. */
export const deployLocal = async (input: {
  readonly url: string
  readonly rpc: Rpc
  readonly keys: LocalKeys
  /** Age of the finished deployment in the chain's time; 0: now. */
  readonly ageSeconds?: number
}): Promise<DeploymentRecord> => {
  const { rpc, url, keys, ageSeconds = 0 } = input
  await fundRoles(rpc, keys)
  await rpc('evm_setAutomine', [true])
  const transport = http(url)
  const account = privateKeyToAccount(keys.deployer)
  const publicClient = createPublicClient({
    chain: foundry,
    transport,
    pollingInterval: 20,
    cacheTime: 0,
  }).extend(askedReceipts)
  const deployer = {
    publicClient,
    walletClient: createWalletClient({ account, chain: foundry, transport }),
  }
  const treasury = addressOf(keys.treasury)
  const amm = await deployMarket(deployer)
  const deployment = await deployAll(deployer, {
    roles: {
      signer: addressOf(keys.signer),
      standbySigner: addressOf(keys.standbySigner),
      attester: addressOf(keys.attester),
      witness: addressOf(keys.witness),
      drawer: addressOf(keys.drawer),
      guardian: addressOf(keys.guardian),
      pauser: addressOf(keys.pauser),
      proposer: account.address,
      treasury,
      liquidityHolder: account.address,
    },
    params: { ...LOCAL_PARAMS, amm },
  })
  const { contracts } = deployment
  await seedPools(deployer, { contracts, liquidity: LOCAL_LIQUIDITY })
  await stockExchange(deployer, { contracts, stock: LOCAL_STOCK })
  for (const token of FAUCET_TOKENS.map(deployedName)) {
    const hash = await deployer.walletClient.writeContract({
      address: contracts[token],
      abi: drgvAbi,
      functionName: 'transfer',
      args: [addressOf(keys.faucet), FAUCET_STOCK[token]],
    })
    await deployer.publicClient.waitForTransactionReceipt({ hash })
  }
  const walletOf = (key: Hex) =>
    createWalletClient({ account: privateKeyToAccount(key), chain: foundry, transport })
  const [sponsor, drawer] = [walletOf(keys.sponsor), walletOf(keys.drawer)]
  const chained = { publicClient: deployer.publicClient, contracts }
  await fundRewards(chained, { holder: deployer.walletClient, sponsor })
  await fundDraw(chained, { holder: deployer.walletClient, sponsor, drawer })
  await letWindowsFill(rpc, ageSeconds)
  await recordDepths(deployer, { contracts })
  await rpc('evm_setAutomine', [false])
  await makeFinal(rpc)
  const start = await readBlock(rpc, deployment.startBlock)
  if (!start) throw new Error(`block ${deployment.startBlock} is gone`)
  return toRecord({ deployment, treasury, startBlockHash: start.hash })
}
